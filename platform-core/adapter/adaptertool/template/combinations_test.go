package template

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

func described(t *testing.T) adapter.Description {
	t.Helper()
	d, err := New().Describe(t.Context())
	require.NoError(t, err)
	return d
}

// TestEveryCombination checks the whole answer for every region, size, environment, classification and mode: the cost
// of each item, parents, and main.tf against the inventory. The conformance suite checks the files of only some of
// these.
func TestEveryCombination(t *testing.T) {
	d, root := described(t), testkit.ReadRoot(t, rootText)
	for _, in := range testkit.Sample(adaptertest.Inputs(d)) {
		a, err := adaptertest.Ask(t.Context(), New(), in)
		require.NoError(t, err)
		require.NoError(t, adaptertest.CheckAnswer(d, a))
		require.NoError(t, adaptertest.CheckPrices(a))
		module, err := root.WithAnswer(a)
		require.NoError(t, err)
		require.NoError(t, adaptertest.CheckInventory(module, a.Evaluation.Resources, "name"), a)
	}
}

func TestWhatCannotBeSizedHasNoFiles(t *testing.T) {
	for field, text := range map[string]string{request.RegionField: "atlantis-1", request.SizeField: "gigantic"} {
		r := adaptertest.Request(defaultRegion, adaptertest.With(field, text))
		_, err := New().Generate(t.Context(), adaptertest.Input(described(t), profile.Simulation, r))
		assert.Error(t, err, text)
	}
}
