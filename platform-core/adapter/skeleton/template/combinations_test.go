package template

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest/answers"
	"platform.internal/platform-core/adapter/adaptertest/orders"
	"platform.internal/platform-core/adapter/adaptertest/posture"
	"platform.internal/platform-core/adapter/adaptertest/terraform"
)

func described(t *testing.T) adapter.Description {
	t.Helper()
	d, err := New().Describe(t.Context())
	require.NoError(t, err)
	return d
}

// TestEveryCombination holds the whole answer to every region, size,
// environment, classification and mode, where the conformance suite holds the
// files of some: costs to the item, parents, and main.tf against the inventory.
func TestEveryCombination(t *testing.T) {
	d, root := described(t), posture.Read(t, rootText)
	for order := range orders.All(d) {
		a, err := answers.Of(t.Context(), New(), order)
		require.NoError(t, err)
		require.NoError(t, answers.Check(d, a))
		module, err := root.With(a.Inputs())
		require.NoError(t, err)
		require.NoError(t, terraform.CheckInventory(module, a.Evaluation.Resources, "name"), a)
	}
}

func TestWhatCannotBeSizedHasNoFiles(t *testing.T) {
	d := described(t)
	for _, name := range []string{"nothing at all", "unknown region", "unknown size"} {
		_, err := New().Generate(t.Context(), orders.Unsizable(d)[name])
		assert.Error(t, err, name)
	}
}
