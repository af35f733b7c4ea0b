package providers_test

import (
	"net/netip"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/providers"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// TestTheTestsRunEveryAdapterOfTheWorkspace: so that no test leaves out a module provider-* of go.work.
func TestTheTestsRunEveryAdapterOfTheWorkspace(t *testing.T) {
	text, err := os.ReadFile("../../go.work")
	require.NoError(t, err)
	var modules, tested []string
	for _, m := range regexp.MustCompile(`(?m)^\s*\./(provider-\S+)$`).FindAllStringSubmatch(string(text), -1) {
		modules = append(modules, m[1])
	}
	for _, id := range providers.IDs() { // the folder is that of make new-adapter
		tested = append(tested, "provider-"+strings.TrimPrefix(strings.ReplaceAll(id, "_", "-"), "provider-"))
	}
	assert.ElementsMatch(t, modules, tested, "go.work has other modules provider-*: put each adapter into the list workspace")
	for id, a := range providers.Adapters {
		d, err := a.Describe(t.Context())
		require.NoError(t, err)
		assert.Equal(t, id, d.ID)
	}
}

// TestANetworkThatOneCloudRefuses: each adapter refuses networks by its own cloud's rules, and says which to take.
func TestANetworkThatOneCloudRefuses(t *testing.T) {
	for cidr, want := range map[string]struct {
		size    string
		refused map[string]string // rules by provider
	}{
		"10.40.0.0/20":  {request.Large, nil},
		"172.17.0.0/20": {request.Small, nil}, // the Docker bridge, which no nodes have
		"172.30.0.0/20": {request.Small, map[string]string{"provider_b": "network.reserved-range"}},
		"172.31.0.0/20": {request.Small, map[string]string{"provider_b": "network.reserved-range"}},
		"10.40.0.0/24":  {request.Large, nil}, // pods take other addresses
		"10.40.0.0/25":  {request.Large, map[string]string{"provider_a": "network.addresses"}},
		"10.0.0.0/12":   {request.Small, map[string]string{"provider_a": "network.vpc-prefix"}},
	} {
		for id, a := range providers.All {
			d, err := a.Describe(t.Context())
			require.NoError(t, err)
			r := adaptertest.Request(d.DefaultRegion)
			r.NetworkCIDR, r.ClusterSize = netip.MustParsePrefix(cidr), want.size
			for _, mode := range profile.Modes() {
				e, err := a.Evaluate(t.Context(), adaptertest.Input(d, mode.Mode, r))
				require.NoError(t, err)
				if want.refused[id] == "" {
					assert.Empty(t, e.Violations, "%s %s", id, cidr)
					continue
				}
				found := slices.IndexFunc(e.Violations, func(v request.Violation) bool { return v.PolicyID == id+"."+want.refused[id] })
				if assert.GreaterOrEqual(t, found, 0, "%s takes %s", id, cidr) {
					v := e.Violations[found]
					assert.Equal(t, request.NetworkField, v.Field)
					assert.NotEmpty(t, v.Suggestion.Text)
					assert.Contains(t, v.Remediation, v.Suggestion.Text)
				}
			}
		}
	}
}

// TestChoicesNameWhatPlansHave: each number of nodes and days in a text about a choice is in the rationale of a plan with
// this choice.
func TestChoicesNameWhatPlansHave(t *testing.T) {
	numbers := func(text string) (found []string) {
		for _, m := range regexp.MustCompile(`(\d+) (?:system |user )?(node|day)`).FindAllStringSubmatch(text, -1) {
			found = append(found, m[1]+" "+m[2])
		}
		return found
	}
	for id, a := range providers.All {
		d, err := a.Describe(t.Context())
		require.NoError(t, err)
		planned, promised := map[string][]string{}, 0
		for _, in := range adaptertest.Inputs(d) {
			if in.Request.Region != d.DefaultRegion {
				continue
			}
			g, err := a.Generate(t.Context(), in)
			require.NoError(t, err)
			for _, f := range request.Fields() {
				for _, reason := range g.Rationale {
					value := f.Name + " " + f.Get(&in.Request).String()
					planned[value] = append(planned[value], numbers(reason.Text)...)
				}
			}
		}
		for _, c := range d.Choices {
			promised += len(numbers(c.Text))
			assert.Subset(t, planned[c.Field+" "+c.Value], numbers(c.Text), "%s: %s", id, c.Text)
		}
		assert.Greater(t, promised, 2, id)
	}
}
