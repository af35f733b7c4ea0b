package adapterhost

import (
	"context"
	"errors"
	"sync"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/problem"
)

// The reasons to retire a generation. The error of a failed start is also a reason. If a call fails
// for one of these reasons, the cause of its Problem wraps the reason.
var (
	errCrashed      = errors.New("the adapter's process went away")
	errKilled       = errors.New("the adapter's process was killed from outside")
	errUnresponsive = errors.New("the adapter did not answer the health check")
	errTimedOut     = errors.New("the call's time is over")
	errStopped      = errors.New("the host ended it")
)

// During calls, the host sends a health check every healthInterval. If the process does not answer
// within healthTimeout, the host kills it. The calls in progress then fail before their own
// timeout, so the host can repeat them. If one call hangs but the process answers the health check,
// that call ends after CallTimeout.
const (
	healthInterval = time.Second
	healthTimeout  = 3 * time.Second
)

// remote is an adapter that runs in other processes. remote starts and supervises these processes.
// Each process is a [generation]. The first call starts a generation, and all calls share it. The
// first goroutine that finds the process dead or unresponsive retires the generation. The next call
// starts a new generation. A retired generation is stopped when its calls have ended. While the
// [breaker] is open, no process is started.
type remote struct {
	failure  failure
	options  Options
	start    func(life context.Context) (*instance, error)
	suspects *suspects
	// queue allows one call of a suspect request at a time. seats allows process.MaxCalls calls at
	// a time.
	queue, seats chan struct{}

	// life is cancelled when the remote is closed. The cancellation kills every process.
	life context.Context
	end  context.CancelFunc
	// running counts the generations that are not stopped yet.
	running sync.WaitGroup

	mu      sync.Mutex
	breaker breaker
	current *generation // nil if the next call has to start a process
	// The counts of Activity.
	starts, failedStarts int
	exits                map[ExitReason]int
}

var _ adapter.Adapter = (*remote)(nil)

// generation is one process, or an attempt to start a process.
type generation struct {
	// ready is closed when instance or err is set.
	ready    chan struct{}
	instance *instance
	err      error
	// drained is closed when the generation is retired and has no calls.
	drained chan struct{}

	// The mutex of remote guards the remaining fields.

	calls    int  // in progress
	answered bool // whether the process has answered a call
	// abandoned is set when the only caller of an exclusive generation stops waiting before the
	// generation is ready.
	abandoned bool
	// reason is the reason why the generation was retired; nil before that.
	reason error
}

func newRemote(f failure, o Options, start func(life context.Context) (*instance, error)) *remote {
	r := &remote{failure: f, options: o, start: start, suspects: newSuspects(time.Now), exits: map[ExitReason]int{}}
	r.queue, r.seats = make(chan struct{}, 1), make(chan struct{}, process.MaxCalls)
	r.life, r.end = context.WithCancel(context.Background())
	return r
}

// acquire returns a running generation. It starts a generation if necessary. An exclusive
// generation is for this caller only. After its call, the caller calls release. The error is a
// [problem.Problem] or ctx.Err(). After an error, there is nothing to release.
func (r *remote) acquire(ctx context.Context, exclusive bool) (*generation, error) {
	g, err := r.join(exclusive)
	if err != nil {
		return nil, err
	}
	select {
	case <-g.ready:
		err = g.err
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		r.release(g, false)
		if exclusive {
			r.abandon(g)
		}
		return nil, err
	}
	return g, nil
}

// abandon retires an exclusive generation. If the generation is still starting, run retires it
// after the start. So a failed start is still counted as failed.
func (r *remote) abandon(g *generation) {
	r.mu.Lock()
	g.abandoned = true
	r.mu.Unlock()
	if g.isReady() {
		_ = r.retire(g, errStopped)
	}
}

// join adds a call to the current generation, and starts a generation if there is none. If
// exclusive is set, no other call can join it.
func (r *remote) join(exclusive bool) (*generation, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.life.Err() != nil {
		return nil, r.failure.fault(problem.PlatformStopping, nil)
	}
	if r.current == nil {
		if wait := r.breaker.wait(time.Now()); wait > 0 {
			return nil, r.failure.paused(r.breaker.cause, wait)
		}
		r.current = &generation{ready: make(chan struct{}), drained: make(chan struct{})}
		r.running.Add(1)
		go r.run(r.current, r.breaker.backoff())
	}
	g := r.current
	g.calls++
	if exclusive {
		r.current = nil
	}
	return g, nil
}

// isReady reports whether the start has ended, with success or with an error.
func (g *generation) isReady() bool {
	select {
	case <-g.ready:
		return true
	default:
		return false
	}
}

// release ends a call in a generation. The caller of acquire calls it once if acquire succeeded. If
// acquire fails, it calls release itself.
func (r *remote) release(g *generation, answered bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	g.calls--
	if answered && !g.answered {
		g.answered = true
		r.breaker.answered()
	}
	g.drain()
}

// retire takes a generation out of use, for a reason. Several goroutines may retire the same
// generation: the first reason counts. retire returns the reason that counts.
func (r *remote) retire(g *generation, reason error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if g.reason != nil {
		return g.reason
	}
	g.reason = reason
	if g.err != nil {
		r.failedStarts++
	} else {
		r.exits[exitReason(reason)]++
	}
	if r.current == g {
		r.current = nil
	}
	// A kill from outside and a stop by the host are not failures of the adapter.
	if !g.answered && !errors.Is(reason, errKilled) && !errors.Is(reason, errStopped) && ran(g.err) {
		r.breaker.failed(time.Now(), g.err)
	}
	g.drain()
	return reason
}

// drain closes drained if the generation is retired and has no calls.
func (g *generation) drain() {
	if g.reason != nil && g.calls == 0 {
		close(g.drained)
	}
}

// ran reports whether an adapter's process ran before a generation failed. failed is the error of
// its start; nil if the start succeeded. If no process ran, the breaker does not count the failure.
// The next call then tries again at once.
func ran(failed error) bool {
	var p *problem.Problem
	if !errors.As(failed, &p) {
		return true
	}
	switch p.Fault() {
	case problem.AdapterMissing, problem.AdapterNotExecutable, problem.AdapterUnreadable,
		problem.AdapterFileUnsafe, problem.AdapterDigestMismatch, problem.AdapterNotRunnable,
		problem.AdapterNoFolder, problem.AdapterNoDescriptors, problem.PlatformStopping:
		return false
	}
	return true
}

// currentInstance returns the running instance; nil if there is none.
func (r *remote) currentInstance() *instance {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.current == nil || !r.current.isReady() {
		return nil
	}
	return r.current.instance
}

// run waits for backoff and starts the process of a generation. It stops the generation when the
// process has ended, or when the generation is drained. If the start fails, run retires the
// generation at once, so that the next call tries again.
func (r *remote) run(g *generation, backoff time.Duration) {
	defer r.running.Done()
	select {
	case <-time.After(backoff):
	case <-r.life.Done():
	}
	g.instance, g.err = r.start(r.life)
	if g.err != nil {
		_ = r.retire(g, g.err)
		close(g.ready)
		return
	}
	r.mu.Lock()
	r.starts++
	close(g.ready)
	abandoned := g.abandoned
	r.mu.Unlock()
	if abandoned {
		_ = r.retire(g, errStopped)
	}
	watched, stop := context.WithCancel(r.life)
	r.running.Go(func() { r.checkHealth(watched, g) })
	select {
	case <-g.instance.ended():
		_, reason := g.instance.exit()
		_ = r.retire(g, reason)
	case <-g.drained:
	case <-r.life.Done():
	}
	stop()
	g.instance.stop(r.retire(g, errStopped))
}

// checkHealth ends the process of a generation that does not answer the health check in time.
// It ignores other failures: run notices a process that has ended.
func (r *remote) checkHealth(ctx context.Context, g *generation) {
	p := g.instance.process
	if p == nil {
		return
	}
	ticker := time.NewTicker(healthInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if !r.busy(g) {
			continue
		}
		if status.Code(g.instance.checkHealth(ctx)) == codes.DeadlineExceeded && ctx.Err() == nil {
			_ = r.retire(g, errUnresponsive)
			p.End("ended by the platform for not answering the health check")
			return
		}
	}
}

// busy reports whether a generation has calls.
func (r *remote) busy(g *generation) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return g.calls > 0
}

// explain returns the [problem.Problem] for the error of a call. It retires the generation if
// the process has ended or did not answer in time.
func (r *remote) explain(method string, g *generation, err error) error {
	switch code := status.Code(err); {
	case r.life.Err() != nil:
		return r.failure.fault(problem.PlatformStopping, nil)
	case code == codes.DeadlineExceeded:
		_ = r.retire(g, errTimedOut)
		return r.failure.timedOut(method, r.options.CallTimeout, err)
	case code == codes.Unavailable, code == codes.Canceled:
		exit, reason := g.instance.exit()
		switch reason = r.retire(g, reason); {
		case errors.Is(reason, errUnresponsive):
			return r.failure.unresponsive(method, err)
		case errors.Is(reason, errKilled):
			return r.failure.fault(problem.AdapterKilled, errors.Join(errKilled, err))
		}
		return r.failure.crashed(exit, err)
	default:
		return r.failure.fromError(method, r.options.MaxAnswer, err)
	}
}

// close stops every process and waits for their end. Calls in progress fail.
func (r *remote) close() {
	r.mu.Lock()
	r.end()
	r.mu.Unlock()
	r.running.Wait()
}
