package profile

import (
	"fmt"
	"slices"
	"strings"
)

// The resources of an adapter's process, as [Bounds] names them.
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

// Bounds says how a host limits the resources of an adapter's process.
type Bounds struct {
	// Level is [Enforced] if the kernel limits all that it can count, from the adapter's first instruction, and
	// [Partial] if it limits some.
	Level ConfinementLevel `json:"level"`
	// Kernel are the resources that the kernel limits. Watched are the others that the host measures: it ends a process
	// that takes too much. Both are sorted.
	Kernel  []string `json:"kernel"`
	Watched []string `json:"watched"`
}

// NewBounds returns the [Bounds] of a process from the resources that the kernel limits and the host watches.
func NewBounds(kernel, watched []string) *Bounds {
	b := &Bounds{Level: Partial, Kernel: append([]string{}, kernel...), Watched: []string{}}
	for _, name := range watched {
		if !slices.Contains(kernel, name) {
			b.Watched = append(b.Watched, name)
		}
	}
	every := []string{
		BoundAddresses,
		BoundData,
		BoundDescriptors,
		BoundFileSize,
		BoundMemory,
		BoundProcessor,
		BoundThreads,
	}
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

// Check returns the readiness check of the bounds. [Partial] passes: the host watches the resources that the kernel
// does not limit.
func (b Bounds) Check() Check {
	check := Check{ID: BoundsCheck, Title: "Adapter bounded", Status: Passed}
	switch b.Level {
	case Enforced:
		check.Message = "The kernel limits the resources of the adapter from its start, in a control group of its own."
	case Partial:
		check.Message = fmt.Sprintf(
			"The kernel limits the adapter's %s. The host watches its %s.",
			listed(b.Kernel),
			listed(b.Watched),
		)
	default:
		check.Status = Warning
		check.Message = "Nothing on this system limits the resources of the adapter."
		check.Remediation = "Run the platform on Linux (amd64 or arm64)."
	}
	return check
}

func listed(names []string) string { return strings.ReplaceAll(strings.Join(names, ", "), "_", " ") }
