package adapterhost

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/convert"
	"platform.internal/platform-core/problem"
)

// maxKills bounds how often a call is repeated because its process was killed
// from outside.
const maxKills = 16

// question is one call of an adapter, however often it is made.
type question struct {
	method string
	// fingerprint distinguishes the call from others; nil for a question about the
	// process, which no request can be blamed for.
	fingerprint func() fingerprint
	// put puts it to an adapter, and keeps the answer.
	put func(context.Context, *instance) error
}

// ask calls a method of the adapter. c is how its input is sent.
func ask[In, Out any](
	ctx context.Context, r *remote, method string, call func(adapter.Adapter, context.Context, In) (Out, error), in In,
	c convert.Conversion[In],
) (Out, error) {
	return wait(ctx, r, question{method: method, fingerprint: func() fingerprint {
		return sha256.Sum256(append([]byte(method+"\x00"), c.Encode(in)...))
	}}, func(ctx context.Context, i *instance) (Out, error) { return call(i, ctx, in) })
}

// look reads what a running adapter is known by, starting it if need be. It asks
// the process nothing.
func look[T any](ctx context.Context, r *remote, read func(*instance) T) (T, error) {
	return wait(ctx, r, question{}, func(_ context.Context, i *instance) (T, error) { return read(i), nil })
}

// wait makes a call and waits for its answer. A caller that leaves is not kept
// waiting, and the call continues without it, to its own deadline: only so is a
// process found to hang whose callers leave before that.
func wait[T any](ctx context.Context, r *remote, q question, call func(context.Context, *instance) (T, error)) (T, error) {
	var answer, none T
	q.put = func(ctx context.Context, i *instance) (err error) {
		answer, err = call(ctx, i)
		return err
	}
	if ctx.Done() == nil { // this caller stays
		err := r.persist(ctx, q)
		return answer, err
	}
	over := make(chan error, 1)
	go func() { over <- r.persist(ctx, q) }()
	select {
	case err := <-over:
		return answer, err
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

// persist makes the call, and once more on a fresh process when the first one
// went down under it: every answer is a pure function of its input. A kill from
// outside is not the call's fault: the call is repeated, for as long as a call
// may take and maxKills times at most.
func (r *remote) persist(ctx context.Context, q question) error {
	began, kills, repeated := time.Now(), 0, false
	for {
		release, err := r.admit(ctx, q)
		if err != nil {
			return err
		}
		g, err := r.attempt(ctx, q)
		release()
		down := errors.Is(err, errCrashed) || errors.Is(err, errUnresponsive) || errors.Is(err, errTimedOut)
		if down && g != nil && q.fingerprint != nil { // also where nobody waits any more
			r.suspects.strike(q.fingerprint(), g)
		}
		switch {
		case err == nil && repeated && q.fingerprint != nil:
			r.suspects.clear(q.fingerprint())
			return nil
		case err == nil || ctx.Err() != nil:
			return err
		case errors.Is(err, errKilled):
			kills++
			if kills == maxKills || time.Since(began) > r.options.CallTimeout {
				return err
			}
		case !down || repeated || errors.Is(err, errTimedOut):
			return err
		default:
			repeated = true
		}
	}
}

// admit refuses a request that went down with too many processes, and queues one
// that went down with any. A process that crashes takes all its calls with it,
// of which one may be the cause: they are repeated one at a time, so that the
// next crash hits only its cause. The caller calls release after the call.
func (r *remote) admit(ctx context.Context, q question) (release func(), err error) {
	release = func() {}
	if q.fingerprint == nil || r.suspects.empty() {
		return release, nil
	}
	f := q.fingerprint()
	strikes, wait := r.suspects.strikes(f)
	if strikes > 0 && strikes < maxStrikes {
		if err := r.enter(ctx, r.queue); err != nil {
			return nil, err
		}
		release = func() { <-r.queue }
		strikes, wait = r.suspects.strikes(f)
	}
	if strikes >= maxStrikes {
		release()
		return nil, r.failure.refused(q.method, wait)
	}
	return release, nil
}

// enter takes a place in a queue, for which it waits as long as a call may take.
func (r *remote) enter(ctx context.Context, queue chan struct{}) error {
	select {
	case queue <- struct{}{}:
		return nil
	default:
	}
	limited, cancel := context.WithTimeout(ctx, r.options.CallTimeout)
	defer cancel()
	select {
	case queue <- struct{}{}:
		return nil
	case <-limited.Done():
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return r.failure.fault(problem.AdapterBusy, limited.Err(), r.options.CallTimeout)
	}
}

// attempt makes the call once. The generation is nil when there was no process to
// ask. Only the wait for a process ends with ctx.
func (r *remote) attempt(ctx context.Context, q question) (g *generation, err error) {
	if q.fingerprint != nil {
		if err := r.enter(ctx, r.seats); err != nil {
			return nil, err
		}
		defer func() { <-r.seats }()
	}
	g, err = r.acquire(ctx, q.fingerprint != nil)
	if err != nil {
		return nil, err
	}
	defer func() {
		r.release(g, err == nil && q.fingerprint != nil)
		if r.options.PerCall && q.fingerprint != nil {
			_ = r.retire(g, errStopped)
		}
	}()
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.options.CallTimeout)
	defer cancel()
	if err = q.put(limited, g.instance); err != nil {
		err = r.explain(q.method, g, err)
	}
	return g, err
}
