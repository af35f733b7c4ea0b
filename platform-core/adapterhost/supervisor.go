package adapterhost

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"platform.internal/platform-core/problem"
)

// supervisor keeps one adapter running. Each process is a generation: the
// first call starts it, everybody shares it, and whoever finds it dead or hung
// retires it, so that the next call starts another one. A retired generation is
// stopped once the calls in it have left. A breaker says when nothing starts.
type supervisor struct {
	failure failure
	start   func(life context.Context) (*instance, error)
	// patience is for how long processes are started for a caller that are killed
	// before they are up.
	patience time.Duration

	// life ends when the supervisor is closed; every process ends with it.
	life context.Context
	end  context.CancelFunc
	// running counts the generations that are not yet stopped.
	running sync.WaitGroup

	mu      sync.Mutex
	breaker breaker
	current *generation // nil when the next call has to start one
}

// generation is one process, or the attempt to start one.
type generation struct {
	// ready is closed once instance or err is set.
	ready    chan struct{}
	instance *instance
	err      error
	// answered tells that the process has answered a call.
	answered atomic.Bool
	// drained is closed once the generation is retired and no call is in it.
	drained chan struct{}
	// calls, entries and fate are guarded by the supervisor's mutex.
	calls int
	// entries is how many calls have ever been in it.
	entries int
	fate    fate
	// lonely tells that one call alone was in it when it was retired; set once,
	// before that call hears of it.
	lonely bool
}

func newSupervisor(f failure, patience time.Duration, start func(life context.Context) (*instance, error)) *supervisor {
	life, end := context.WithCancel(context.Background())
	return &supervisor{failure: f, patience: patience, start: start, life: life, end: end, breaker: breaker{now: time.Now}}
}

// acquire returns a generation that is running, starting one if need be. The
// caller leaves it when done. A process that dies over its start is replaced,
// for as long as the breaker lets one start. The error is a *problem.Problem or
// ctx's.
func (s *supervisor) acquire(ctx context.Context) (*generation, error) {
	began := time.Now()
	for {
		g, err := s.ready(ctx)
		again := errors.Is(err, errCrashed) || isKilled(err) && time.Since(began) < s.patience
		if !again || s.barredNow() {
			return g, err
		}
	}
}

func (s *supervisor) barredNow() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, open := s.breaker.open()
	return open
}

// ready returns the current generation once it runs.
func (s *supervisor) ready(ctx context.Context) (*generation, error) {
	g, err := s.join()
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
		s.leave(g)
		return nil, err
	}
	return g, nil
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

// join enters the current generation.
func (s *supervisor) join() (*generation, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.life.Err() != nil {
		return nil, s.failure.stopping()
	}
	if s.current == nil {
		if wait, open := s.breaker.open(); open {
			return nil, s.barred(wait)
		}
		s.current = &generation{ready: make(chan struct{}), drained: make(chan struct{})}
		s.running.Add(1)
		go s.run(s.current, s.breaker.backoff())
	}
	s.current.calls++
	s.current.entries++
	return s.current, nil
}

// barred returns the Problem of a call while the breaker is open: what the last
// start came to, or that the adapter crashes again and again.
func (s *supervisor) barred(wait time.Duration) error {
	var p *problem.Problem
	if errors.As(s.breaker.why, &p) {
		again := p.Because(p.Cause)
		again.RetryAfter = seconds(wait)
		return again
	}
	return s.failure.crashLoop(wait)
}

// answered is called when a call was answered by g.
func (s *supervisor) answered(g *generation) {
	if g.answered.Swap(true) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.breaker.answered()
}

// leave is called once for each join.
func (s *supervisor) leave(g *generation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g.calls--
	g.drain()
}

// retire takes g out of use. Any number of callers may find the same generation
// gone; only the first one changes anything.
func (s *supervisor) retire(g *generation, why fate) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.takeOut(g, why)
}

// bury retires a generation whose process is gone, as its last words tell, and
// returns what became of it: one that was found hung did not crash, whatever it
// looks like.
func (s *supervisor) bury(g *generation, last lastWords) fate {
	why := crashed
	if last.killed {
		why = killed
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.takeOut(g, why)
	if g.fate == hung {
		return hung
	}
	return why
}

func (s *supervisor) takeOut(g *generation, why fate) {
	if g.fate != running {
		return
	}
	g.fate, g.lonely = why, g.calls == 1
	if s.current == g {
		s.current = nil
	}
	if wasRunning(g.err) {
		s.breaker.lost(why, g.answered.Load(), g.err)
	}
	g.drain()
}

// wasRunning tells a process that went down from one that never was: where the
// file is wrong the next call looks at it again, and nothing has to be spared.
func wasRunning(failed error) bool {
	var p *problem.Problem
	if !errors.As(failed, &p) {
		return true
	}
	for _, fault := range p.Faults {
		switch fault.Code {
		case AdapterMissing, AdapterNotExecutable, AdapterUnreadable, AdapterDigestMismatch, AdapterNotRunnable,
			AdapterNoFolder, PlatformStopping:
			return false
		}
	}
	return true
}

func (g *generation) drain() {
	if g.fate != running && g.calls == 0 {
		close(g.drained)
	}
}

// run is the life of a generation, which starts after backoff. A failed start is
// forgotten at once, so that the next call tries again.
func (s *supervisor) run(g *generation, backoff time.Duration) {
	defer s.running.Done()
	select {
	case <-time.After(backoff):
	case <-s.life.Done():
	}
	g.instance, g.err = s.start(s.life)
	if g.err != nil {
		s.retire(g, fateOf(g.err))
		close(g.ready)
		return
	}
	close(g.ready)
	watching, stop := context.WithCancel(s.life)
	s.running.Go(func() { s.watch(watching, g) })
	s.running.Go(func() { s.ration(watching, g) })
	why := s.await(g)
	stop()
	g.instance.stop(why)
}

// await returns when g has to be stopped, and what became of it.
func (s *supervisor) await(g *generation) fate {
	for ended := g.instance.ended; ; ended = nil {
		select {
		case <-ended:
			s.bury(g, g.instance.lastWords())
		case <-g.drained:
			return g.fate // nobody changes it any more
		case <-s.life.Done():
			return running
		}
	}
}

// close stops every process and returns once nothing is left of them. Calls
// under way fail.
func (s *supervisor) close() {
	s.mu.Lock()
	s.end()
	s.mu.Unlock()
	s.running.Wait()
}
