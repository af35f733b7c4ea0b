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

func TestWhatCannotBeSizedHasNoResources(t *testing.T) {
	for field, text := range map[string]string{request.RegionField: "atlantis-1", request.SizeField: "gigantic", request.NetworkField: "10.0.0.0/30"} {
		e := evaluated(t, inputOf(profile.Simulation, goodRequest(adaptertest.With(field, text))))
		assert.Empty(t, e.Resources, text)
		assert.Equal(t, request.Estimate{}, e.Estimate, text)
	}
	assert.Empty(t, evaluated(t, adapter.Input{Request: goodRequest(), Mode: profile.Simulation}).Resources, "it has no identity")
}

func TestReadiness(t *testing.T) {
	check := func(mode profile.Mode, regions ...string) []string {
		checks, err := New().CheckInstallation(t.Context(), profile.Profile{Mode: mode, AllowedRegions: regions})
		require.NoError(t, err)
		var lines []string
		for _, c := range checks {
			lines = append(lines, c.ID+" "+string(c.Status))
		}
		return lines
	}
	assert.Equal(t, readyEverywhere, check(profile.Simulation, defaultRegion))
	assert.Equal(t, readyEverywhere, check(profile.Sandbox, defaultRegion))
	assert.Equal(t, readyWithFewZones, check(profile.Enterprise, defaultRegion, fewZonesRegion))
	assert.Equal(t, readyNowhere, check(profile.Enterprise, "atlantis-1"))
}
