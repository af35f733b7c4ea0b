package adapterhost

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/convert"
	"platform.internal/platform-core/internal/rpc"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
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

// method is one of the contract: how its input and its answer travel, and what checks the answer.
type method[In, Out any] struct {
	name  string
	write convert.Conversion[In]
	read  convert.Conversion[Out]
	check func(adapter.Description, In, Out) error
}

var (
	checkInstallationMethod = method[profile.Profile, []profile.Check]{
		rpc.CheckInstallation, convert.Profile, convert.Checks,
		func(d adapter.Description, _ profile.Profile, checks []profile.Check) error {
			return adapter.CheckChecks(d.ID, checks)
		},
	}
	evaluateMethod = method[adapter.Input, adapter.Evaluation]{rpc.Evaluate, convert.Input, convert.Evaluation, adapter.CheckEvaluation}
	generateMethod = method[adapter.Input, adapter.Generation]{
		rpc.Generate, convert.Input, convert.Generation,
		func(d adapter.Description, _ adapter.Input, g adapter.Generation) error {
			return adapter.CheckGeneration(d.ID, g)
		},
	}
)

// question returns the call of the method with an input.
func (m method[In, Out]) question(in In) question {
	return question{method: m.name, fingerprint: func() fingerprint {
		return sha256.Sum256(append([]byte(m.name+"\x00"), m.write.Encode(in)...))
	}}
}

// of returns what puts the question to an adapter, and checks the answer.
func (m method[In, Out]) of(in In) func(context.Context, *instance) (Out, error) {
	return func(ctx context.Context, i *instance) (out Out, err error) {
		asked := convert.Question[In]{Of: in, Host: thisHost}
		if out, err = rpc.Ask(ctx, i.connection, m.name, asked, convert.Asked(m.write), m.read); err == nil {
			err = m.check(i.status.Description, in, out)
		}
		return out, err
	}
}

// look returns what reads something of a running adapter, and asks the process nothing.
func look[T any](read func(*instance) T) func(context.Context, *instance) (T, error) {
	return func(_ context.Context, i *instance) (T, error) { return read(i), nil }
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
