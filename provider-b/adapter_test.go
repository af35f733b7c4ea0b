package providerb

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider"
	"platform.internal/platform-core/provider/providertest/answers"
	"platform.internal/platform-core/provider/providertest/orders"
)

func TestDescription(t *testing.T) {
	for _, r := range description.Regions {
		assert.NotNil(t, r.Zones, "%s: unknown zones are an empty list", r.Name)
	}
	seen := map[string]string{}
	for _, b := range description.Boundaries {
		assert.Empty(t, seen[b.Placeholder], "%s repeats the placeholder of %s", b.Name, seen[b.Placeholder])
		assert.Regexp(t, "^0{8}|^placeholder", b.Placeholder, "a placeholder is clearly not real")
		seen[b.Placeholder] = b.Name
	}
}

// TestAnyNetworkIsAnswered: nothing may panic, and what is sized keeps the
// contract.
func TestAnyNetworkIsAnswered(t *testing.T) {
	for request := range orders.AnyNetwork(defaultRegion) {
		order := orderOf(installation.Simulation, request)
		require.NoError(t, provider.CheckEvaluation(description, order, evaluated(t, order)), "%s %s", request.NetworkCIDR, request.ClusterSize)
	}
}

func TestWhatCannotBeSizedHasNoResources(t *testing.T) {
	for name, order := range orders.Unsizable(description) {
		e := evaluated(t, order)
		assert.Empty(t, e.Resources, name)
		assert.Equal(t, environment.Estimate{}, e.Estimate, name)
		require.NoError(t, provider.CheckEvaluation(description, order, e), name)
		_, err := New().Generate(t.Context(), order)
		require.Error(t, err, name)
	}
}

func TestReadiness(t *testing.T) {
	check := func(mode installation.Mode, regions ...string) []string {
		lines, err := answers.Readiness(t.Context(), New(), ID, installation.Profile{Mode: mode, AllowedRegions: regions})
		require.NoError(t, err)
		return lines
	}
	assert.Equal(t, readyEverywhere, check(installation.Simulation, defaultRegion))
	assert.Equal(t, readyEverywhere, check(installation.Sandbox, defaultRegion))
	assert.Equal(t, readyWithFewZones, check(installation.Enterprise, defaultRegion, fewZonesRegion))
	assert.Equal(t, readyNowhere, check(installation.Enterprise, "atlantis-1"))
}
