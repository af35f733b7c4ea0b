package adapterhost

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"google.golang.org/protobuf/proto"
)

// maxKills bounds how often a call is repeated because its process was killed
// from outside.
const maxKills = 16

// question is one call of an adapter, however often it is made.
type question[T any] struct {
	method string
	// input is what distinguishes the call from others; nil for a question about the
	// process, which no request can be blamed for.
	input func() proto.Message
	call  func(context.Context, *instance) (T, error)
}

func (q question[T]) fingerprint() fingerprint {
	if q.input == nil {
		return fingerprint{}
	}
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(q.input())
	if err != nil { // text that is not UTF-8, which no call gets past
		data = nil
	}
	return sha256.Sum256(append([]byte(q.method+"\x00"), data...))
}

// ask makes a call. A caller that leaves is not kept waiting, and the call
// continues without it, to its own deadline: only so is a process found to hang
// whose callers leave before that.
func ask[T any](ctx context.Context, r *remote, q question[T]) (answer T, err error) {
	type reply struct {
		answer T
		err    error
	}
	replies := make(chan reply, 1)
	go func() {
		answer, err := persist(ctx, r, q)
		replies <- reply{answer, err}
	}()
	select {
	case reply := <-replies:
		return reply.answer, reply.err
	case <-ctx.Done():
		return answer, ctx.Err()
	}
}

// persist makes the call, and once more on a fresh process when the first one
// went down under it: every answer is a pure function of its input. A kill from
// outside is not the call's fault: the call is repeated, for as long as a call
// may take and maxKills times at most.
func persist[T any](ctx context.Context, r *remote, q question[T]) (answer T, err error) {
	began, kills, repeated := time.Now(), 0, false
	for {
		release, err := r.admit(ctx, q.method, q.fingerprint)
		if err != nil {
			return answer, err
		}
		answer, g, err := attempt(ctx, r, q)
		release()
		switch {
		case err == nil && repeated:
			r.suspects.clear(q.fingerprint())
			return answer, nil
		case err == nil || ctx.Err() != nil:
			return answer, err
		case errors.Is(err, errKilled):
			kills++
			if kills == maxKills || time.Since(began) > r.limits.call {
				return answer, err
			}
		case errors.Is(err, errCrashed), errors.Is(err, errUnresponsive), errors.Is(err, errTimedOut):
			if g != nil && q.input != nil {
				r.suspects.strike(q.fingerprint(), g)
			}
			if repeated || errors.Is(err, errTimedOut) {
				return answer, err
			}
			repeated = true
		default:
			return answer, err
		}
	}
}

// admit refuses a request that went down with too many processes, and queues one
// that went down with any. A process that crashes takes all its calls with it,
// of which one may be the cause: they are repeated one at a time, so that the
// next crash hits only its cause. The caller calls release after the call.
func (r *remote) admit(ctx context.Context, method string, print func() fingerprint) (release func(), err error) {
	release = func() {}
	if r.suspects.empty() {
		return release, nil
	}
	f := print()
	strikes, wait := r.suspects.strikes(f)
	if strikes > 0 && strikes < maxStrikes {
		if err := r.enter(ctx, method); err != nil {
			return nil, err
		}
		release = func() { <-r.queue }
		strikes, wait = r.suspects.strikes(f)
	}
	if strikes >= maxStrikes {
		release()
		return nil, r.failure.refused(method, wait)
	}
	return release, nil
}

// enter waits for the queue, for as long as a call may take.
func (r *remote) enter(ctx context.Context, method string) error {
	limited, cancel := context.WithTimeout(ctx, r.limits.call)
	defer cancel()
	select {
	case r.queue <- struct{}{}:
		return nil
	case <-limited.Done():
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return r.failure.timedOut(method, r.limits.call, limited.Err())
	}
}

// attempt makes the call once. The generation is nil when there was no process to
// ask. Only the wait for a process ends with ctx.
func attempt[T any](ctx context.Context, r *remote, q question[T]) (answer T, g *generation, err error) {
	g, err = r.supervisor.acquire(ctx)
	if err != nil {
		return answer, nil, err
	}
	defer func() { r.supervisor.release(g, err == nil && q.input != nil) }()
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.limits.call)
	defer cancel()
	answer, err = q.call(limited, g.instance)
	if err != nil {
		err = r.explain(q.method, g, err)
	}
	return answer, g, err
}
