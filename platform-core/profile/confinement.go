package profile

import (
	"fmt"
	"slices"
	"strings"
)

// ConfinementLevel says how far the kernel keeps an adapter's process from files, the network and other processes.
type ConfinementLevel string

// The levels, from best to worst.
const (
	// Enforced: every escape that was tried was refused.
	Enforced ConfinementLevel = "enforced"
	// Partial: some were.
	Partial ConfinementLevel = "partial"
	// Unavailable: nothing confines the process.
	Unavailable ConfinementLevel = "unavailable"
)

// ConfinementLevels returns the levels, from best to worst.
func ConfinementLevels() []ConfinementLevel {
	return []ConfinementLevel{Enforced, Partial, Unavailable}
}

// Confinement says how far an adapter's process is confined, as its host found by probes.
type Confinement struct {
	// Level is the level that the platform asserts.
	Level ConfinementLevel `json:"level"`
	// Host is the result of the host's probes before the adapter's first instruction. Adapter is the level that the
	// adapter reports for itself; empty for none. Its report never raises Level.
	Host    ConfinementLevel `json:"host"`
	Adapter ConfinementLevel `json:"adapter,omitempty"`
	// Open are the escapes that were not refused, in the order of the probes.
	Open []string `json:"open,omitempty"`
}

// libraries is the probe of opening shared libraries.
const libraries = "libraries"

// Loaded reports whether the level is only [Partial] because the adapter needs a dynamic loader, which opens files.
func (c Confinement) Loaded() bool { return c.Level == Partial && slices.Contains(c.Open, libraries) }

// ConfinementCheck is the ID of the readiness check of the confinement.
const ConfinementCheck = "installation.adapter-confined"

// Check returns the readiness check of the confinement.
func (c Confinement) Check() Check {
	check := Check{ID: ConfinementCheck, Title: "Adapter confined", Status: Passed}
	switch c.Level {
	case Enforced:
		check.Message = "The kernel confines the adapter from its start: every escape that was tried was refused."
		return check
	case Partial:
		check.Message = fmt.Sprintf(
			"The kernel confines the adapter only in part; it did not refuse: %s.",
			strings.Join(c.Open, ", "),
		)
	default:
		check.Message = "Nothing on this system confines the adapter's process."
	}
	check.Status = Warning
	if c.Loaded() {
		check.Remediation = "Build the adapter with CGO_ENABLED=0, so that it needs no dynamic loader."
		return check
	}
	check.Remediation = "Run the platform on Linux 5.13 or newer (amd64 or arm64) with seccomp and Landlock."
	return check
}
