// Package confinement has the confinement that an adapter's process applies to itself ([Serve]), and
// what it shares with its host: the filters of system calls (seccomp), the rules for files and
// addresses (Landlock), and the probe that tries what the kernel refuses. The host confines the
// process before its first instruction: see adapterhost/internal/process. The kernel applies both.
package confinement

import (
	"platform.internal/platform-core/internal/confinement/probe"
	"platform.internal/platform-core/profile"
)

// Report is the confinement of a process.
type Report struct {
	// Seccomp and Landlock report which layers the kernel applied.
	Seccomp, Landlock bool
	// Open is the attempts that the kernel did not refuse.
	Open probe.Set
}

// HasLayer reports whether the kernel applied a layer.
func (r Report) HasLayer() bool { return r.Seccomp || r.Landlock }

// Level returns the level of confinement.
func (r Report) Level() profile.ConfinementLevel {
	switch {
	case !r.HasLayer():
		return profile.Unavailable
	case r.Open == 0:
		return profile.Enforced
	default:
		return profile.Partial
	}
}
