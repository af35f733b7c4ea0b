package adapterhost

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"platform.internal/platform-core/adapterhost/internal/process"
)

const (
	// While calls are under way, the process is checked every watchInterval: whether
	// it answers the health check within healthTimeout, and what it takes. One that
	// does not answer takes every call with it, long before each would be out of
	// time, so that they can still be repeated. A single call that hangs in a
	// process that answers runs out of time.
	watchInterval = time.Second
	healthTimeout = 3 * time.Second
	// maxThreads suits a Go process on up to 64 processors; see threadLimit. The
	// kernel has no such limit: RLIMIT_NPROC counts the threads of a user.
	maxThreads = 256
	// memoryMargin is what a process may have beyond what RLIMIT_DATA counts.
	memoryMargin = 64 << 20
	// A process without calls is looked at every Options.idle only, and may compute
	// for an idleShare of that.
	idleShare = 10
)

func threadLimit() int { return max(maxThreads, 4*runtime.NumCPU()) }

// watch ends a generation that has stopped answering, or takes more than it may.
func (s *supervisor) watch(ctx context.Context, g *generation) {
	p := g.instance.process
	if p == nil {
		return
	}
	ticker := time.NewTicker(watchInterval)
	defer ticker.Stop()
	limit := resourceLimit{threads: threadLimit(), memory: s.options.MaxMemory, idle: s.options.idle}
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		calls, entered := s.load(g)
		if calls > 0 && !g.instance.responds(ctx) {
			_ = s.retire(g, errUnresponsive)
			p.End("ended by the platform for not answering the health check")
			return
		}
		if !limit.due(calls, time.Now()) {
			continue
		}
		usage, known := p.Usage()
		if !known {
			return
		}
		if excess := limit.excess(usage, calls, entered, time.Now()); excess != "" {
			p.End(excess)
			return
		}
	}
}

// load returns how many calls are in a generation, and how many ever were.
func (s *supervisor) load(g *generation) (calls, entered int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return g.calls, g.entered
}

// responds reports whether the process answers. One that has gone is not the
// health check's concern.
func (i *instance) responds(ctx context.Context) bool {
	return status.Code(i.checkHealth(ctx)) != codes.DeadlineExceeded || ctx.Err() != nil
}

// resourceLimit is what one process may take where the kernel sets no limit.
type resourceLimit struct {
	threads int
	memory  uint64
	idle    time.Duration

	// The process was last looked at then, when it had computed for processor and
	// entered calls had ever been in it; -1 while one was.
	at        time.Time
	processor time.Duration
	entered   int
}

// due reports whether to look at the process.
func (r *resourceLimit) due(calls int, now time.Time) bool {
	return calls > 0 || now.Sub(r.at) >= r.idle
}

// excess returns of what the process has taken too much; empty for nothing.
func (r *resourceLimit) excess(u process.Usage, calls, entered int, now time.Time) string {
	switch {
	case u.Threads > r.threads:
		return fmt.Sprintf("ended by the platform for its %d threads, of which it may have %d", u.Threads, r.threads)
	case u.Memory > r.memory && u.Memory-r.memory > memoryMargin:
		return fmt.Sprintf("ended by the platform, out of memory at %d MiB, of which it may have %d", u.Memory>>20, r.memory>>20)
	}
	if calls > 0 {
		entered = -1
	}
	computed, idle := u.Processor-r.processor, calls == 0 && entered == r.entered
	r.at, r.processor, r.entered = now, u.Processor, entered
	if idle && computed > r.idle/idleShare {
		return fmt.Sprintf("ended by the platform for computing %.1f s with no call in it", computed.Seconds())
	}
	return ""
}
