package space_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/space"
)

// TestSearchStaysWithinItsBudget checks that a search which ends early reports it, returns only accepted fixes, and names no
// contradiction.
func TestSearchStaysWithinItsBudget(t *testing.T) {
	bounded := 0
	for seed := range uint64(60) {
		w, r := newWorld(seed), original(t)
		if !w.denied(r) {
			continue
		}
		whole := searched(t, w.problem(r))
		for _, steps := range []int{0, 1, policy.RequestSteps/10 + 100, policy.RequestSteps/10 + 1000, policy.RequestSteps / 5} {
			p := w.problem(r)
			p.Budget = policy.NewBudget(t.Context(), steps)
			over := p.Evaluate
			p.Evaluate = func(r request.Request, e request.Estimate) outcome {
				p.Budget.Spend(10)
				return over(r, e)
			}
			got := searched(t, p)
			if !got.LimitReached {
				assert.Equal(t, whole.Fixes, got.Fixes, "seed %d, %d steps", seed, steps)
				continue
			}
			bounded++
			assert.Empty(t, got.Contradicting, "seed %d, %d steps", seed, steps)
			for _, f := range got.Fixes {
				assert.False(t, w.denied(f.Request), "seed %d, %d steps", seed, steps)
			}
		}
	}
	assert.Greater(t, bounded, 60)
}

// TestSearchEndsWithItsContext checks a search that never asks the adapter.
func TestSearchEndsWithItsContext(t *testing.T) {
	w, r := newWorld(1), original(t)
	require.True(t, w.denied(r))
	ctx, leave := context.WithCancel(t.Context())
	leave()
	_, err := space.Search(ctx, w.problem(r))
	require.ErrorIs(t, err, context.Canceled)
}
