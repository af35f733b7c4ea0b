package process

import (
	"fmt"
	"os"
	"time"
)

// usage is one measurement of a process's resource usage.
type usage struct {
	at      time.Time
	threads int
	// names is the number of files in the folder of its socket.
	names int
	// memory is the private memory that it has written to, in bytes.
	memory uint64
	// processor is the processor time since its start.
	processor time.Duration
	described bool
	// open is the number of calls in progress, and made the number of all calls.
	open, made int64
}

// watch ends the process when it exceeds a limit. It begins before the first instruction.
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
		used, ok := measure(p.PID())
		if !ok {
			continue // the process has just ended, or the host has no free descriptors
		}
		if !described { // the folder is removed later
			used.names = names(p.spec.Sockets)
		}
		used.at, used.described, used.open, used.made = time.Now(), described, p.Open.Load(), p.Made.Load()
		if excess := limit.excess(used); excess != "" {
			p.End("ended by the platform " + excess)
			return
		}
	}
}

// names returns the number of files in a folder. It stops counting at maxNames+1.
func names(folder string) int {
	dir, err := os.Open(folder)
	if err != nil {
		return 0
	}
	defer func() { _ = dir.Close() }()
	found, _ := dir.Readdirnames(maxNames + 1)
	return len(found)
}

// resourceLimit is the limits that the watch applies to one process.
type resourceLimit struct {
	memory uint64
	idle   time.Duration

	// last is the usage at the begin of the current time without calls.
	last usage
}

// excess says which limit a usage exceeds; empty for none.
func (r *resourceLimit) excess(u usage) string {
	switch threads := threadLimit(); {
	case u.threads > threads:
		return fmt.Sprintf("for its %d threads; the limit is %d", u.threads, threads)
	case u.memory > r.memory && u.memory-r.memory > watchMargin:
		return fmt.Sprintf("as out of memory at %d MiB; the limit is %d MiB", u.memory>>20, r.memory>>20)
	case u.names > maxNames:
		return fmt.Sprintf("for making more than %d files in the folder of its socket", maxNames)
	case !u.described && u.processor > startProcessor:
		return fmt.Sprintf("for computing %.1f s before it described itself", u.processor.Seconds())
	case !u.described || u.open > 0 || u.made != r.last.made:
		r.last = u // there was a call
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
