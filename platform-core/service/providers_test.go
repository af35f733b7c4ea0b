package service_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/service"
)

// three is a catalog of three adapters. One of them cannot run. The adapters in slow take a minute to
// start.
type three struct {
	catalogOf
	slow []string
}

func (three) Providers() []string { return []string{"provider_a", "provider_b", "provider_t"} }

func (c three) Status(ctx context.Context, id string) (adapter.Status, error) {
	for _, slow := range c.slow {
		if id != slow {
			continue
		}
		select {
		case <-ctx.Done():
			return adapter.Status{}, ctx.Err()
		case <-time.After(time.Minute):
		}
	}
	if id == "provider_a" {
		return adapter.Status{}, problem.New(problem.AdapterUnavailable, "Gone.")
	}
	return c.catalogOf.Status(ctx, id)
}

// TestProvidersAreAskedAtOnce checks that the list asks all adapters at the same time. If the context of
// the caller ends, the list shows the other adapters as starting.
func TestProvidersAreAskedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		adapters := three{catalogOf{impl: &scripted{}}, []string{"provider_b", "provider_t"}}
		s := service.New(service.Options{Adapters: adapters, Now: clock})
		start := time.Now()
		list := s.Providers(t.Context())
		assert.Equal(t, time.Minute, time.Since(start), "not one after the other")
		require.Len(t, list, 3)
		assert.Equal(t, "Gone.", list[0].Problem.Detail)
		assert.True(t, list[1].Available && list[2].Available)

		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		start = time.Now()
		list = s.Providers(ctx)
		assert.Equal(t, 3*time.Second, time.Since(start))
		assert.Equal(t, "Gone.", list[0].Problem.Detail)
		for _, p := range list[1:] {
			assert.False(t, p.Available)
			assert.Equal(t, problem.AdapterUnavailable, p.Problem.Code)
			assert.Equal(t, problem.AdapterStarting, p.Problem.Fault())
			assert.Equal(t, "The adapter "+p.ID+" is still starting. Try again in a moment.", p.Problem.Detail)
		}
	})
}

// TestReadyWhileTheAdapterStarts checks that Ready reports a starting adapter when the context of the
// caller ends.
func TestReadyWhileTheAdapterStarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		adapters := &three{catalogOf: catalogOf{impl: &scripted{}}}
		s := service.New(service.Options{Adapters: adapters, Now: clock})
		assert.Zero(t, s.Ready(t.Context()), "nothing is installed")
		_, _, err := s.Install(t.Context(), draft(t, simulation))
		require.NoError(t, err)
		adapters.slow = []string{"provider_t"}

		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		ready := s.Ready(ctx)
		assert.Equal(t, time.Second, time.Since(start))
		assert.Equal(t, "provider_t", ready.Provider)
		require.Equal(t, problem.AdapterUnavailable, code(ready.Adapter))
		assert.Equal(t, problem.AdapterStarting, problem.From(ready.Adapter).Fault())
		assert.Positive(t, problem.From(ready.Adapter).RetryAfter)
	})
}
