package adapterhost

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/rpc"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// maxKills is the number of kills from outside after which a call is not repeated again.
const maxKills = 16

// CheckInstallation returns the adapter's readiness checks of a profile.
func (r *remote) CheckInstallation(ctx context.Context, p profile.Profile) ([]profile.Check, error) {
	check := func(d adapter.Description, _ profile.Profile, checks []profile.Check) error {
		return adapter.CheckChecks(d.ID, checks)
	}
	return call(ctx, r, rpc.CheckInstallation, check, p)
}

// Evaluate returns the adapter's evaluation of an input.
func (r *remote) Evaluate(ctx context.Context, in adapter.Input) (adapter.Evaluation, error) {
	return call(ctx, r, rpc.Evaluate, adapter.CheckEvaluation, in)
}

// Generate returns the adapter's Terraform for an input.
func (r *remote) Generate(ctx context.Context, in adapter.Input) (adapter.Generation, error) {
	check := func(d adapter.Description, _ adapter.Input, g adapter.Generation) error {
		return adapter.CheckGeneration(d.ID, g)
	}
	return call(ctx, r, rpc.Generate, check, in)
}

// Describe returns the description that the adapter gave when it started.
func (r *remote) Describe(ctx context.Context) (adapter.Description, error) {
	status, err := r.status(ctx)
	return status.Description, err
}

// status returns the status of the adapter. It starts the adapter if necessary.
func (r *remote) status(ctx context.Context) (adapter.Status, error) {
	running, err := r.started(ctx)
	if err != nil {
		return adapter.Status{}, err
	}
	return running.copyStatus(), nil
}

// started returns the running instance. It starts the adapter if necessary, and sends nothing to a
// running process.
func (r *remote) started(ctx context.Context) (running *instance, err error) {
	err = r.do(ctx, invocation{send: func(_ context.Context, i *instance) error {
		running = i
		return nil
	}})
	return running, err
}

// call calls a method of the adapter and checks the answer against the contract.
func call[In, Out any](
	ctx context.Context, r *remote, m rpc.Method[In, Out], check func(adapter.Description, In, Out) error, in In,
) (Out, error) {
	var answer, none Out
	err := r.do(ctx, invocation{
		method: m.Name,
		fingerprint: func() fingerprint {
			return sha256.Sum256(append([]byte(m.Name+"\x00"), m.Encode(in)...))
		},
		send: func(ctx context.Context, i *instance) (err error) {
			if answer, err = m.Call(ctx, i.connection, in); err == nil {
				err = check(i.status.Description, in, answer)
			}
			return err
		},
	})
	if err != nil {
		return none, err // after ctx is done, send may still write to answer
	}
	return answer, nil
}

// invocation is one call of an adapter. It may be sent more than once.
type invocation struct {
	method string
	// fingerprint returns the hash of the method and its input. It is nil if nothing is sent to the
	// process. No crash can then be the fault of the call.
	fingerprint func() fingerprint
	// send sends the call to a process and keeps the answer.
	send func(context.Context, *instance) error
}

// do makes a call and waits for its answer. It returns when ctx is done, but the call continues
// until its own deadline. Otherwise a process that hangs would not be noticed when its callers
// leave early.
func (r *remote) do(ctx context.Context, c invocation) error {
	if ctx.Done() == nil {
		return r.callWithRetry(ctx, c)
	}
	done := make(chan error, 1)
	go func() { done <- r.callWithRetry(ctx, c) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// callWithRetry makes the call. If the process crashes or does not answer the health check, it
// repeats the call once on a new process. This is safe, because every answer is a pure function of
// its input. A kill from outside is not the fault of the call. After a kill, callWithRetry also
// repeats the call. It stops at the kill with number maxKills, or at the first kill after
// CallTimeout.
func (r *remote) callWithRetry(ctx context.Context, c invocation) error {
	began, kills, repeated := time.Now(), 0, false
	for {
		release, err := r.admit(ctx, c)
		if err != nil {
			return err
		}
		g, err := r.callOnce(ctx, c)
		release()
		down := errors.Is(err, errCrashed) || errors.Is(err, errUnresponsive) || errors.Is(err, errTimedOut)
		if down && g != nil && c.fingerprint != nil {
			r.suspects.strike(c.fingerprint(), g) // even if the caller has left
		}
		switch {
		case err == nil && repeated && c.fingerprint != nil:
			r.suspects.clear(c.fingerprint())
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

// admit refuses a request that has maxStrikes strikes. A request with fewer strikes waits for the
// queue. A request without strikes passes. A crash ends all calls of a process, and any of them may
// be the cause. Therefore the host repeats these calls one at a time. If the process crashes again,
// only one of them gets another strike. The caller calls release after the call.
func (r *remote) admit(ctx context.Context, c invocation) (release func(), err error) {
	release = func() {}
	if c.fingerprint == nil || r.suspects.empty() {
		return release, nil
	}
	f := c.fingerprint()
	strikes, wait := r.suspects.strikes(f)
	if strikes > 0 && strikes < maxStrikes {
		if err := r.acquireSlot(ctx, r.queue); err != nil {
			return nil, err
		}
		release = func() { <-r.queue }
		strikes, wait = r.suspects.strikes(f)
	}
	if strikes >= maxStrikes {
		release()
		return nil, r.failure.refused(c.method, wait)
	}
	return release, nil
}

// acquireSlot puts an entry into slots. It waits for a free slot, up to the time limit of one
// call.
func (r *remote) acquireSlot(ctx context.Context, slots chan struct{}) error {
	select {
	case slots <- struct{}{}:
		return nil
	default:
	}
	limited, cancel := context.WithTimeout(ctx, r.options.CallTimeout)
	defer cancel()
	select {
	case slots <- struct{}{}:
		return nil
	case <-limited.Done():
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return r.failure.fault(problem.AdapterBusy, limited.Err(), r.options.CallTimeout)
	}
}

// callOnce sends the request to a process. It returns the generation of the process; nil if there
// was no process. When ctx is done, callOnce stops waiting for a slot or a process. A call that was
// sent continues.
func (r *remote) callOnce(ctx context.Context, c invocation) (g *generation, err error) {
	sends := c.fingerprint != nil
	if sends {
		if err := r.acquireSlot(ctx, r.seats); err != nil {
			return nil, err
		}
		defer func() { <-r.seats }()
	}
	g, err = r.acquire(ctx, sends && r.options.PerCall)
	if err != nil {
		return nil, err
	}
	defer func() {
		r.release(g, err == nil && sends)
		if sends && r.options.PerCall {
			_ = r.retire(g, errStopped)
		}
	}()
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.options.CallTimeout)
	defer cancel()
	if err = c.send(limited, g.instance); err != nil {
		err = r.explain(c.method, g, err)
	}
	return g, err
}
