package gke

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// TestNamesKeepTheProvidersLimits checks the longest names against Google's limits, from memory.
func TestNamesKeepTheProvidersLimits(t *testing.T) {
	limits := testkit.NameLimits{"google_container_cluster": {Longest: 40}, "google_service_account": {Longest: 30}}
	longest := adaptertest.With(request.ApplicationField, "a-name-of-32-characters-in-total")
	r := adaptertest.Request(defaultRegion, longest)
	a, err := adaptertest.Ask(t.Context(), New(), adaptertest.Input(described(t), profile.Simulation, r))
	require.NoError(t, err)
	require.NoError(t, limits.CheckNames(a.Evaluation.Resources))
}
