//go:build linux && (amd64 || arm64)

package shim

import (
	"syscall"
	"unsafe"
)

// Arguments of system calls, by the names of their manual pages.
const (
	prSetNoNewPrivs      = 38       // PR_SET_NO_NEW_PRIVS(2const)
	seccompSetModeFilter = 1        // seccomp(2)
	rulePathBeneath      = 1        // landlock_add_rule(2)
	oPath                = 0x200000 // open(2)
	atEmptyPath          = 0x1000   // execveat(2)
	instructionSize      = 8        // struct sock_filter
	mapFixedNoReplace    = 0x100000 // mmap(2)
)

func noNewPrivileges() {
	_, _, _ = syscall.RawSyscall6(syscall.SYS_PRCTL, prSetNoNewPrivs, 1, 0, 0, 0, 0)
}

// restrict puts this thread into a Landlock domain: landlock(7).
func restrict(plan Plan) syscall.Errno {
	if len(plan.Ruleset) == 0 {
		return syscall.ENOSYS
	}
	noNewPrivileges()
	ruleset, _, said := syscall.RawSyscall(sysLandlockCreateRuleset, uintptr(unsafe.Pointer(&plan.Ruleset[0])), uintptr(len(plan.Ruleset)), 0)
	if said != 0 {
		return said
	}
	defer func() { _ = syscall.Close(int(ruleset)) }()
	for _, r := range plan.Rules {
		fd, err := syscall.Open(r.Path, oPath|syscall.O_CLOEXEC, 0)
		if err != nil {
			continue // what is not there needs no leave
		}
		said = allow(ruleset, fd, r.Access)
		_ = syscall.Close(fd)
		if said != 0 {
			return said
		}
	}
	// A memory file lies outside every file system that Landlock knows, which it
	// says by EBADFD; it needs no rule to run.
	if said = allow(ruleset, ExecDescriptor, plan.ImageAccess); said != 0 && said != syscall.EBADFD {
		return said
	}
	_, _, said = syscall.RawSyscall(sysLandlockRestrictSelf, ruleset, 0, 0)
	return said
}

// pathBeneath is the kernel's packed struct landlock_path_beneath_attr.
type pathBeneath struct {
	access [8]byte
	fd     int32
}

func allow(ruleset uintptr, fd int, access uint64) syscall.Errno {
	if access == 0 {
		return 0
	}
	rule := pathBeneath{fd: int32(fd)} // #nosec G115 -- a descriptor is small
	*(*uint64)(unsafe.Pointer(&rule.access)) = access
	_, _, said := syscall.RawSyscall6(sysLandlockAddRule, ruleset, rulePathBeneath, uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	return said
}

// program is the kernel's struct sock_fprog.
type program struct {
	length uint16
	filter *byte
}

// filter puts the calls of this thread behind a seccomp filter: seccomp(2).
func filter(instructions []byte) syscall.Errno {
	if len(instructions) == 0 {
		return syscall.ENOSYS
	}
	noNewPrivileges()
	p := program{length: uint16(len(instructions) / instructionSize), filter: &instructions[0]} // #nosec G115 -- at most 4096
	_, _, said := syscall.RawSyscall(sysSeccomp, seccompSetModeFilter, 0, uintptr(unsafe.Pointer(&p)))
	return said
}

// execute runs the adapter in place of this process; it returns only when it
// cannot. Go's own Exec takes a path, which a filter could not tell from another.
func execute(plan Plan) syscall.Errno {
	arguments, err := syscall.SlicePtrFromStrings([]string{plan.Name})
	if err != nil {
		return errno(err)
	}
	environment, err := syscall.SlicePtrFromStrings(plan.Environment)
	if err != nil {
		return errno(err)
	}
	empty, said := emptyAt(uintptr(plan.Empty))
	if said != 0 {
		return said
	}
	_, _, said = syscall.RawSyscall6(sysExecveat, ExecDescriptor, empty,
		uintptr(unsafe.Pointer(&arguments[0])), uintptr(unsafe.Pointer(&environment[0])), atEmptyPath, 0)
	return said
}

// nothing is an empty path.
var nothing byte

// emptyAt returns the address of an empty path: the one that the filter demands,
// in a page of zeros. A kernel before 4.17 takes it for a wish.
func emptyAt(address uintptr) (uintptr, syscall.Errno) {
	if address == 0 {
		return uintptr(unsafe.Pointer(&nothing)), 0
	}
	size := uintptr(syscall.Getpagesize())
	page := address &^ (size - 1)
	got, _, said := syscall.RawSyscall6(syscall.SYS_MMAP, page, size, syscall.PROT_READ,
		syscall.MAP_PRIVATE|syscall.MAP_ANON|mapFixedNoReplace, ^uintptr(0), 0)
	if said == 0 && got != page {
		said = syscall.EEXIST
	}
	return address, said
}
