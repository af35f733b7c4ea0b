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

// maxKills bounds how often a call is repeated because its process was killed from outside.
const maxKills = 16

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
	evaluateMethod = method[adapter.Input, adapter.Evaluation]{
		rpc.Evaluate, convert.Input, convert.Evaluation, adapter.CheckEvaluation,
	}
	generateMethod = method[adapter.Input, adapter.Generation]{
		rpc.Generate, convert.Input, convert.Generation,
		func(d adapter.Description, _ adapter.Input, g adapter.Generation) error {
			return adapter.CheckGeneration(d.ID, g)
		},
	}
)

// CheckInstallation returns the adapter's readiness checks of a profile.
func (r *remote) CheckInstallation(ctx context.Context, p profile.Profile) ([]profile.Check, error) {
	return call(ctx, r, checkInstallationMethod, p)
}

// Evaluate returns the adapter's evaluation of an input.
func (r *remote) Evaluate(ctx context.Context, in adapter.Input) (adapter.Evaluation, error) {
	return call(ctx, r, evaluateMethod, in)
}

// Generate returns what the adapter generates of an input.
func (r *remote) Generate(ctx context.Context, in adapter.Input) (adapter.Generation, error) {
	return call(ctx, r, generateMethod, in)
}

// Describe returns the description from the running adapter's start.
func (r *remote) Describe(ctx context.Context) (adapter.Description, error) {
	status, err := r.status(ctx)
	return status.Description, err
}

// status returns what a host shows of the adapter, starting it if need be. It asks the process nothing.
func (r *remote) status(ctx context.Context) (status adapter.Status, err error) {
	var running *instance
	err = r.wait(ctx, question{put: func(_ context.Context, i *instance) error {
		running = i
		return nil
	}})
	if err != nil {
		return adapter.Status{}, err
	}
	return running.shown(), nil
}

// call asks the adapter a question of a method.
func call[In, Out any](ctx context.Context, r *remote, m method[In, Out], in In) (Out, error) {
	var answer, none Out
	q := question{method: m.name}
	q.fingerprint = func() fingerprint {
		return sha256.Sum256(append([]byte(m.name+"\x00"), m.write.Encode(in)...))
	}
	q.put = func(ctx context.Context, i *instance) (err error) {
		asked := convert.Question[In]{Of: in, Host: thisHost}
		if answer, err = rpc.Ask(ctx, i.connection, m.name, asked, convert.Asked(m.write), m.read); err == nil {
			err = m.check(i.status.Description, in, answer)
		}
		return err
	}
	if err := r.wait(ctx, q); err != nil {
		return none, err // the call may continue, and still write its answer
	}
	return answer, nil
}

// question is one call of an adapter, however often it is made.
type question struct {
	method string
	// fingerprint distinguishes the call from others; nil for a question about the process, which no request can be
	// blamed for.
	fingerprint func() fingerprint
	// put puts it to an adapter, and keeps the answer.
	put func(context.Context, *instance) error
}

// wait makes a call and waits for its answer. A caller that leaves is not kept waiting, and the call continues without
// it, to its own deadline: only so is a process found to hang whose callers leave before that.
func (r *remote) wait(ctx context.Context, q question) error {
	if ctx.Done() == nil { // this caller stays
		return r.persist(ctx, q)
	}
	over := make(chan error, 1)
	go func() { over <- r.persist(ctx, q) }()
	select {
	case err := <-over:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// persist makes the call, and once more on a fresh process when the first one went down under it: every answer is a
// pure function of its input. A kill from outside is not the call's fault: the call is repeated, for as long as a call
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

// admit refuses a request that went down with too many processes, and queues one that went down with any. A process
// that crashes takes all its calls with it, of which one may be the cause: they are repeated one at a time, so that
// the next crash hits only its cause. The caller calls release after the call.
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

// attempt makes the call once. The generation is nil when there was no process to ask. Only the wait for a process ends
// with ctx.
func (r *remote) attempt(ctx context.Context, q question) (g *generation, err error) {
	asked := q.fingerprint != nil
	if asked {
		if err := r.enter(ctx, r.seats); err != nil {
			return nil, err
		}
		defer func() { <-r.seats }()
	}
	g, err = r.acquire(ctx, asked)
	if err != nil {
		return nil, err
	}
	defer func() {
		r.release(g, err == nil && asked)
		if r.options.PerCall && asked {
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
