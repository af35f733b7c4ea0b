package adapterhost

import (
	"errors"
	"maps"
	"time"
)

// State is the state of an adapter's process.
type State string

// The states.
const (
	// Stopped adapters have no process. The next call starts one.
	Stopped  State = "stopped"
	Starting State = "starting"
	Running  State = "running"
	// Paused adapters failed too often in a row. No process is started for some time.
	Paused State = "paused"
)

// States returns every state.
func States() []State { return []State{Stopped, Starting, Running, Paused} }

// ExitReason is the reason why a process was retired after it had started.
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

// Activity is the state of an adapter, with counts since the catalog was opened.
type Activity struct {
	// ID is the provider's ID.
	ID    string
	State State
	// Starts counts the processes that described themselves, and FailedStarts those that did not.
	Starts, FailedStarts int
	// Exits counts the retired processes.
	Exits map[ExitReason]int
}

// Activity returns the activity of every adapter, sorted by ID. It starts no process and does
// not block.
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
