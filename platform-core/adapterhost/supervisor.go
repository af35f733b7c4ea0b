package adapterhost

import (
	"context"
	"errors"
	"sync"
	"time"

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

// supervisor keeps one adapter running. Each process is a generation: the first
// call starts it, everybody shares it, and whoever finds it dead or unresponsive
// retires it, so that the next call starts another one. A retired generation is
// stopped once its calls are over. A breaker says when nothing starts.
type supervisor struct {
	failure failure
	options Options
	start   func(life context.Context) (*instance, error)

	// life ends when the supervisor is closed; every process ends with it.
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

func newSupervisor(f failure, o Options, start func(life context.Context) (*instance, error)) *supervisor {
	life, end := context.WithCancel(context.Background())
	return &supervisor{failure: f, options: o, start: start, life: life, end: end, exits: map[ExitReason]int{}}
}

// acquire returns a generation that is running, starting one if need be. With
// Options.PerCall one that is asked something is only the caller's. The caller
// releases it. The error is a *problem.Problem or ctx's.
func (s *supervisor) acquire(ctx context.Context, asked bool) (*generation, error) {
	exclusive := asked && s.options.PerCall
	g, err := s.join(exclusive)
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
		s.release(g, false)
		if exclusive {
			s.abandon(g)
		}
		return nil, err
	}
	return g, nil
}

// abandon retires a generation that nobody else will ask. One that still starts is
// retired after that, so that a start which fails is known as that.
func (s *supervisor) abandon(g *generation) {
	s.mu.Lock()
	g.abandoned = true
	s.mu.Unlock()
	select {
	case <-g.ready:
		_ = s.retire(g, errStopped)
	default:
	}
}

func (s *supervisor) isAbandoned(g *generation) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return g.abandoned
}

// join enters the current generation; an exclusive one is not for others from then
// on.
func (s *supervisor) join(exclusive bool) (*generation, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.life.Err() != nil {
		return nil, s.failure.fault(problem.PlatformStopping, nil)
	}
	if s.current == nil {
		if wait := s.breaker.wait(time.Now()); wait > 0 {
			return nil, s.failure.paused(s.breaker.cause, wait)
		}
		s.current = &generation{ready: make(chan struct{}), drained: make(chan struct{})}
		s.running.Add(1)
		go s.run(s.current, s.breaker.backoff())
	}
	g := s.current
	g.calls++
	if exclusive {
		s.current = nil
	}
	return g, nil
}

// release is called once for each generation that was acquired.
func (s *supervisor) release(g *generation, answered bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g.calls--
	if answered && !g.answered {
		g.answered = true
		s.breaker.answered()
	}
	g.drain()
}

// retire takes g out of use. Any number of callers may find the same generation
// gone; the first reason counts, and is returned.
func (s *supervisor) retire(g *generation, reason error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g.reason != nil {
		return g.reason
	}
	g.reason = reason
	s.countEnd(g)
	if s.current == g {
		s.current = nil
	}
	// Whoever kills or stops an adapter is not the adapter.
	if !g.answered && !errors.Is(reason, errKilled) && !errors.Is(reason, errStopped) && ran(g.err) {
		s.breaker.failed(time.Now(), g.err)
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
	case problem.AdapterMissing, problem.AdapterNotExecutable, problem.AdapterUnreadable, problem.AdapterDigestMismatch, problem.AdapterNotRunnable,
		problem.AdapterNoFolder, problem.AdapterNoDescriptors, problem.PlatformStopping:
		return false
	}
	return true
}

// present returns the process that runs now; nil for none.
func (s *supervisor) present() *instance {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current == nil {
		return nil
	}
	select {
	case <-s.current.ready:
		return s.current.instance
	default:
		return nil
	}
}

// run is the life of a generation, which starts after backoff. A failed start is
// retired at once, so that the next call tries again.
func (s *supervisor) run(g *generation, backoff time.Duration) {
	defer s.running.Done()
	select {
	case <-time.After(backoff):
	case <-s.life.Done():
	}
	g.instance, g.err = s.start(s.life)
	if g.err != nil {
		_ = s.retire(g, g.err)
		close(g.ready)
		return
	}
	s.countStart()
	close(g.ready)
	if s.isAbandoned(g) {
		_ = s.retire(g, errStopped)
	}
	watched, stop := context.WithCancel(s.life)
	s.running.Go(func() { s.checkHealth(watched, g) })
	select {
	case <-g.instance.ended():
		_ = s.retire(g, reasonOf(g.instance.exit()))
	case <-g.drained:
	case <-s.life.Done():
	}
	stop()
	g.instance.stop(s.retire(g, errStopped))
}

// close stops every process and returns once nothing is left of them. Calls
// under way fail.
func (s *supervisor) close() {
	s.mu.Lock()
	s.end()
	s.mu.Unlock()
	s.running.Wait()
}
