package providera

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
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
	for _, request := range adaptertest.AnyNetwork(defaultRegion) {
		input := inputOf(profile.Simulation, request)
		require.NoError(t, adapter.CheckEvaluation(description, input, evaluated(t, input)), "%s %s", request.NetworkCIDR, request.ClusterSize)
	}
}

func TestWhatCannotBeSizedHasNoResources(t *testing.T) {
	for name, input := range adaptertest.Unsizable(description) {
		e := evaluated(t, input)
		assert.Empty(t, e.Resources, name)
		assert.Equal(t, request.Estimate{}, e.Estimate, name)
		require.NoError(t, adapter.CheckEvaluation(description, input, e), name)
		_, err := New().Generate(t.Context(), input)
		require.Error(t, err, name)
	}
}

func TestReadiness(t *testing.T) {
	check := func(mode profile.Mode, regions ...string) []string {
		lines, err := adaptertest.Readiness(t.Context(), New(), ID, profile.Profile{Mode: mode, AllowedRegions: regions})
		require.NoError(t, err)
		return lines
	}
	assert.Equal(t, readyEverywhere, check(profile.Simulation, defaultRegion))
	assert.Equal(t, readyEverywhere, check(profile.Sandbox, defaultRegion))
	assert.Equal(t, readyWithFewZones, check(profile.Enterprise, defaultRegion, fewZonesRegion))
	assert.Equal(t, readyNowhere, check(profile.Enterprise, "atlantis-1"))
}
