package plugin

import (
	"context"
	"sync"
)

// supervisor keeps one adapter running. Each process is a generation: the
// first call starts it, everybody shares it, and whoever finds it dead or hung
// retires it, so that the next call starts another one. A retired generation is
// stopped once the calls in it have left.
type supervisor struct {
	failure failure
	start   func(life context.Context) (*instance, error)

	// life ends when the supervisor is closed; every process ends with it.
	life context.Context
	end  context.CancelFunc
	// running counts the generations that are not yet stopped.
	running sync.WaitGroup

	mu      sync.Mutex
	current *generation // nil when the next call has to start one
}

// generation is one process, or the attempt to start one.
type generation struct {
	// ready is closed once instance or err is set.
	ready    chan struct{}
	instance *instance
	err      error
	// drained is closed once the generation is retired and no call is in it.
	drained chan struct{}
	// calls, retired and crashed are guarded by the supervisor's mutex.
	calls   int
	retired bool
	// crashed tells that the process went away by itself.
	crashed bool
}

func newSupervisor(f failure, start func(life context.Context) (*instance, error)) *supervisor {
	life, end := context.WithCancel(context.Background())
	return &supervisor{failure: f, start: start, life: life, end: end}
}

// acquire returns a generation that is running, starting one if need be. The
// caller leaves it when done. The error is a *problem.Problem or ctx's.
func (s *supervisor) acquire(ctx context.Context) (*generation, error) {
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

// join enters the current generation.
func (s *supervisor) join() (*generation, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.life.Err() != nil {
		return nil, s.failure.stopping()
	}
	if s.current == nil {
		s.current = &generation{ready: make(chan struct{}), drained: make(chan struct{})}
		s.running.Add(1)
		go s.run(s.current)
	}
	s.current.calls++
	return s.current, nil
}

// leave is called once for each join.
func (s *supervisor) leave(g *generation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g.calls--
	g.drain()
}

// retire takes g out of use; crashed tells that its process went away by
// itself. Any number of callers may find the same generation dead; only the
// first one changes anything.
func (s *supervisor) retire(g *generation, crashed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g.retired {
		return
	}
	g.retired, g.crashed = true, crashed
	if s.current == g {
		s.current = nil
	}
	g.drain()
}

func (g *generation) drain() {
	if g.retired && g.calls == 0 {
		close(g.drained)
	}
}

// run is the life of a generation. A failed start is forgotten at once, so that
// the next call tries again.
func (s *supervisor) run(g *generation) {
	defer s.running.Done()
	g.instance, g.err = s.start(s.life)
	if g.err != nil {
		s.retire(g, false)
		close(g.ready)
		return
	}
	close(g.ready)
	g.instance.stop(s.await(g))
}

// await returns when g has to be stopped, and whether it crashed.
func (s *supervisor) await(g *generation) (crashed bool) {
	for ended := g.instance.ended; ; ended = nil {
		select {
		case <-ended:
			s.retire(g, true)
		case <-g.drained:
			return g.crashed // nobody changes it any more
		case <-s.life.Done():
			return false
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
