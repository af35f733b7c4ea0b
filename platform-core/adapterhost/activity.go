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

func (r *remote) activity(now time.Time) Activity {
	r.mu.Lock()
	defer r.mu.Unlock()
	activity := Activity{State: Running, Starts: r.starts, FailedStarts: r.failedStarts, Exits: maps.Clone(r.exits)}
	switch {
	case r.current == nil && r.breaker.wait(now) > 0:
		activity.State = Paused
	case r.current == nil:
		activity.State = Stopped
	case !r.current.isReady():
		activity.State = Starting
	}
	return activity
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
