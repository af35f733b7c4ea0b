package service_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
)

// poster calls Submit or Propose, which use an idempotency key in the same way.
type poster struct {
	adapter *scripted
	// post calls the service. payload is the number of a request.
	post func(ctx context.Context, key store.Key, payload int) error
	// stored returns the number of stored records or proposals.
	stored func() int
	// calls is the number of calls of the adapter for one record or proposal.
	calls int
}

func requests(t *testing.T, s *service.Service) (p poster) {
	p.post = func(ctx context.Context, key store.Key, payload int) error {
		_, err := s.Submit(ctx, key, theRequest(t, fmt.Sprintf("app-%d", payload)))
		return err
	}
	p.stored, p.calls = func() int { return listed(t, s.Records, store.RecordFilter{}) }, 1
	return p
}

func proposals(t *testing.T, s *service.Service) (p poster) {
	var ids []string
	for i := range 8 {
		r := submitted(t, s, store.Key(fmt.Sprint(i)), theRequest(t, fmt.Sprintf("app-%d", i)))
		ids = append(ids, r.RequestID)
	}
	p.post = func(ctx context.Context, key store.Key, payload int) error {
		_, err := s.Propose(ctx, key, ids[payload])
		return err
	}
	p.stored, p.calls = func() int { return listed(t, s.Proposals, store.ProposalFilter{}) }, 2
	return p
}

func listed[F, T any](t *testing.T, list func(context.Context, F, store.Page) (wire.List[T], error), all F) int {
	found, err := list(t.Context(), all, store.Page{})
	require.NoError(t, err)
	return len(found.Items)
}

// started calls post in a goroutine, and returns a channel for its error.
func (p poster) started(ctx context.Context, key store.Key, payload int) <-chan error {
	answer := make(chan error, 1)
	go func() { answer <- p.post(ctx, key, payload) }()
	synctest.Wait()
	return answer
}

// pending reports whether there is no answer yet, after all goroutines block.
func pending(answer <-chan error) bool {
	synctest.Wait()
	return len(answer) == 0
}

// posters returns a poster of each kind for a service.
var posters = map[string]func(*testing.T, *service.Service) poster{"requests": requests, "proposals": proposals}

// eachPoster runs a test for requests and for proposals, with an adapter that waits for its release.
func eachPoster(t *testing.T, test func(t *testing.T, p poster)) {
	for name, poster := range posters {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				adapter := &scripted{}
				p := poster(t, installed(t, adapter, simulation))
				p.adapter = adapter
				adapter.calls.Store(0)
				adapter.release = make(chan struct{})
				test(t, p)
			})
		})
	}
}

var errDown = problem.New(problem.AdapterUnavailable, "down")

// TestAKeyInFlightIsWaitedFor checks that a call waits if the in-flight call with its key has another
// payload. The key is bound when the in-flight call stores its record.
func TestAKeyInFlightIsWaitedFor(t *testing.T) {
	for name, fails := range map[string]bool{"winner succeeds": false, "winner fails": true} {
		t.Run(name, func(t *testing.T) {
			eachPoster(t, func(t *testing.T, p poster) {
				if fails {
					p.adapter.fail.Store(errDown)
				}
				winner := p.started(t.Context(), "k", 0)
				other := p.started(t.Context(), "k", 1)
				assert.True(t, pending(other), "nothing is stored, so nothing can be reused")
				assert.Zero(t, p.stored())
				assert.EqualValues(t, 1, p.adapter.calls.Load(), "it does not evaluate what it may not store")
				close(p.adapter.release)
				if fails {
					assert.Equal(t, problem.AdapterUnavailable, code(<-winner))
					assert.NoError(t, <-other, "the key is as good as new")
					assert.Equal(t, problem.IdempotencyKeyReused, code(p.post(t.Context(), "k", 0)))
				} else {
					assert.NoError(t, <-winner)
					assert.Equal(t, problem.IdempotencyKeyReused, code(<-other))
				}
				assert.Equal(t, 1, p.stored())
			})
		})
	}
}

// TestOneOfThoseThatWaitIsNext checks several payloads that wait for one key. If the in-flight call fails,
// one of them starts, and the others wait for it.
func TestOneOfThoseThatWaitIsNext(t *testing.T) {
	eachPoster(t, func(t *testing.T, p poster) {
		const waiting = 5
		p.adapter.fail.Store(errDown)
		first := p.started(t.Context(), "k", 0)
		var others []<-chan error
		for i := range waiting {
			others = append(others, p.started(t.Context(), "k", i+1))
		}
		for failed := range waiting - 1 {
			p.adapter.release <- struct{}{}
			synctest.Wait()
			assert.EqualValues(t, failed+2, p.adapter.calls.Load(), "one more call, and only one")
			p.adapter.fail.Store(errDown)
			assert.Zero(t, p.stored())
		}
		p.adapter.fail.Store(nil)
		close(p.adapter.release)
		codes := map[problem.Code]int{code(<-first): 1}
		for _, other := range others {
			codes[code(<-other)]++
		}
		assert.Equal(t, map[problem.Code]int{problem.AdapterUnavailable: waiting - 1, problem.IdempotencyKeyReused: 1, "": 1}, codes)
		assert.Equal(t, 1, p.stored())
	})
}

// TestEachKeyOfACallInFlightIsWaitedFor checks one in-flight call with several keys. Other payloads with
// these keys wait for it. Its success binds all of the keys.
func TestEachKeyOfACallInFlightIsWaitedFor(t *testing.T) {
	for name, fails := range map[string]bool{"succeeds": false, "fails": true} {
		t.Run(name, func(t *testing.T) {
			eachPoster(t, func(t *testing.T, p poster) {
				if fails {
					p.adapter.fail.Store(errDown)
				}
				var same, others []<-chan error
				keys := []store.Key{"a", "b", "c"}
				for _, key := range keys {
					same = append(same, p.started(t.Context(), key, 0))
				}
				for i, key := range keys {
					others = append(others, p.started(t.Context(), key, i+1))
					assert.True(t, pending(others[i]))
				}
				assert.EqualValues(t, 1, p.adapter.calls.Load())
				close(p.adapter.release)
				for i := range keys {
					if fails {
						assert.Equal(t, problem.AdapterUnavailable, code(<-same[i]))
						assert.NoError(t, <-others[i])
					} else {
						assert.NoError(t, <-same[i])
						assert.Equal(t, problem.IdempotencyKeyReused, code(<-others[i]))
					}
				}
			})
		})
	}
}

// TestKeysAndPayloadsDoNotWaitForEachOther checks that there is no deadlock between two keys that are both
// used with two payloads.
func TestKeysAndPayloadsDoNotWaitForEachOther(t *testing.T) {
	eachPoster(t, func(t *testing.T, p poster) {
		answers := []<-chan error{
			p.started(t.Context(), "a", 0), p.started(t.Context(), "b", 1),
			p.started(t.Context(), "a", 1), p.started(t.Context(), "b", 0),
		}
		close(p.adapter.release)
		for i, want := range []problem.Code{"", "", problem.IdempotencyKeyReused, problem.IdempotencyKeyReused} {
			assert.Equal(t, want, code(<-answers[i]), i)
		}
	})
}

// TestACallerThatLeavesTakesNothingBack checks a caller that cancels. The call that it started continues
// and binds the key. A cancelled call that only waited has no effect.
func TestACallerThatLeavesTakesNothingBack(t *testing.T) {
	eachPoster(t, func(t *testing.T, p poster) {
		ctx, leave := context.WithCancel(t.Context())
		started, waiting := p.started(ctx, "k", 0), p.started(ctx, "k", 1)
		leave()
		require.ErrorIs(t, <-waiting, context.Canceled, "it leaves at once")
		assert.True(t, pending(started), "others may wait for what it makes")
		other := p.started(t.Context(), "k", 2)
		assert.True(t, pending(other), "the key may yet be bound")
		close(p.adapter.release)
		assert.NoError(t, <-started)
		assert.Equal(t, problem.IdempotencyKeyReused, code(<-other), "it is bound without its caller")
		assert.NoError(t, p.post(t.Context(), "k", 0))
		assert.EqualValues(t, p.calls, p.adapter.calls.Load(), "the evaluation continued without it")
		assert.Equal(t, 1, p.stored())
	})
}

// atCapacity returns a poster of requests. Its service may store one record, and its adapter waits for its
// release.
func atCapacity(t *testing.T) poster {
	adapter := &scripted{release: make(chan struct{})}
	s := installedWith(t, service.Options{Adapters: catalogOf{impl: adapter}, MaxRecords: 1}, simulation)
	p := requests(t, s)
	p.adapter = adapter
	return p
}

// TestCapacityIsNotTakenByWhatFails checks that in-flight calls do not count for the capacity, because
// they may still fail.
func TestCapacityIsNotTakenByWhatFails(t *testing.T) {
	for name, fails := range map[string]bool{"one succeeds": false, "one fails": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := atCapacity(t)
				want := problem.CapacityExhausted
				if fails {
					p.adapter.fail.Store(errDown)
					want = problem.AdapterUnavailable
				}
				first, second := p.started(t.Context(), "a", 0), p.started(t.Context(), "b", 1)
				assert.True(t, pending(first))
				assert.True(t, pending(second))
				close(p.adapter.release)
				assert.ElementsMatch(t, []problem.Code{"", want}, []problem.Code{code(<-first), code(<-second)})
				assert.Equal(t, 1, p.stored(), "one of the two got what was left")
			})
		})
	}
}

// TestTheKeysOfACallInFlightAreBoundInOrder checks that an in-flight call binds the keys of its callers in
// their order, until the capacity for keys is used up.
func TestTheKeysOfACallInFlightAreBoundInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := atCapacity(t)
		var answers []<-chan error // the service has capacity for four keys
		for i := range 5 {
			answers = append(answers, p.started(t.Context(), store.Key(fmt.Sprint(i)), 0))
		}
		assert.True(t, pending(answers[4]))
		close(p.adapter.release)
		for i := range 4 {
			assert.NoError(t, <-answers[i])
		}
		assert.Equal(t, problem.CapacityExhausted, code(<-answers[4]))
	})
}

// TestAKeyInFlightIsWaitedForAlsoByAnUnknownRequest checks that Propose compares the key before it looks
// for the request. So a call for an unknown request also waits for the in-flight call with its key.
func TestAKeyInFlightIsWaitedForAlsoByAnUnknownRequest(t *testing.T) {
	for name, fails := range map[string]bool{"winner succeeds": false, "winner fails": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				adapter := &scripted{}
				s := installed(t, adapter, simulation)
				p := proposals(t, s)
				adapter.release = make(chan struct{})
				want := problem.IdempotencyKeyReused
				if fails {
					adapter.fail.Store(errDown)
					want = problem.RequestNotFound
				}
				winner := p.started(t.Context(), "k", 0)
				unknown := make(chan error, 1)
				go func() {
					_, err := s.Propose(t.Context(), "k", "req-00000000000000000000")
					unknown <- err
				}()
				assert.True(t, pending(unknown))
				close(adapter.release)
				<-winner
				assert.Equal(t, want, code(<-unknown))
			})
		})
	}
}
