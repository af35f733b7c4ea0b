// Package confinement holds what an adapter's process does to confine itself
// (Serve), and what it shares with the host that started it: the filters of
// system calls (seccomp), the rules of files and addresses (Landlock), and the
// probe that tries what the kernel refuses. The host's half is in
// adapterhost/internal/process: it confines the process before its first instruction.
// A kernel applies both; what one forgets, the other may refuse.
package confinement

import (
	"platform.internal/platform-core/internal/confinement/probe"
	"platform.internal/platform-core/profile"
)

// Report is the result of confining a process.
type Report struct {
	// Seccomp and Landlock tell which layers the kernel took.
	Seccomp, Landlock bool
	// Open are the attempts that were not refused.
	Open probe.Set
}

// Layers reports whether the kernel took any layer at all.
func (r Report) Layers() bool { return r.Seccomp || r.Landlock }

// Level returns how far the process is confined.
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
