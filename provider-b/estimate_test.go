package providerb

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// TestEstimatesReadNoMoreThanTheySay asks for each field that an estimate waits for
// whether another value changes it. The property "reads" finds a field that is not among
// them.
func TestEstimatesReadNoMoreThanTheySay(t *testing.T) {
	others := map[string][]string{
		request.SizeField: request.Sizes(), request.EnvironmentField: request.Environments(), request.ClassificationField: request.Classifications(),
		request.RegionField: {"eastus"}, request.NetworkField: {"10.40.0.0/28"},
	}
	items := func(changes ...adaptertest.Change) []request.EstimateItem {
		e, err := New().Evaluate(t.Context(), inputOf(profile.Enterprise, changes...))
		require.NoError(t, err)
		return e.Estimate.Items
	}
	first := items()
	for _, field := range description.EstimateReads {
		assert.True(t, slices.ContainsFunc(others[field], func(value string) bool {
			return !slices.Equal(first, items(adaptertest.With(field, value)))
		}), "no value of %s changes the estimate", field)
	}
}

// TestANetworkRemovesNoPrice compares estimates of networks in which nothing can be built
// with that of a good one.
func TestANetworkRemovesNoPrice(t *testing.T) {
	for _, size := range request.Sizes() {
		sized := adaptertest.With(request.SizeField, size)
		want := answered(t, inputOf(profile.Simulation, sized)).Evaluation.Estimate
		for _, network := range []string{"10.40.0.0/30", "0.0.0.0/0", "8.8.8.0/29"} {
			e, err := New().Evaluate(t.Context(), inputOf(profile.Simulation, sized, adaptertest.With(request.NetworkField, network)))
			require.NoError(t, err)
			assert.Equal(t, want, e.Estimate, "%s in %s", size, network)
			assert.Empty(t, e.Resources, "%s in %s", size, network)
		}
	}
}

// TestReadinessSaysWhereATotalIsKnown compares the check of the price table with what
// it is about: that every size has a whole total in a region, also with what a hub
// brings.
func TestReadinessSaysWhereATotalIsKnown(t *testing.T) {
	known := 0
	for name, settings := range map[string]map[string]string{"own": nil, "through the hub": hubSettings()} {
		for _, r := range description.Regions {
			p := adaptertest.Profile(description, profile.Enterprise, r.Name)
			checks, err := New().CheckInstallation(t.Context(), p)
			require.NoError(t, err)
			i := slices.IndexFunc(checks, func(c profile.Check) bool { return c.ID == ID+".region-prices" })
			ready := checks[i].Status == profile.Passed
			if ready {
				known++
			}
			for _, size := range request.Sizes() {
				in := adaptertest.InputWith(description, settings, goodRequest(adaptertest.Production, adaptertest.With(request.SizeField, size), adaptertest.With(request.RegionField, r.Name)))
				e := answered(t, in).Evaluation.Estimate
				assert.Equal(t, ready, e.MonthlyTotal.Known, "%s, %s in %s: %s", name, size, r.Name, checks[i].Message)
			}
		}
	}
	assert.NotZero(t, known)
}
