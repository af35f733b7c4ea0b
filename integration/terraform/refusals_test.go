package terraform_test

import (
	"net/netip"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// TestANetworkThatOneCloudRefuses asks both adapters for the same networks:
// each refuses by its own cloud's rules and takes what only the other's forbid.
func TestANetworkThatOneCloudRefuses(t *testing.T) {
	const a, b = "provider_a", "provider_b"
	cases := map[string]struct {
		size    string
		refused map[string]string
	}{
		"10.40.0.0/20":  {request.Large, nil},
		"172.17.0.0/20": {request.Small, nil}, // an advisory of one
		"172.30.0.0/20": {request.Small, map[string]string{b: b + ".network.reserved-range"}},
		"172.31.0.0/20": {request.Small, map[string]string{b: b + ".network.reserved-range"}},
		"10.40.0.0/24":  {request.Large, nil}, // pods take addresses beside it
		"10.40.0.0/25":  {request.Large, map[string]string{a: a + ".network.addresses"}},
		"10.0.0.0/12":   {request.Small, map[string]string{a: a + ".network.vpc-prefix"}},
	}
	for cidr, want := range cases {
		for _, c := range clouds {
			req := c.request(t, func(r *request.Request) {
				r.NetworkCIDR, r.ClusterSize = netip.MustParsePrefix(cidr), want.size
			})
			e, err := c.adapter.Evaluate(t.Context(), c.input(t, profile.Enterprise, req))
			require.NoError(t, err)
			id := c.describe(t).ID
			if want.refused[id] == "" {
				assert.Empty(t, e.Violations, "%s %s", id, cidr)
				continue
			}
			found := slices.IndexFunc(e.Violations, func(v request.Violation) bool { return v.PolicyID == want.refused[id] })
			if assert.GreaterOrEqual(t, found, 0, "%s takes %s", id, cidr) {
				v := e.Violations[found]
				assert.Equal(t, "network_cidr", v.Field)
				assert.NotEmpty(t, v.Suggestion.Text)
				assert.Contains(t, v.Remediation, v.Suggestion.Text)
			}
		}
	}
}
