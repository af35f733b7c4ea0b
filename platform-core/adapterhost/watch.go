package adapterhost

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/profile"
)

const (
	// A process is looked at every startInterval until it has described itself, and
	// every watchInterval after that; every threadInterval where no control group
	// bounds its threads, of which 20,000 can be made in 0.3 s.
	startInterval  = 10 * time.Millisecond
	watchInterval  = 100 * time.Millisecond
	threadInterval = 20 * time.Millisecond
	// maxThreads suits a Go process on up to 64 processors; see threadLimit.
	maxThreads = 256
	// memoryMargin is what a process may have beyond what RLIMIT_DATA counts.
	memoryMargin = 64 << 20
	// maxNames bounds what a process makes in the folder of its socket: go-plugin has
	// one file there at a time.
	maxNames = 16
	// startProcessor is what a process may compute before it has described itself; a
	// start takes some 30 ms of it.
	startProcessor = 5 * time.Second
	// A process without calls may compute for an idleShare of Options.idle.
	idleShare = 10
)

func threadLimit() int { return max(maxThreads, 4*runtime.NumCPU()) }

// watched are the resources that a host looks at.
func watched() []string {
	if runtime.GOOS != "linux" {
		return nil
	}
	return []string{profile.BoundMemory, profile.BoundProcessor, profile.BoundSocketFiles, profile.BoundThreads}
}

// watch ends the process when it takes more than it may, from before its first
// instruction. It may make its socket in the folder sockets.
func (l *launch) watch(sockets string) {
	limit := resourceLimit{threads: threadLimit(), memory: l.options.MaxMemory, idle: l.options.idle}
	for {
		started := l.described.Load()
		select {
		case <-l.process.Ended():
			return
		case <-time.After(l.interval(started)):
		}
		usage, known := l.process.Usage()
		if !known {
			continue // it just ended, or the host is out of descriptors
		}
		if started {
			usage.Names = 0 // the folder is gone
		} else {
			usage.Names = names(sockets)
		}
		seen := sight{Usage: usage, started: started, open: l.conversation.open.Load(), calls: l.conversation.calls.Load(), at: time.Now()}
		if excess := limit.excess(seen); excess != "" {
			l.process.End("ended by the platform " + excess)
			return
		}
	}
}

func (l *launch) interval(started bool) time.Duration {
	switch {
	case !started:
		return startInterval
	case l.grouped.Load():
		return watchInterval
	default:
		return threadInterval
	}
}

// names returns how many files a folder has, and does not count far beyond maxNames.
func names(folder string) int {
	dir, err := os.Open(folder)
	if err != nil {
		return 0
	}
	found, err := dir.Readdirnames(maxNames + 1)
	_ = errors.Join(err, dir.Close())
	return len(found)
}

// sight is what a process was found to take.
type sight struct {
	process.Usage
	at time.Time
	// started: the process has described itself.
	started bool
	// open calls were under way, of calls that were ever made.
	open, calls int64
}

// resourceLimit is what one process may take.
type resourceLimit struct {
	threads int
	memory  uint64
	idle    time.Duration

	// last is when a time without calls was last looked at.
	last sight
}

// excess returns of what the process has taken too much; empty for nothing.
func (r *resourceLimit) excess(s sight) string {
	switch {
	case s.Threads > r.threads:
		return fmt.Sprintf("for its %d threads, of which it may have %d", s.Threads, r.threads)
	case s.Memory > r.memory && s.Memory-r.memory > memoryMargin:
		return fmt.Sprintf("as out of memory at %d MiB, of which it may have %d", s.Memory>>20, r.memory>>20)
	case s.Names > maxNames:
		return fmt.Sprintf("for making more than %d files in the folder of its socket", maxNames)
	case !s.started && s.Processor > startProcessor:
		return fmt.Sprintf("for computing %.1f s before it described itself", s.Processor.Seconds())
	}
	return r.idling(s)
}

// idling measures what the process computes without a call in it.
func (r *resourceLimit) idling(s sight) string {
	if !s.started || s.open > 0 || s.calls != r.last.calls {
		r.last = s // a call was in it meanwhile
		return ""
	}
	if s.at.Sub(r.last.at) < r.idle {
		return ""
	}
	computed := s.Processor - r.last.Processor
	r.last = s
	if computed > r.idle/idleShare {
		return fmt.Sprintf("for computing %.1f s with no call in it", computed.Seconds())
	}
	return ""
}
