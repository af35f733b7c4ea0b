// Package confine is the host's half of an adapter's confinement: it starts the
// adapter's process behind a filter of system calls, a Landlock domain and
// resource limits that apply from before the adapter's first instruction, and
// judges how far the kernel then confines it. Start describes the confinement;
// package shim applies it in the new process. The adapter's own half is in
// internal/confinement.
package confine

import (
	"errors"
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
	// Directory is its working directory; empty for the root.
	Directory string
	// Sockets is the folder where it makes its socket.
	Sockets string
	// Memory bounds what it can write to, in bytes.
	Memory uint64
}

// Announced is what an adapter reports of its own confinement; the zero value
// for nothing.
type Announced struct {
	level profile.ConfinementLevel
	open  probe.Set
}

// ReadAnnounced reads the texts in which an adapter reports. What is not among
// the known words is ignored.
func ReadAnnounced(level, open string) Announced {
	if !slices.Contains(profile.ConfinementLevels(), profile.ConfinementLevel(level)) {
		return Announced{}
	}
	return Announced{level: profile.ConfinementLevel(level), open: probe.Of(strings.Split(open, ","))}
}

// Judge returns how far the process pid is confined. What the shim found before
// the adapter's first instruction counts, if the kernel's own account of the
// process agrees. An adapter's report raises nothing to enforced: its code has
// run before it reported, and it may lie.
func Judge(pid int, launched confinement.Report, announced Announced) *profile.Confinement {
	filtered := filtered(pid)
	c := &profile.Confinement{Level: launched.Level(), Host: launched.Level(), Adapter: announced.level, Open: launched.Open.Names()}
	switch {
	case launched.Seccomp && !filtered:
		c.Level, c.Open = profile.Unavailable, nil
	case launched.Layers():
	case filtered && (announced.level == profile.Enforced || announced.level == profile.Partial):
		c.Level, c.Open = profile.Partial, announced.open.Names()
	default:
		c.Open = nil
	}
	return c
}
