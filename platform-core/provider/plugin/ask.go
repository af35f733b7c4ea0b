package plugin

import (
	"context"
	"crypto/sha256"
	"errors"
	"sync"

	"google.golang.org/protobuf/proto"
)

type message = proto.Message

// question is one call of an adapter, as often as it is asked.
type question[T any] struct {
	method string
	// input is what the call is told from others by.
	input func() message
	call  func(context.Context, *instance) (T, error)
}

// fingerprint is made only once a process went down: it takes longer than a
// quick call.
func (q question[T]) fingerprint() fingerprint {
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(q.input())
	if err != nil { // text that is not UTF-8, which no call gets past
		data = nil
	}
	return sha256.Sum256(append([]byte(q.method+"\x00"), data...))
}

// ask makes a call, and once more on a fresh process when the first one died
// under it: every answer is a pure function of its input. A call that took down
// mostStrikes processes is refused, now and for a while, so that it does not go
// on killing.
//
// A process that dies takes all its calls with it, of which one may be the
// cause. Those that are asked again therefore go one at a time: the next crash
// then hits only the one that causes it. Where the process was killed from
// outside none of them is, and nobody has to queue.
func ask[T any](ctx context.Context, r *remote, q question[T]) (answer T, err error) {
	strikes, err := r.known(q.method, q.fingerprint)
	if err != nil {
		return answer, err
	}
	if strikes == 0 {
		answer, g, err := once(ctx, r, q)
		r.hold(q.fingerprint, g, err)
		if g == nil || !errors.Is(err, errCrashed) {
			return answer, err
		}
		if g.instance.lastWords().killed {
			return askAgain(ctx, r, q)
		}
	}
	return askSuspect(ctx, r, q)
}

// hold remembers a call that a process went down under.
func (r *remote) hold(fingerprint func() fingerprint, g *generation, err error) {
	if g != nil && (errors.Is(err, errCrashed) || errors.Is(err, errHung)) {
		r.quarantine.strike(fingerprint(), g)
	}
}

// known returns how many processes went down under a call, or the Problem of
// one that is not asked any more.
func (r *remote) known(method string, fingerprint func() fingerprint) (int, error) {
	if !r.quarantine.some.Load() {
		return 0, nil
	}
	strikes, wait := r.quarantine.strikes(fingerprint())
	if strikes >= mostStrikes {
		return strikes, r.failure.quarantined(method, wait)
	}
	return strikes, nil
}

// askSuspect makes a call, for the last time, that may have ended a process.
func askSuspect[T any](ctx context.Context, r *remote, q question[T]) (answer T, err error) {
	leave, err := r.enterLane(ctx, q.method)
	if err != nil {
		return answer, err
	}
	defer leave()
	strikes, err := r.known(q.method, q.fingerprint)
	if err != nil {
		return answer, err
	}
	if strikes == 0 { // another one like it was answered
		leave()
	}
	return askAgain(ctx, r, q)
}

// askAgain makes a call for the last time.
func askAgain[T any](ctx context.Context, r *remote, q question[T]) (answer T, err error) {
	answer, g, err := once(ctx, r, q)
	r.hold(q.fingerprint, g, err)
	switch {
	case err == nil:
		r.quarantine.clear(q.fingerprint())
	case errors.Is(err, errCrashed) && g != nil:
		return answer, r.failure.crashed(g.instance.lastWords(), err)
	}
	return answer, err
}

// enterLane waits until no other suspect is asked, for as long as a call may
// take.
func (r *remote) enterLane(ctx context.Context, method string) (leave func(), err error) {
	limited, cancel := context.WithTimeout(ctx, r.limits.call)
	defer cancel()
	select {
	case r.lane <- struct{}{}:
		return sync.OnceFunc(func() { <-r.lane }), nil
	case <-limited.Done():
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, r.failure.hung(method, r.limits.call, limited.Err())
	}
}

// once makes a call once, and retires a process that it found dead or hung. The
// generation is nil when there was no process to ask.
func once[T any](ctx context.Context, r *remote, q question[T]) (answer T, g *generation, err error) {
	g, err = r.supervisor.acquire(ctx)
	if err != nil {
		return answer, nil, err
	}
	defer r.supervisor.leave(g)
	limited, cancel := context.WithTimeout(ctx, r.limits.call)
	defer cancel()
	given, err := q.call(limited, g.instance)
	if err == nil {
		r.supervisor.answered(g)
		return given, g, nil
	}
	err = r.explain(ctx, limited, q.method, err)
	if crashed := errors.Is(err, errCrashed); crashed || errors.Is(err, errHung) {
		r.supervisor.retire(g, crashed)
	}
	return answer, g, err
}
