package shim

import (
	"unsafe"

	"platform.internal/platform-core/internal/confinement/probe"
)

// Plan is what a shim does. The host makes it once it knows the process's ID. A
// shim is the same executable as its host, so a plan travels as its own memory,
// and has no pointers. Unused entries at the end of a list are zero.
type Plan struct {
	// Parent is the host's process ID: a shim whose host is gone does nothing.
	Parent int
	Limits [7]Limit
	// Ruleset is the kernel's struct landlock_ruleset_attr, of RulesetSize bytes;
	// 0 for no Landlock.
	Ruleset     [3]uint64
	RulesetSize uintptr
	Rules       [6]PathRule
	// ImageAccess is what the adapter may do with its own file.
	ImageAccess uint64
	// Filter is an array of FilterLength of the kernel's struct sock_filter; 0 for
	// no seccomp.
	Filter       [1024][8]byte
	FilterLength uint16
	// Empty is the address at which the shim has the empty path of its execveat,
	// which the filter demands; 0 for any.
	Empty uint64
	// Texts are the adapter's argv[0] and its environment, each with a NUL after it.
	Texts [48 << 10]byte
}

// Limit is a resource limit, soft and hard.
type Limit struct {
	Resource int
	Max      uint64
}

// PathRule allows access to what lies beneath a path, which ends with a NUL; a path
// that does not exist is left out.
type PathRule struct {
	Path   [128]byte
	Access uint64
}

// Encode returns the plan's memory.
func (p *Plan) Encode() []byte { return unsafe.Slice((*byte)(unsafe.Pointer(p)), unsafe.Sizeof(*p)) }

// texts returns the addresses of the plan's texts.
func (p *Plan) texts() []*byte {
	var found []*byte
	for i := range p.Texts {
		if p.Texts[i] != 0 && (i == 0 || p.Texts[i-1] == 0) {
			found = append(found, &p.Texts[i])
		}
	}
	return found
}

// Report is what a shim found. Each errno is 0 for what worked.
type Report struct {
	// Landlock and Seccomp say why a layer could not be applied.
	Landlock, Seccomp uint32
	// Open are the attempts that were not refused.
	Open probe.Set
	// Failed is the errno of what kept the adapter from running.
	Failed uint32
}

func (r *Report) encode() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(r)), unsafe.Sizeof(*r))
}

// DecodeReport reads what a shim wrote until its end: a report, and a second one
// when the adapter could not be run after all. complete is false when the shim
// ended before its report.
func DecodeReport(data []byte) (r Report, complete bool) {
	size := int(unsafe.Sizeof(r))
	if len(data) < size || len(data)%size != 0 {
		return Report{}, false
	}
	copy(r.encode(), data[len(data)-size:])
	return r, true
}
