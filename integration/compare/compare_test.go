package compare_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/providers"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/space"
)

type catalog struct{ id string }

func (c catalog) Providers() []string { return []string{c.id} }

func (c catalog) Adapter(_ context.Context, id string) (adapter.Adapter, error) {
	return adapter.Checked(id, providers.Adapters[id]), nil
}

func (c catalog) Status(ctx context.Context, id string) (adapter.Status, error) {
	description, err := providers.Adapters[id].Describe(ctx)
	return adapter.Status{Description: description, ContractVersion: 1}, err
}

// installed returns a service with a profile. yaml has the lines after the provider and the policy date.
func installed(t testing.TB, provider, yaml string) *service.Service {
	t.Helper()
	s := service.New(service.Options{Adapters: catalog{provider}, Now: func() time.Time {
		return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	}})
	draft, err := profile.Parse(document.Source{Format: document.YAML, Data: []byte("provider: " + provider + "\npolicy_date: 2026-11-22\n" + yaml)})
	require.NoError(t, err)
	_, _, err = s.Install(t.Context(), draft)
	require.NoError(t, err, yaml)
	return s
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

// pairs are profiles to compare, and the expected results.
var pairs = []struct {
	name, provider, from, to string
	stricter, looser         []string
	unused                   []string
	contradicting            int
	gaps                     bool
}{
	{
		name: "identical", provider: "provider_a",
		from:          rules([4]string{"monthly_budget", mandatory, "", "request.monthly_budget <= 1000"}),
		to:            rules([4]string{"monthly_budget", mandatory, "", "request.monthly_budget <= 1000"}),
		contradicting: 1, // no budget that is allowed covers a large cluster
	},
	{
		name: "budget cap", provider: "provider_a",
		from:          rules([4]string{"monthly_budget", mandatory, "", "request.monthly_budget <= 1000"}),
		to:            rules([4]string{"monthly_budget", mandatory, "", "request.monthly_budget <= 900"}),
		stricter:      []string{"org.rule-a"},
		contradicting: 1, // no budget that is allowed covers a large cluster
	},
	{
		name: "region removed", provider: "provider_a",
		from: "allowed_regions: [eu-west-1, eu-central-1]\n", to: "allowed_regions: [eu-west-1]\n",
		stricter: []string{"common.region.allowed"},
	},
	{
		name: "region exchanged", provider: "provider_b",
		from: "allowed_regions: [northeurope, westeurope]\n", to: "allowed_regions: [northeurope, uksouth]\n",
		stricter: []string{"common.region.allowed"}, looser: []string{"common.region.allowed"},
	},
	{
		name: "reworded", provider: "provider_a",
		from: rules([4]string{"cluster_size", mandatory, `request.environment == "test"`, `request.cluster_size != "large" && request.monthly_budget < 801`}),
		to:   rules([4]string{"cluster_size", mandatory, "", `!(request.environment == "test" && (request.cluster_size == "large" || request.monthly_budget > 800))`}),
	},
	{
		name: "level", provider: "provider_a",
		from:   rules([4]string{"data_classification", mandatory, "", `request.data_classification != "public"`}),
		to:     rules([4]string{"data_classification", "advisory", "", `request.data_classification != "public"`}),
		looser: []string{"org.rule-a"},
	},
	{
		name: "when narrowed", provider: "provider_b",
		from:   rules([4]string{"cost_centre", mandatory, `request.environment in ["test", "production"]`, `request.cost_centre.startsWith("CC-4")`}),
		to:     rules([4]string{"cost_centre", mandatory, `request.environment == "production"`, `request.cost_centre.startsWith("CC-4")`}),
		looser: []string{"org.rule-a"},
	},
	{
		name: "three fields", provider: "provider_a",
		to:       rules([4]string{"cluster_size", mandatory, `request.environment == "production" && request.data_classification == "restricted"`, `request.cluster_size == "small"`}),
		stricter: []string{"org.rule-a"},
	},
	{
		name: "pattern changed", provider: "provider_a",
		from:     rules([4]string{"owner", mandatory, "", `request.owner.matches("-team@")`}),
		to:       rules([4]string{"owner", mandatory, "", `request.owner.matches("-(team|crew)@example[.]com$")`}),
		stricter: []string{"org.rule-a"}, looser: []string{"org.rule-a"},
	},
	{
		name: "sandbox", provider: "provider_a",
		from: "", to: "mode: sandbox\n",
		stricter: []string{
			"sandbox.budget.cap", "sandbox.cluster.small", "sandbox.environment.no-production", "sandbox.expiry.horizon", "sandbox.expiry.required",
		},
		gaps: true,
	},
	{
		name: "unpriced", provider: "provider_a",
		from: "allowed_regions: [eu-west-1, eu-central-1]\n", to: "allowed_regions: [eu-west-1, eu-central-1]\nunpriced: deny\n",
		stricter: []string{"common.budget.priced"},
	},
	{
		name: "horizon", provider: "provider_b",
		from:     rules([4]string{"expiry_date", mandatory, `request.expiry_date != ""`, `days(policy_date, request.expiry_date) <= (request.environment == "test" ? 60 : 45)`}),
		to:       rules([4]string{"expiry_date", mandatory, `request.expiry_date != ""`, `request.expiry_date <= date_plus(policy_date, 60)`}),
		looser:   []string{"org.rule-a"},
		stricter: nil,
	},
	{
		name: "network", provider: "provider_a",
		from:     rules([4]string{"network_cidr", mandatory, "", `cidr_within(request.network_cidr, ["10.0.0.0/8"])`}),
		to:       rules([4]string{"network_cidr", mandatory, "", `cidr_within(request.network_cidr, ["10.0.0.0/9", "172.16.0.0/12"]) && cidr_length(request.network_cidr) <= 22`}),
		stricter: []string{"org.rule-a"}, looser: []string{"org.rule-a"},
	},
	{
		name: "contradiction", provider: "provider_a",
		to: rules([4]string{"owner", mandatory, `request.environment == "test"`, `request.owner.endsWith("@a.example")`},
			[4]string{"owner", mandatory, `request.environment != "production"`, `request.owner.endsWith("@b.example")`}),
		stricter: []string{"org.rule-a", "org.rule-b"}, contradicting: 1,
	},
	{
		name: "decides nothing", provider: "provider_a",
		to:     rules([4]string{"expiry_date", mandatory, `request.expiry_date != ""`, `days(policy_date, request.expiry_date) < 2000`}),
		unused: []string{"org.rule-a"},
	},
	{
		name: "exception", provider: "provider_a",
		to: "exceptions: [{policy: common.expiry.horizon, application: checkout, environment: development, owner: a@example.com, " +
			"reason: The move takes longer., until: 2026-11-22}]\n",
		looser: []string{"common.expiry.horizon"},
	},
	{
		name: "not covered", provider: "provider_a",
		from: rules([4]string{"monthly_budget", mandatory, "", "request.monthly_budget * 12 <= 12000"}),
		to:   rules([4]string{"monthly_budget", mandatory, "", "request.monthly_budget * 12 <= 12001"}),
		gaps: true,
	},
}

func ids(list []space.Difference) (ids []string) {
	for _, d := range list {
		ids = append(ids, d.Rule.ID)
	}
	return ids
}

func TestWhatComparisonsSay(t *testing.T) {
	for _, p := range pairs {
		t.Run(p.name, func(t *testing.T) {
			start := time.Now()
			c := compared(t, installed(t, p.provider, p.from), installed(t, p.provider, p.to))
			assert.Equal(t, p.stricter, ids(c.Stricter), "stricter")
			assert.Equal(t, p.looser, ids(c.Looser), "looser")
			var unused []string
			for _, u := range c.Unused {
				unused = append(unused, u.ID)
			}
			assert.Equal(t, p.unused, unused, "unused")
			assert.Len(t, c.Contradicting, p.contradicting, "%+v", c.Contradicting)
			assert.Equal(t, p.gaps, len(c.Gaps) > 0, "%+v", c.Gaps)
			again := compared(t, installed(t, p.provider, p.from), installed(t, p.provider, p.to))
			assert.Equal(t, c, again)
			t.Logf("looked at %d requests, asked about %d, %v", c.Requests, c.Asked, time.Since(start)/2)
		})
	}
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
