package profile

import (
	"fmt"
	"slices"
	"strings"
)

// What of a machine an adapter's process takes, by the names in Bounds.
const (
	BoundAddresses   = "addresses"   // and with them page tables
	BoundData        = "data"        // what it can write to
	BoundDescriptors = "descriptors" // and with them pipes and sockets
	BoundFileSize    = "file_size"
	BoundMemory      = "memory" // all of it, the kernel's own for the process included
	BoundProcessor   = "processor"
	BoundSocketFiles = "socket_files" // how many files are in the folder of its socket
	BoundThreads     = "threads"
)

// Bounds is what a host found out about how the resources of an adapter's process
// are bounded.
type Bounds struct {
	// Level is Enforced where the kernel bounds everything that it can count, from
	// the adapter's first instruction; Partial where it bounds some.
	Level ConfinementLevel `json:"level"`
	// Kernel are the resources that the kernel bounds. Watched are the others that
	// the host looks at, ending a process that takes too much. Both are sorted.
	Kernel  []string `json:"kernel"`
	Watched []string `json:"watched"`
}

// NewBounds returns the bounds of a process of which the kernel bounds some
// resources and the host watches some.
func NewBounds(kernel, watched []string) *Bounds {
	b := &Bounds{Level: Partial, Kernel: append([]string{}, kernel...), Watched: []string{}}
	for _, name := range watched {
		if !slices.Contains(kernel, name) {
			b.Watched = append(b.Watched, name)
		}
	}
	every := []string{BoundAddresses, BoundData, BoundDescriptors, BoundFileSize, BoundMemory, BoundProcessor, BoundThreads}
	switch {
	case !slices.ContainsFunc(every, func(name string) bool { return !slices.Contains(kernel, name) }):
		b.Level = Enforced
	case len(kernel) == 0:
		b.Level = Unavailable
	}
	return b
}

// BoundsCheck is the ID of the readiness check of the bounds.
const BoundsCheck = "installation.adapter-bounded"

// Check returns the readiness check of the bounds. Partial ones pass: what the
// kernel does not count is watched.
func (b Bounds) Check() Check {
	check := Check{ID: BoundsCheck, Title: "Adapter bounded", Status: Passed}
	switch b.Level {
	case Enforced:
		check.Message = "The kernel bounds what the adapter takes of this machine, from its start, in a control group of its own."
	case Partial:
		check.Message = fmt.Sprintf("The kernel bounds the adapter's %s. The host watches its %s.", listed(b.Kernel), listed(b.Watched))
	default:
		check.Status = Warning
		check.Message = "Nothing on this system bounds what the adapter takes of this machine."
		check.Remediation = "Run the platform on Linux (amd64 or arm64)."
	}
	return check
}

func listed(names []string) string { return strings.ReplaceAll(strings.Join(names, ", "), "_", " ") }
