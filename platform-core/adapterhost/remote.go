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

// Exit reasons: why a process is not used any more. A failed start is its own
// reason. Each is in the cause of the Problem of a call that met it.
var (
	errCrashed      = errors.New("the adapter's process went away")
	errKilled       = errors.New("the adapter's process was killed from outside")
	errUnresponsive = errors.New("the adapter did not answer the health check")
	errTimedOut     = errors.New("the call's time is over")
	errStopped      = errors.New("the host ended it")
)

// While calls are under way, the process is asked every healthInterval whether it answers the health check within
// healthTimeout. One that does not answer takes every call with it, long before each would be out of time, so that they
// can still be repeated. A single call that hangs in a process that answers runs out of time.
const (
	healthInterval = time.Second
	healthTimeout  = 3 * time.Second
)

// remote is an adapter behind the contract, as a host sees it: supervised, bounded and checked. Each process is a
// generation: the first call starts it, everybody shares it, and whoever finds it dead or unresponsive retires it, so
// that the next call starts another one. A retired generation is stopped once its calls are over. A breaker says when
// nothing starts.
type remote struct {
	failure  failure
	options  Options
	start    func(life context.Context) (*instance, error)
	suspects *suspects
	// queue admits one suspect at a time, seats process.MaxCalls calls.
	queue, seats chan struct{}

	// life ends when the remote is closed; every process ends with it.
	life context.Context
	end  context.CancelFunc
	// running counts the generations that are not yet stopped.
	running sync.WaitGroup

	mu      sync.Mutex
	breaker breaker
	current *generation // nil when the next call has to start one
	// What happened to the processes so far.
	starts, failedStarts int
	exits                map[ExitReason]int
}

var _ adapter.Adapter = (*remote)(nil)

// generation is one process, or the attempt to start one.
type generation struct {
	// ready is closed once instance or err is set.
	ready    chan struct{}
	instance *instance
	err      error
	// drained is closed once the generation is retired and no call is in it.
	drained chan struct{}

	// The supervisor's mutex guards the rest: the calls in it now, whether one was
	// ever answered, and the exit reason, which is nil while it is in use.
	calls     int
	answered  bool
	abandoned bool // by the only caller that it was for
	reason    error
}

func newRemote(f failure, o Options, start func(life context.Context) (*instance, error)) *remote {
	r := &remote{failure: f, options: o, start: start, suspects: newSuspects(time.Now), exits: map[ExitReason]int{}}
	r.queue, r.seats = make(chan struct{}, 1), make(chan struct{}, process.MaxCalls)
	r.life, r.end = context.WithCancel(context.Background())
	return r
}

// acquire returns a generation that is running, starting one if need be. With
// Options.PerCall one that is asked something is only the caller'r. The caller
// releases it. The error is a *problem.Problem or ctx'r.
func (r *remote) acquire(ctx context.Context, asked bool) (*generation, error) {
	exclusive := asked && r.options.PerCall
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

// abandon retires a generation that nobody else will ask. One that still starts is retired after that, so that a start
// which fails is known as that.
func (r *remote) abandon(g *generation) {
	r.mu.Lock()
	g.abandoned = true
	r.mu.Unlock()
	if g.isReady() {
		_ = r.retire(g, errStopped)
	}
}

// join enters the current generation; an exclusive one is not for others from then
// on.
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

// isReady reports whether the start is over.
func (g *generation) isReady() bool {
	select {
	case <-g.ready:
		return true
	default:
		return false
	}
}

// release is called once for each generation that was acquired.
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

// retire takes g out of use. Any number of callers may find the same generation
// gone; the first reason counts, and is returned.
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
	// Whoever kills or stops an adapter is not the adapter.
	if !g.answered && !errors.Is(reason, errKilled) && !errors.Is(reason, errStopped) && ran(g.err) {
		r.breaker.failed(time.Now(), g.err)
	}
	g.drain()
	return reason
}

func (g *generation) drain() {
	if g.reason != nil && g.calls == 0 {
		close(g.drained)
	}
}

// ran distinguishes a process that went down from one that never ran: where the
// file is wrong the next call looks at it again, and there is nothing to protect.
func ran(failed error) bool {
	var p *problem.Problem
	if !errors.As(failed, &p) {
		return true
	}
	switch p.Fault() {
	case problem.AdapterMissing, problem.AdapterNotExecutable, problem.AdapterUnreadable,
		problem.AdapterDigestMismatch, problem.AdapterNotRunnable, problem.AdapterNoFolder,
		problem.AdapterNoDescriptors, problem.PlatformStopping:
		return false
	}
	return true
}

// present returns the process that runs now; nil for none.
func (r *remote) present() *instance {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.current == nil || !r.current.isReady() {
		return nil
	}
	return r.current.instance
}

// run is the life of a generation, which starts after backoff. A failed start is retired at once, so that the next call
// tries again.
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

// checkHealth ends a generation that has stopped answering. One that has gone is not its concern.
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

// busy reports whether calls are in a generation.
func (r *remote) busy(g *generation) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return g.calls > 0
}

// explain returns the *problem.Problem of a call's error, and retires a process that is gone, or that did not answer in
// time.
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
		return r.failure.of(method, r.options.MaxAnswer, err)
	}
}

// close stops every process and returns once nothing is left of them. Calls under way fail.
func (r *remote) close() {
	r.mu.Lock()
	r.end()
	r.mu.Unlock()
	r.running.Wait()
}
