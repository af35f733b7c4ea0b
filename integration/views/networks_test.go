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

// TestANetworkMayNotSuitEachProvider checks the same ranges against each
// provider's own rules: what one cloud keeps for itself is free in another.
func TestANetworkMayNotSuitEachProvider(t *testing.T) {
	for cidr, refusing := range map[string][]string{
		"10.20.0.0/20":  nil,
		"172.17.0.0/20": nil,            // the Docker bridge, which no nodes have
		"172.30.0.0/20": {"provider_b"}, // kept by AKS
		"10.20.0.0/24":  nil,            // pods take addresses outside of it
	} {
		for id, in := range providers.Adapters {
			d, err := in.Describe(t.Context())
			require.NoError(t, err)
			input := adapter.NewInput(simulated(t, d.DefaultRegion, cidr), profiles.Profile{Provider: id, Mode: profiles.Simulation})
			found, err := in.Evaluate(t.Context(), input)
			require.NoError(t, err)
			assert.Equal(t, slices.Contains(refusing, id), len(found.Violations) > 0, "%s in %s: %v", cidr, id, found.Violations)
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
