package shim

import (
	"unsafe"

	"platform.internal/platform-core/internal/confinement/probe"
)

// Plan says what a shim does. The host makes it when it knows the process ID. A shim is the same
// executable as its host, so a plan is sent as the memory of the struct. It has no pointers. Unused
// entries at the end of a list are zero.
type Plan struct {
	// Parent is the process ID of the host. A shim does nothing if its host has ended.
	Parent int
	Limits [7]Limit
	// Ruleset is the kernel's struct landlock_ruleset_attr. RulesetSize is its size in bytes; 0 for
	// no Landlock.
	Ruleset     [3]uint64
	RulesetSize uintptr
	Rules       [6]PathRule
	// ImageAccess is the access of the adapter to its own file.
	ImageAccess uint64
	// Filter is FilterLength entries of the kernel's struct sock_filter; 0 for no seccomp.
	Filter       [1024][8]byte
	FilterLength uint16
	// Empty is the address of the empty path for execveat, which the filter requires; 0 for any.
	Empty uint64
	// Texts are the adapter's argv[0] and its environment, each with a NUL after it.
	Texts [48 << 10]byte
}

// Limit is a resource limit, soft and hard.
type Limit struct {
	Resource int
	Max      uint64
}

// PathRule allows access to a folder or file. The path ends with a NUL. If it does not exist, the
// rule is skipped.
type PathRule struct {
	Path   [128]byte
	Access uint64
}

// Encode returns the memory of the plan.
func (p *Plan) Encode() []byte { return unsafe.Slice((*byte)(unsafe.Pointer(p)), unsafe.Sizeof(*p)) }

// texts returns the addresses of the texts.
func (p *Plan) texts() []*byte {
	var found []*byte
	for i := range p.Texts {
		if p.Texts[i] != 0 && (i == 0 || p.Texts[i-1] == 0) {
			found = append(found, &p.Texts[i])
		}
	}
	return found
}

// Report is the result of a shim. An errno is 0 for success.
type Report struct {
	// Landlock and Seccomp are the errnos of the two layers.
	Landlock, Seccomp uint32
	// Open is the attempts that the kernel did not refuse.
	Open probe.Set
	// Failed is the errno of the attempt to run the adapter.
	Failed uint32
}

func (r *Report) encode() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(r)), unsafe.Sizeof(*r))
}

// DecodeReport reads all that a shim wrote: a report, and a second one if the adapter could not be
// run. It is not complete if the shim ended before its report.
func DecodeReport(data []byte) (r Report, complete bool) {
	size := int(unsafe.Sizeof(r))
	if len(data) < size || len(data)%size != 0 {
		return Report{}, false
	}
	copy(r.encode(), data[len(data)-size:])
	return r, true
}
