package adapterhost

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"platform.internal/platform-core/adapterhost/internal/process"
)

// The kernel bounds what a process writes to, but not how many threads it has
// (RLIMIT_NPROC counts those of a user) nor how long it computes. So each process
// is looked at every rationInterval, also while nobody asks it. One that has
// taken more than its ration is ended, and the log says of what.
const (
	rationInterval = 200 * time.Millisecond
	// mostThreads is for Go on machines of up to 64 processors; see threadsHere.
	mostThreads = 256
	// memorySlack is what a process may hold beyond what its limit counts.
	memorySlack = 64 << 20
	// A process that nobody asks may compute for idleWork in idleTime: the garbage
	// collector clears up after calls.
	idleWork = 3 * time.Second
	idleTime = 30 * time.Second
)

// threadsHere is how many threads a process may have on this machine.
func threadsHere() int { return max(mostThreads, 4*runtime.NumCPU()) }

// ration ends the process of a generation that takes too much. Whoever waits for
// it finds it gone.
func (s *supervisor) ration(ctx context.Context, g *generation) {
	if g.instance.usage == nil {
		return
	}
	ticker := time.NewTicker(rationInterval)
	defer ticker.Stop()
	r := ration{threads: threadsHere(), memory: g.instance.memory}
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		usage, known := g.instance.usage()
		if !known {
			return
		}
		if excess := r.excess(usage, s.entered(g), time.Now()); excess != "" {
			g.instance.end(excess)
			return
		}
	}
}

// entered returns how many calls are in a generation, and how many ever were.
func (s *supervisor) entered(g *generation) (calls visits) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return visits{now: g.calls, ever: g.entries}
}

// visits are the calls in a process.
type visits struct{ now, ever int }

// ration is what one process may take.
type ration struct {
	threads int
	memory  uint64
	// Since began nobody has asked the process, which had computed for computed
	// and been asked seen times.
	began    time.Time
	computed time.Duration
	seen     int
}

// excess returns of what the process has taken too much; empty for nothing.
func (r *ration) excess(u process.Usage, calls visits, now time.Time) string {
	switch {
	case u.Threads > r.threads:
		return fmt.Sprintf("ended by the platform for its %d threads, of which it may have %d", u.Threads, r.threads)
	case u.Memory > r.memory && u.Memory-r.memory > memorySlack:
		return fmt.Sprintf("ended by the platform, out of memory at %d MiB, of which it may have %d", u.Memory>>20, r.memory>>20)
	case calls.now > 0 || calls.ever != r.seen || r.began.IsZero():
		r.began, r.computed, r.seen = now, u.Processor, calls.ever
		return ""
	}
	busy := u.Processor - r.computed
	if busy > idleWork {
		return fmt.Sprintf("ended by the platform for computing %.1f s with no call in it", busy.Seconds())
	}
	if now.Sub(r.began) > idleTime {
		r.began, r.computed = now, u.Processor
	}
	return ""
}
