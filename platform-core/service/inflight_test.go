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

// poster calls one of the two POSTs that take a key: a proposal binds and waits as
// a request does. payload is the number of a request; stored returns how many of
// what it makes are listed.
type poster struct {
	adapter *scripted
	post    func(ctx context.Context, key store.Key, payload int) error
	stored  func() int
	// calls of the adapter make one entry.
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
		r, err := s.Submit(t.Context(), store.Key(fmt.Sprint(i)), theRequest(t, fmt.Sprintf("app-%d", i)))
		require.NoError(t, err)
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

// started posts without waiting for the answer.
func (p poster) started(ctx context.Context, key store.Key, payload int) <-chan error {
	answer := make(chan error, 1)
	go func() { answer <- p.post(ctx, key, payload) }()
	synctest.Wait()
	return answer
}

// pending reports that there is no answer yet, though nothing else can happen.
func pending(answer <-chan error) bool {
	synctest.Wait()
	return len(answer) == 0
}

// eachPoster runs a test on both POSTs, with an adapter that waits for its release.
func eachPoster(t *testing.T, test func(t *testing.T, p poster)) {
	for name, poster := range map[string]func(*testing.T, *service.Service) poster{"requests": requests, "proposals": proposals} {
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

// A key is bound from the moment that its record is stored, and not before:
// another payload with it waits for the call in flight.
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

// Several payloads wait for one key: whenever the call in flight fails, one of
// them is next and the others wait for it.
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

// One call in flight has several keys: each is bound when it lands, and each is
// waited for until then.
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

// Two keys and two payloads, each key used with both: whoever waits holds
// nothing that the other waits for.
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

// A caller that leaves takes nothing back: the call that it started continues, keeps
// it until it lands, and then its key is bound. One that leaves while it waits has
// done nothing.
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

// atCapacity returns a service that may hold one record, whose adapter waits for its release.
func atCapacity(t *testing.T) poster {
	adapter := &scripted{release: make(chan struct{})}
	s := service.New(service.Options{Adapters: one{adapter}, Now: clock, MaxRecords: 1})
	_, _, err := s.Install(t.Context(), draft(t, simulation))
	require.NoError(t, err)
	p := requests(t, s)
	p.adapter = adapter
	return p
}

// A service is full when what it holds says so: calls in flight may fail yet.
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

// The keys of a call in flight are bound in the order of their callers, for as long as there is
// capacity for them.
func TestTheKeysOfACallInFlightAreBoundInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := atCapacity(t)
		var answers []<-chan error // the fifth is one more than four
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

// The key is compared before the request is looked for, and waits like any other.
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
