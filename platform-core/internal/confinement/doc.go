// Package confinement is what holds an adapter's process: which system calls it may
// make (seccomp), which files and addresses it may reach (Landlock), and how
// much it may take (resource limits). It is laid twice.
//
// The host lays it before the adapter's first instruction, through package shim:
// Launch describes that box. It leaves room for the start of a Go process, for
// the one execveat(2) that starts it, and for the listener that go-plugin makes.
// The adapter lays a tighter one around itself once it listens: Serve, which the
// SDK calls before the first call of a host. Whatever one forgets, the other
// may hold; a kernel applies both.
//
// Neither is taken on trust. Each ends with the attempts of package escape, and
// Held reads from /proc what the kernel holds the process to.
package confinement

import (
	"platform.internal/platform-core/internal/confinement/probe"
	"platform.internal/platform-core/profile"
)

// Report is what laying a box came to.
type Report struct {
	// Seccomp and Landlock tell which layers the kernel took.
	Seccomp, Landlock bool
	// Open are the escapes that were not refused.
	Open probe.Set
}

// Layers reports whether the kernel took any layer at all.
func (r Report) Layers() bool { return r.Seccomp || r.Landlock }

// Level returns how far the box holds.
func (r Report) Level() profile.ConfinementLevel {
	switch {
	case !r.Layers():
		return profile.Unavailable
	case r.Open == 0:
		return profile.Enforced
	default:
		return profile.Partial
	}
}
