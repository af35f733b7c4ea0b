package service_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
)

// TestConcurrentCallers sends two payloads with the same key many times, while the adapter is slow. One
// payload wins the key, and the adapter gets one call.
func TestConcurrentCallers(t *testing.T) {
	adapter := &scripted{release: make(chan struct{})}
	s := installed(t, adapter, simulation)
	const callers = 64
	var wg sync.WaitGroup
	results := make([]service.Submission, callers)
	errs := make([]error, callers)
	for i := range callers {
		wg.Go(func() {
			results[i], errs[i] = s.Submit(context.Background(), "one-key", theRequest(t, fmt.Sprintf("app-%d", i%2)))
		})
	}
	quick := installedWhileBusy(t, s)
	close(adapter.release)
	wg.Wait()
	assert.NoError(t, quick, "reads do not wait for the adapter")

	won, lost := map[string]int{}, 0
	for i := range callers {
		if errs[i] != nil {
			assert.Equal(t, problem.IdempotencyKeyReused, code(errs[i]))
			lost++
			continue
		}
		won[results[i].RequestID]++
	}
	assert.Len(t, won, 1, "one payload wins the key")
	assert.Equal(t, callers/2, lost)
	assert.Equal(t, 1, counts(t, s).Requests[request.Accepted], "exactly one record")
	assert.EqualValues(t, 1, adapter.calls.Load(), "one call in flight per fingerprint")
}

// TestConcurrentProposals is [TestConcurrentCallers] for proposals.
func TestConcurrentProposals(t *testing.T) {
	adapter := &scripted{}
	s := installed(t, adapter, simulation)
	var ids [2]string
	for i := range ids {
		r, err := s.Submit(t.Context(), store.Key(fmt.Sprint(i)), theRequest(t, fmt.Sprintf("app-%d", i)))
		require.NoError(t, err)
		ids[i] = r.RequestID
	}
	adapter.release = make(chan struct{})
	adapter.calls.Store(0)
	const callers = 64
	var wg sync.WaitGroup
	results := make([]*store.Proposal, callers)
	errs := make([]error, callers)
	for i := range callers {
		wg.Go(func() { results[i], errs[i] = s.Propose(context.Background(), "one-key", ids[i%2]) })
	}
	assert.NoError(t, installedWhileBusy(t, s))
	close(adapter.release)
	wg.Wait()
	won, lost := map[string]int{}, 0
	for i := range callers {
		if errs[i] != nil {
			assert.Equal(t, problem.IdempotencyKeyReused, code(errs[i]))
			lost++
			continue
		}
		won[results[i].ProposalID]++
	}
	assert.Len(t, won, 1)
	assert.Equal(t, callers/2, lost)
	assert.Equal(t, 1, counts(t, s).Proposals)
	assert.EqualValues(t, 2, adapter.calls.Load(), "one evaluation and one generation")
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
