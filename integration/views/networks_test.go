package views_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/providers"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
	profiles "platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// TestANetworkMaySuitOnlyOneProvider checks the same ranges against both
// providers' own rules: what one cloud keeps for itself is free in the other.
func TestANetworkMaySuitOnlyOneProvider(t *testing.T) {
	for cidr, takers := range map[string][]string{
		"10.20.0.0/20":  {"provider_a", "provider_b"},
		"172.17.0.0/20": {"provider_a", "provider_b"}, // the Docker bridge, which neither's nodes have
		"172.30.0.0/20": {"provider_a"},               // kept by AKS
		"10.20.0.0/24":  {"provider_a", "provider_b"}, // pods take addresses beside it
	} {
		for id, in := range providers.Adapters {
			d, err := in.Describe(t.Context())
			require.NoError(t, err)
			input := adapter.NewInput(simulated(t, d.DefaultRegion, cidr), profiles.Profile{Provider: id, Mode: profiles.Simulation})
			found, err := in.Evaluate(t.Context(), input)
			require.NoError(t, err)
			assert.Equal(t, slices.Contains(takers, id), len(found.Violations) == 0, "%s in %s: %v", cidr, id, found.Violations)
		}
	}
}

func simulated(t *testing.T, region, cidr string) request.Request {
	t.Helper()
	request, err := request.Parse(document.Source{Format: document.YAML, Data: []byte(`
application: checkout
environment: development
owner: payments-team@example.com
cost_centre: CC-4711
data_classification: internal
region: ` + region + `
network_cidr: ` + cidr + `
cluster_size: small
monthly_budget: 1000
business_justification: Trying the new checkout against the payment partner.
expiry_date: 2026-12-15
`)})
	require.NoError(t, err)
	return request
}
