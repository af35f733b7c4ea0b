package process

import (
	"slices"
	"strings"

	"platform.internal/platform-core/internal/confinement/probe"
	"platform.internal/platform-core/profile"
)

// Confinement returns how far the process is confined. What the shim found before the adapter's first instruction
// counts, if the kernel's own account of the process agrees. What the adapter itself reports, as level and open, raises
// nothing to enforced: its code has run before it reported, and it may lie. What of it is not among the known words is
// ignored. The error is that this host is out of descriptors.
func (p *Process) Confinement(level, open string) (*profile.Confinement, error) {
	filtered, err := filtered(p.PID())
	if NoDescriptors(err) {
		return nil, err
	}
	c := &profile.Confinement{Level: p.report.Level(), Host: p.report.Level()}
	if known := profile.ConfinementLevel(level); slices.Contains(profile.ConfinementLevels(), known) {
		c.Adapter = known
	}
	switch {
	case p.report.Seccomp && !filtered:
		c.Level = profile.Unavailable
	case p.report.Layers():
		c.Open = p.report.Open.Names()
	case filtered && (c.Adapter == profile.Enforced || c.Adapter == profile.Partial):
		c.Level, c.Open = profile.Partial, probe.ParseNames(strings.Split(open, ",")).Names()
	}
	return c, nil
}

// Bounds returns what bounds the process: the kernel, by its own account, and the watch.
func (p *Process) Bounds() *profile.Bounds {
	var held []string
	if !p.spec.Plain {
		held = p.kernelBounds()
	}
	p.grouped = slices.Contains(held, profile.BoundMemory)
	return profile.NewBounds(held, watched)
}
