package process

import (
	"fmt"
	"os"
	"time"
)

// usage is what a process was found to take of its machine.
type usage struct {
	at      time.Time
	threads int
	// names are the files in the folder of its socket.
	names int
	// memory is what only this process has written to, in bytes.
	memory uint64
	// processor is how long it has computed since its start.
	processor time.Duration
	described bool
	// open calls were under way, of calls that were ever made.
	open, made int64
}

// watch ends the process when it takes more than it may, from before its first instruction.
func (p *Process) watch() {
	limit := resourceLimit{memory: p.spec.Memory, idle: p.spec.Idle}
	for {
		described, interval := p.Described.Load(), startInterval
		switch {
		case described && p.grouped:
			interval = watchInterval
		case described:
			interval = threadInterval
		}
		select {
		case <-p.done:
			return
		case <-time.After(interval):
		}
		used, ok := used(p.PID())
		if !ok {
			continue // it just ended, or the host is out of descriptors
		}
		if !described { // the folder is gone after that
			used.names = names(p.spec.Sockets)
		}
		used.at, used.described, used.open, used.made = time.Now(), described, p.Open.Load(), p.Made.Load()
		if excess := limit.excess(used); excess != "" {
			p.End("ended by the platform " + excess)
			return
		}
	}
}

// names returns how many files a folder has, and does not count far beyond maxNames.
func names(folder string) int {
	dir, err := os.Open(folder)
	if err != nil {
		return 0
	}
	defer func() { _ = dir.Close() }()
	found, _ := dir.Readdirnames(maxNames + 1)
	return len(found)
}

// resourceLimit is what the watch lets one process take.
type resourceLimit struct {
	memory uint64
	idle   time.Duration

	// last is when a time without calls was last looked at.
	last usage
}

// excess returns of what the process has taken too much; empty for nothing.
func (r *resourceLimit) excess(u usage) string {
	switch threads := threadLimit(); {
	case u.threads > threads:
		return fmt.Sprintf("for its %d threads, of which it may have %d", u.threads, threads)
	case u.memory > r.memory && u.memory-r.memory > watchMargin:
		return fmt.Sprintf("as out of memory at %d MiB, of which it may have %d", u.memory>>20, r.memory>>20)
	case u.names > maxNames:
		return fmt.Sprintf("for making more than %d files in the folder of its socket", maxNames)
	case !u.described && u.processor > startProcessor:
		return fmt.Sprintf("for computing %.1f s before it described itself", u.processor.Seconds())
	case !u.described || u.open > 0 || u.made != r.last.made:
		r.last = u // a call was in it meanwhile
		return ""
	case u.at.Sub(r.last.at) < r.idle:
		return ""
	}
	computed := u.processor - r.last.processor
	r.last = u
	if computed > r.idle/idleShare {
		return fmt.Sprintf("for computing %.1f s with no call in it", computed.Seconds())
	}
	return ""
}
