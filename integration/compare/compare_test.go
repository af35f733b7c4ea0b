package compare_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/providers"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/space"
)

// installed returns a service for comparisons, with a profile. yaml has the lines after the provider and the policy
// date. In it, REGION_1 is the default region of the provider, and REGION_2 and REGION_3 are others.
func installed(t testing.TB, provider, yaml string) *service.Service {
	t.Helper()
	return installedWith(t, providers.All[provider], yaml)
}

// bruteForce returns two services as [installed] does, for the decisions that a comparison is checked with.
func bruteForce(t testing.TB, impl adapter.Adapter, from, to string) [2]*service.Service {
	t.Helper()
	return [2]*service.Service{space.Old: installedWith(t, impl, from), space.New: installedWith(t, impl, to)}
}

func installedWith(t testing.TB, impl adapter.Adapter, yaml string) *service.Service {
	t.Helper()
	d, err := impl.Describe(t.Context())
	require.NoError(t, err)
	return providers.Installed(t, service.Options{Adapters: providers.Catalog{d.ID: impl}, Now: func() time.Time {
		return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	}}, "provider: "+d.ID+"\npolicy_date: 2026-11-22\n"+placed(t, impl, yaml))
}

// placed returns lines of a profile with the names of the provider's regions.
func placed(t testing.TB, impl adapter.Adapter, yaml string) string {
	t.Helper()
	var names []string
	for i, name := range providers.Regions(t, impl) {
		names = append(names, fmt.Sprintf("REGION_%d", i+1), name)
	}
	return strings.NewReplacer(names...).Replace(yaml)
}

// rules returns a profile's own rules. Each has a field, a level, when and require.
func rules(list ...[4]string) string {
	var b strings.Builder
	b.WriteString("policies:\n")
	for i, r := range list {
		b.WriteString("- {id: org.rule-" + string(rune('a'+i)) + ", title: t, message: m, remediation: r, expected: e, field: " + r[0] + ", level: " + r[1])
		if r[2] != "" {
			b.WriteString(", when: '" + r[2] + "'")
		}
		b.WriteString(", require: '" + r[3] + "'}\n")
	}
	return b.String()
}

const mandatory = "mandatory"

// pair has profiles to compare, and the expected results.
type pair struct {
	name, from, to   string
	stricter, looser []string
	unused           []string
	contradicting    int
	// sizesOver is the largest budget that is allowed. Each cluster size that costs more contradicts it.
	sizesOver int64
	// inRegions says that estimates in several regions decide.
	inRegions bool
	gaps      bool
}

var pairs = []pair{
	{
		name:      "identical",
		from:      rules([4]string{"monthly_budget", mandatory, "", "request.monthly_budget <= 1000"}),
		to:        rules([4]string{"monthly_budget", mandatory, "", "request.monthly_budget <= 1000"}),
		sizesOver: 1000,
	},
	{
		name:      "budget cap",
		from:      rules([4]string{"monthly_budget", mandatory, "", "request.monthly_budget <= 1000"}),
		to:        rules([4]string{"monthly_budget", mandatory, "", "request.monthly_budget <= 900"}),
		stricter:  []string{"org.rule-a"},
		sizesOver: 1000,
	},
	{
		name: "region removed",
		from: "allowed_regions: [REGION_1, REGION_2]\n", to: "allowed_regions: [REGION_1]\n",
		stricter: []string{"common.region.allowed"}, inRegions: true,
	},
	{
		name: "region exchanged",
		from: "allowed_regions: [REGION_1, REGION_2]\n", to: "allowed_regions: [REGION_1, REGION_3]\n",
		stricter: []string{"common.region.allowed"}, looser: []string{"common.region.allowed"}, inRegions: true,
	},
	{
		name: "reworded",
		from: rules([4]string{"cluster_size", mandatory, `request.environment == "test"`, `request.cluster_size != "large" && request.monthly_budget < 801`}),
		to:   rules([4]string{"cluster_size", mandatory, "", `!(request.environment == "test" && (request.cluster_size == "large" || request.monthly_budget > 800))`}),
	},
	{
		name:   "level",
		from:   rules([4]string{"data_classification", mandatory, "", `request.data_classification != "public"`}),
		to:     rules([4]string{"data_classification", "advisory", "", `request.data_classification != "public"`}),
		looser: []string{"org.rule-a"},
	},
	{
		name:   "when narrowed",
		from:   rules([4]string{"cost_centre", mandatory, `request.environment in ["test", "production"]`, `request.cost_centre.startsWith("CC-4")`}),
		to:     rules([4]string{"cost_centre", mandatory, `request.environment == "production"`, `request.cost_centre.startsWith("CC-4")`}),
		looser: []string{"org.rule-a"},
	},
	{
		name:     "three fields",
		to:       rules([4]string{"cluster_size", mandatory, `request.environment == "production" && request.data_classification == "restricted"`, `request.cluster_size != "large"`}),
		stricter: []string{"org.rule-a"},
	},
	{
		name:     "pattern changed",
		from:     rules([4]string{"owner", mandatory, "", `request.owner.matches("-team@")`}),
		to:       rules([4]string{"owner", mandatory, "", `request.owner.matches("-(team|crew)@example[.]com$")`}),
		stricter: []string{"org.rule-a"}, looser: []string{"org.rule-a"},
	},
	{
		name: "sandbox",
		from: "", to: "mode: sandbox\n",
		stricter: []string{
			"sandbox.budget.cap", "sandbox.cluster.small", "sandbox.environment.no-production", "sandbox.expiry.horizon", "sandbox.expiry.required",
		},
		gaps: true,
	},
	{
		name: "unpriced",
		from: "allowed_regions: [REGION_1, REGION_2]\n", to: "allowed_regions: [REGION_1, REGION_2]\nunpriced: deny\n",
		stricter: []string{"common.budget.priced"}, inRegions: true,
	},
	{
		name:     "horizon",
		from:     rules([4]string{"expiry_date", mandatory, `request.expiry_date != ""`, `days(policy_date, request.expiry_date) <= (request.environment == "test" ? 60 : 45)`}),
		to:       rules([4]string{"expiry_date", mandatory, `request.expiry_date != ""`, `request.expiry_date <= date_plus(policy_date, 60)`}),
		looser:   []string{"org.rule-a"},
		stricter: nil,
	},
	{
		name:     "network",
		from:     rules([4]string{"network_cidr", mandatory, "", `cidr_within(request.network_cidr, ["10.0.0.0/8"])`}),
		to:       rules([4]string{"network_cidr", mandatory, "", `cidr_within(request.network_cidr, ["10.0.0.0/9", "172.16.0.0/12"]) && cidr_length(request.network_cidr) <= 22`}),
		stricter: []string{"org.rule-a"}, looser: []string{"org.rule-a"},
	},
	{
		name: "contradiction",
		to: rules([4]string{"owner", mandatory, `request.environment == "test"`, `request.owner.endsWith("@a.example")`},
			[4]string{"owner", mandatory, `request.environment != "production"`, `request.owner.endsWith("@b.example")`}),
		stricter: []string{"org.rule-a", "org.rule-b"}, contradicting: 1,
	},
	{
		name:   "decides nothing",
		to:     rules([4]string{"expiry_date", mandatory, `request.expiry_date != ""`, `days(policy_date, request.expiry_date) < 2000`}),
		unused: []string{"org.rule-a"},
	},
	{
		name: "exception",
		to: "exceptions: [{policy: common.expiry.horizon, application: checkout, environment: development, owner: a@example.com, " +
			"reason: The move takes longer., until: 2026-11-22}]\n",
		looser: []string{"common.expiry.horizon"},
	},
	{
		name: "not covered",
		from: rules([4]string{"monthly_budget", mandatory, "", "request.monthly_budget * 12 <= 12000"}),
		to:   rules([4]string{"monthly_budget", mandatory, "", "request.monthly_budget * 12 <= 12001"}),
		gaps: true,
	},
}

// pairsOf returns the pairs that need no more regions than the provider has.
func pairsOf(t *testing.T, impl adapter.Adapter) (list []pair) {
	t.Helper()
	for _, p := range pairs {
		if !strings.Contains(placed(t, impl, p.from+p.to), "REGION_") {
			list = append(list, p)
		}
	}
	return list
}

func ids(list []space.Difference) (ids []string) {
	for _, d := range list {
		ids = append(ids, d.Rule.ID)
	}
	return ids
}

func TestWhatComparisonsSay(t *testing.T) {
	t.Parallel()
	for _, provider := range providers.IDs() {
		impl := providers.Adapters[provider]
		d, err := impl.Describe(t.Context())
		require.NoError(t, err)
		for _, p := range pairsOf(t, impl) {
			t.Run(p.name+" of "+provider, func(t *testing.T) {
				start := time.Now()
				c := compared(t, installed(t, provider, p.from), installed(t, provider, p.to))
				if p.name == "unpriced" && allPriced(t, impl, placed(t, impl, p.from)) {
					p.stricter = nil
				}
				if p.inRegions && slices.Contains(d.EstimateReads, request.NetworkField) {
					p.gaps = true // no search tries every network
				}
				assert.Equal(t, p.stricter, ids(c.Stricter), "stricter")
				assert.Equal(t, p.looser, ids(c.Looser), "looser")
				var unused []string
				for _, u := range c.Unused {
					unused = append(unused, u.ID)
				}
				assert.Equal(t, p.unused, unused, "unused")
				contradicting := p.contradicting
				for _, size := range request.Sizes() {
					if p.sizesOver > 0 && dollars(t, provider, c.Plain, size) > p.sizesOver {
						contradicting++
					}
				}
				assert.Len(t, c.Contradicting, contradicting, "%+v", c.Contradicting)
				assert.Equal(t, p.gaps, len(c.Gaps) > 0, "%+v", c.Gaps)
				again := compared(t, installed(t, provider, p.from), installed(t, provider, p.to))
				assert.Equal(t, c, again)
				t.Logf("looked at %d requests, asked about %d, %v", c.Requests, c.Asked, time.Since(start)/2)
			})
		}
	}
}

// allPriced reports whether every estimate in the regions of a profile has all prices.
func allPriced(t *testing.T, impl adapter.Adapter, profile string) bool {
	t.Helper()
	d, err := impl.Describe(t.Context())
	require.NoError(t, err)
	return !slices.ContainsFunc(adaptertest.Inputs(d), func(in adapter.Input) bool {
		in.WithoutResources = true
		e, err := impl.Evaluate(t.Context(), in)
		require.NoError(t, err)
		return strings.Contains(profile, in.Request.Region) && !e.Estimate.MonthlyTotal.Known
	})
}

// dollars returns the estimate of a request with a cluster size.
func dollars(t *testing.T, provider string, r request.Request, size string) int64 {
	t.Helper()
	r.ClusterSize = size
	e, err := providers.All[provider].Evaluate(t.Context(), adapter.NewInput(r, profile.Profile{Provider: provider, Mode: profile.Simulation}))
	require.NoError(t, err)
	return e.Estimate.MonthlyTotal.Dollars()
}

func explorable(t testing.TB, s *service.Service) space.Decider {
	t.Helper()
	in, err := s.Explorable(t.Context())
	require.NoError(t, err)
	return in
}

func compared(t testing.TB, from, to *service.Service) space.Comparison {
	t.Helper()
	c, err := space.Compare(t.Context(), explorable(t, from), explorable(t, to))
	require.NoError(t, err)
	return c
}
