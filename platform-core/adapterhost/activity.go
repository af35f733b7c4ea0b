package adapterhost

import (
	"errors"
	"maps"
	"time"
)

// State is what an adapter's process does at the moment.
type State string

// The states.
const (
	// Stopped adapters are started by the next call, and by nothing else.
	Stopped  State = "stopped"
	Starting State = "starting"
	Running  State = "running"
	// Paused adapters failed too often in a row, and are not started for a while.
	Paused State = "paused"
)

// States returns every state.
func States() []State { return []State{Stopped, Starting, Running, Paused} }

// ExitReason is why a process that had started is not used any more.
type ExitReason string

// The exit reasons.
const (
	Crashed      ExitReason = "crashed"
	Killed       ExitReason = "killed" // from outside
	Unresponsive ExitReason = "unresponsive"
	TimedOut     ExitReason = "timed_out"
	Ended        ExitReason = "ended" // by the host
)

// ExitReasons returns every exit reason.
func ExitReasons() []ExitReason { return []ExitReason{Crashed, Killed, Unresponsive, TimedOut, Ended} }

// Activity is what an adapter's processes do, and did since the catalog was opened.
type Activity struct {
	// ID is the provider's ID.
	ID    string
	State State
	// Starts counts the processes that described themselves, FailedStarts those that did not.
	Starts, FailedStarts int
	Exits                map[ExitReason]int
}

// Activity returns the activity of every adapter, by ID. It starts nothing and waits for
// nothing.
func (c *Catalog) Activity() []Activity {
	var all []Activity
	for _, id := range c.Providers() {
		activity := c.adapters[id].activity(time.Now())
		activity.ID = id
		all = append(all, activity)
	}
	return all
}

func (s *supervisor) activity(now time.Time) Activity {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Activity{State: s.state(now), Starts: s.starts, FailedStarts: s.failedStarts, Exits: maps.Clone(s.exits)}
}

// state needs the lock.
func (s *supervisor) state(now time.Time) State {
	switch {
	case s.current == nil && s.breaker.wait(now) > 0:
		return Paused
	case s.current == nil:
		return Stopped
	}
	select {
	case <-s.current.ready:
		return Running
	default:
		return Starting
	}
}

func (s *supervisor) countStart() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starts++
}

// countEnd counts a generation that is retired for its reason. It needs the lock.
func (s *supervisor) countEnd(g *generation) {
	if g.err != nil {
		s.failedStarts++
		return
	}
	s.exits[exitReason(g.reason)]++
}

func exitReason(reason error) ExitReason {
	switch {
	case errors.Is(reason, errKilled):
		return Killed
	case errors.Is(reason, errUnresponsive):
		return Unresponsive
	case errors.Is(reason, errTimedOut):
		return TimedOut
	case errors.Is(reason, errStopped):
		return Ended
	default:
		return Crashed
	}
}
