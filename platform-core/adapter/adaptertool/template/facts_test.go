package template

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// TestNamesKeepTheProvidersLimits checks the longest names. Put the limits of your resources here, from the provider's
// manual.
func TestNamesKeepTheProvidersLimits(t *testing.T) {
	limits := testkit.NameLimits{"terraform_data": {Longest: 50}}
	longest := adaptertest.With(request.ApplicationField, "a-name-of-32-characters-in-total")
	r := adaptertest.Request(defaultRegion, longest)
	a, err := adaptertest.Ask(t.Context(), New(), adaptertest.Input(described(t), profile.Simulation, r))
	require.NoError(t, err)
	require.NoError(t, limits.CheckNames(a.Evaluation.Resources))
}
