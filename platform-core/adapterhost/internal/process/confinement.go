package process

import (
	"slices"
	"strings"

	"platform.internal/platform-core/internal/confinement/probe"
	"platform.internal/platform-core/profile"
)

// Confinement returns the confinement of the process. It is what the shim found before the
// adapter's first instruction, if the kernel's status of the process agrees. level and open are
// what the adapter reports. They never raise the level to enforced, because the adapter may lie.
// Unknown words in them are ignored. It fails if this host has no free descriptors.
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
	case p.report.HasLayer():
		c.Open = p.report.Open.Names()
	case filtered && (c.Adapter == profile.Enforced || c.Adapter == profile.Partial):
		c.Level, c.Open = profile.Partial, probe.ParseNames(strings.Split(open, ",")).Names()
	}
	return c, nil
}

// Bounds returns which resources of the process the kernel limits, by the kernel's own data, and
// which the watch limits.
func (p *Process) Bounds() *profile.Bounds {
	var held []string
	if !p.spec.Plain {
		held = p.kernelBounds()
	}
	p.grouped = slices.Contains(held, profile.BoundMemory)
	return profile.NewBounds(held, watched)
}
