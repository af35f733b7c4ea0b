package service_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
)

// TestConcurrentCallers sends two payloads with the same key many times, while the adapter is slow. One
// payload wins the key, and the adapter is called for it only.
func TestConcurrentCallers(t *testing.T) {
	for name, poster := range posters {
		t.Run(name, func(t *testing.T) {
			adapter := &scripted{}
			s := installed(t, adapter, simulation)
			p := poster(t, s)
			adapter.calls.Store(0)
			adapter.release = make(chan struct{})
			var wg sync.WaitGroup
			errs := make([]error, 64)
			for i := range errs {
				wg.Go(func() { errs[i] = p.post(context.Background(), "one-key", i%2) })
			}
			quick := installedWhileBusy(t, s)
			close(adapter.release)
			wg.Wait()
			assert.NoError(t, quick, "reads do not wait for the adapter")
			won := map[int]int{}
			for i, err := range errs {
				if err != nil {
					assert.Equal(t, problem.IdempotencyKeyReused, code(err))
					continue
				}
				won[i%2]++
			}
			assert.Equal(t, []int{len(errs) / 2}, slices.Collect(maps.Values(won)), "one payload wins the key")
			assert.Equal(t, 1, p.stored())
			assert.EqualValues(t, p.calls, adapter.calls.Load(), "one call in flight per fingerprint")
		})
	}
}

// installedWhileBusy reads from the service during an evaluation. It fails if a read waits for the adapter.
func installedWhileBusy(t *testing.T, s *service.Service) error {
	t.Helper()
	done := make(chan error, 1)
	go func() {
		_, err := s.Installation(t.Context())
		s.Records(t.Context(), store.RecordFilter{}, store.Page{})
		counts(t, s)
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(10 * time.Second):
		return fmt.Errorf("a read waited for the adapter")
	}
}

func TestCallersOfOneFailureAllLearnOfIt(t *testing.T) {
	adapter := &scripted{release: make(chan struct{})}
	s := installed(t, adapter, simulation)
	adapter.fail.Store(problem.New(problem.AdapterUnavailable, "down"))
	var wg sync.WaitGroup
	errs := make([]error, 16)
	for i := range errs {
		wg.Go(func() {
			_, errs[i] = s.Submit(context.Background(), store.Key(fmt.Sprintf("key-%d", i)), theRequest(t, "checkout"))
		})
	}
	require.Eventually(t, func() bool { return adapter.calls.Load() == 1 }, 5*time.Second, time.Millisecond)
	close(adapter.release)
	wg.Wait()
	failed := 0
	for _, err := range errs {
		if err != nil {
			assert.Equal(t, problem.AdapterUnavailable, code(err))
			failed++
		}
	}
	assert.Positive(t, failed)
	for i := range errs {
		_, err := s.Submit(t.Context(), store.Key(fmt.Sprintf("key-%d", i)), theRequest(t, "checkout"))
		assert.NoError(t, err, "each can be tried again")
	}
}
