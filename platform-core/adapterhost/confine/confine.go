// Package confine is the host's half of an adapter's confinement: it starts the
// adapter's process behind a filter of system calls, a Landlock domain and
// resource limits that apply from before the adapter's first instruction, and
// judges how far the kernel then confines it. Start describes the confinement;
// package shim applies it in the new process. The adapter's own half is in
// internal/confinement.
package confine

import (
	"errors"
	"math"
	"slices"
	"strings"

	"platform.internal/platform-core/internal/confinement"
	"platform.internal/platform-core/internal/confinement/probe"
	"platform.internal/platform-core/profile"
)

// ErrEnded is a process that ended before it was the adapter's.
var ErrEnded = errors.New("the process ended before it was an adapter's")

// Launch says what an adapter's process gets of this machine.
type Launch struct {
	// Name is the adapter's argv[0], Environment all that it sees of one.
	Name        string
	Environment []string
	// Group is the control group that it is started in, where the system has one that a
	// process can be started in; nil for none.
	Group *Group
	// Directory is its working directory; empty for the root.
	Directory string
	// Sockets is the folder where it makes its socket.
	Sockets string
	// Memory bounds what it can write to, in bytes; Unlimited for no bound.
	Memory uint64
	// Threads bounds its threads, UserThreads those of all processes of this user; 0
	// for no bound.
	Threads     int
	UserThreads uint64
}

// Unlimited is no bound of memory.
const Unlimited = math.MaxUint64

// addressSpace is how many bytes of addresses a process may have beyond what it
// can write to. Go reserves some 1.3 GB without using them; page tables, which no
// limit but this one bounds, take up to 1/512 of it.
const addressSpace = 8 << 30

// Judge returns how far the process pid is confined. What the shim found before
// the adapter's first instruction counts, if the kernel's own account of the
// process agrees. What the adapter itself reports, as level and open, raises
// nothing to enforced: its code has run before it reported, and it may lie. What
// of it is not among the known words is ignored.
func Judge(pid int, launched confinement.Report, level, open string) *profile.Confinement {
	filtered := filtered(pid)
	c := &profile.Confinement{Level: launched.Level(), Host: launched.Level()}
	if known := profile.ConfinementLevel(level); slices.Contains(profile.ConfinementLevels(), known) {
		c.Adapter = known
	}
	switch {
	case launched.Seccomp && !filtered:
		c.Level = profile.Unavailable
	case launched.Layers():
		c.Open = launched.Open.Names()
	case filtered && (c.Adapter == profile.Enforced || c.Adapter == profile.Partial):
		c.Level, c.Open = profile.Partial, probe.Of(strings.Split(open, ",")).Names()
	}
	return c
}
