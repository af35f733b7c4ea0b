package service_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
)

func TestIdempotencyRules(t *testing.T) {
	adapter := &scripted{}
	s := installed(t, adapter, simulation)
	first := submitted(t, s, "a", theRequest(t, "checkout"))

	again := submitted(t, s, "a", theRequest(t, "checkout"))
	assert.Same(t, first.Record, again.Record, "same key, same payload: the original")

	_, err := s.Submit(t.Context(), "a", theRequest(t, "other"))
	assert.Equal(t, problem.IdempotencyKeyReused, code(err), "same key, other payload")

	other := submitted(t, s, "b", theRequest(t, "checkout"))
	assert.Same(t, first.Record, other.Record, "other key, same payload: the canonical record")
	_, err = s.Submit(t.Context(), "b", theRequest(t, "other"))
	assert.Equal(t, problem.IdempotencyKeyReused, code(err), "the other key is bound now")
	assert.EqualValues(t, 1, adapter.calls.Load())

	p1, err := s.Propose(t.Context(), "a", first.RequestID)
	require.NoError(t, err, "the two POSTs have key spaces of their own")
	p2 := proposed(t, s, "z", first.RequestID)
	assert.Same(t, p1, p2)
	second := submitted(t, s, "c", theRequest(t, "other"))
	_, err = s.Propose(t.Context(), "a", second.RequestID)
	assert.Equal(t, problem.IdempotencyKeyReused, code(err))
}

// TestFailuresLeaveNothing checks that a failed call stores nothing and binds no idempotency key. A retry
// of the call succeeds.
func TestFailuresLeaveNothing(t *testing.T) {
	adapter := &scripted{}
	s := installed(t, adapter, simulation)
	adapter.fail.Store(problem.New(problem.AdapterUnavailable, "down"))
	_, err := s.Submit(t.Context(), "a", theRequest(t, "checkout"))
	require.Equal(t, problem.AdapterUnavailable, code(err))
	assert.Empty(t, counts(t, s).Requests)

	adapter.panics.Store(true)
	_, err = s.Submit(t.Context(), "a", theRequest(t, "checkout"))
	require.Equal(t, problem.InternalError, code(err))
	adapter.panics.Store(false)

	record, err := s.Submit(t.Context(), "a", theRequest(t, "other"))
	require.NoError(t, err, "the key was not bound")
	adapter.fail.Store(problem.New(problem.AdapterUnavailable, "down"))
	_, err = s.Propose(t.Context(), "a", record.RequestID)
	require.Equal(t, problem.AdapterUnavailable, code(err))
	assert.Zero(t, counts(t, s).Proposals)
	proposed(t, s, "a", record.RequestID)
}

func TestAKeyOfAnotherProposalIsReusedAlsoForAnUnknownRequest(t *testing.T) {
	s := installed(t, &scripted{}, simulation)
	r := submitted(t, s, "a", theRequest(t, "checkout"))
	proposed(t, s, "a", r.RequestID)
	_, err := s.Propose(t.Context(), "a", "req-00000000000000000000")
	assert.Equal(t, problem.IdempotencyKeyReused, code(err))
}
