//go:build amd64 || arm64

package shim

import (
	"runtime"
	"syscall"
	"unsafe"
)

// System calls that package syscall does not have. From 424 on, the numbers are the same for every
// architecture.
var (
	sysSeccomp  = numbered(317, 277)
	sysExecveat = numbered(322, 281)
)

// numbered returns the number of a call for this architecture. The numbers are from the kernel's
// syscall_64.tbl and unistd.h.
func numbered(amd64, arm64 uintptr) uintptr {
	if runtime.GOARCH == "arm64" {
		return arm64
	}
	return amd64
}

const (
	sysCloseRange            = 436
	sysLandlockCreateRuleset = 444
	sysLandlockAddRule       = 445
	sysLandlockRestrictSelf  = 446
)

// Arguments of system calls, with the names of their manual pages.
const (
	prSetNoNewPrivs      = 38       // PR_SET_NO_NEW_PRIVS(2const)
	seccompSetModeFilter = 1        // seccomp(2)
	rulePathBeneath      = 1        // landlock_add_rule(2)
	oPath                = 0x200000 // open(2)
	atCurrent            = ^uintptr(99)
	atEmptyPath          = 0x1000   // execveat(2)
	mapFixedNoReplace    = 0x100000 // mmap(2)
)

func noNewPrivileges() {
	_, _, _ = syscall.RawSyscall6(syscall.SYS_PRCTL, prSetNoNewPrivs, 1, 0, 0, 0, 0)
}

// restrict puts this thread into a Landlock domain: landlock(7).
func restrict() syscall.Errno {
	if plan.RulesetSize == 0 {
		return syscall.ENOSYS
	}
	noNewPrivileges()
	ruleset, _, errno := syscall.RawSyscall(
		sysLandlockCreateRuleset, uintptr(unsafe.Pointer(&plan.Ruleset)), plan.RulesetSize, 0)
	if errno != 0 {
		return errno
	}
	defer func() { _ = syscall.Close(int(ruleset)) }()
	for i := range plan.Rules {
		r := &plan.Rules[i]
		fd, _, errno := syscall.RawSyscall6(
			syscall.SYS_OPENAT, atCurrent, uintptr(unsafe.Pointer(&r.Path)), oPath|syscall.O_CLOEXEC, 0, 0, 0)
		if errno == syscall.ENOENT {
			continue // it needs no rule
		}
		if errno != 0 {
			return errno
		}
		errno = allow(ruleset, fd, r.Access)
		_ = syscall.Close(int(fd))
		if errno != 0 {
			return errno
		}
	}
	// A memory file needs no rule, because Landlock does not cover its file system. The kernel
	// answers EBADFD.
	if errno = allow(ruleset, ExecDescriptor, plan.ImageAccess); errno != 0 && errno != syscall.EBADFD {
		return errno
	}
	_, _, errno = syscall.RawSyscall(sysLandlockRestrictSelf, ruleset, 0, 0)
	return errno
}

// pathBeneath is the kernel's packed struct landlock_path_beneath_attr.
type pathBeneath struct {
	access [8]byte
	fd     int32
}

func allow(ruleset, fd uintptr, access uint64) syscall.Errno {
	rule := pathBeneath{fd: int32(fd)} // #nosec G115 -- a descriptor is small
	*(*uint64)(unsafe.Pointer(&rule.access)) = access
	_, _, errno := syscall.RawSyscall6(
		sysLandlockAddRule, ruleset, rulePathBeneath, uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	return errno
}

// program is the kernel's struct sock_fprog.
type program struct {
	length uint16
	filter *[8]byte
}

// filter applies the seccomp filter of the plan to this thread: seccomp(2).
func filter() syscall.Errno {
	if plan.FilterLength == 0 {
		return syscall.ENOSYS
	}
	noNewPrivileges()
	p := program{length: plan.FilterLength, filter: &plan.Filter[0]}
	_, _, errno := syscall.RawSyscall(sysSeccomp, seccompSetModeFilter, 0, uintptr(unsafe.Pointer(&p)))
	return errno
}

// execute runs the adapter in place of this process. It returns only if it fails. syscall.Exec is
// not used, because it takes a path, and a filter cannot compare paths.
func execute() syscall.Errno {
	texts := append(plan.texts(), nil)
	arguments := []*byte{texts[0], nil}
	_, _, errno := syscall.RawSyscall6(sysExecveat, ExecDescriptor, emptyPath,
		uintptr(unsafe.Pointer(&arguments[0])), uintptr(unsafe.Pointer(&texts[1])), atEmptyPath, 0)
	return errno
}

// nothing is an empty path. emptyPath is the address of the empty path in use.
var (
	nothing   byte
	emptyPath uintptr
)

// emptyAt returns the address of an empty path. If address is not 0, emptyAt maps a page of zeros
// there. Before Linux 4.17, the kernel may choose another page: then it fails.
func emptyAt(address uintptr) (uintptr, syscall.Errno) {
	if address == 0 {
		return uintptr(unsafe.Pointer(&nothing)), 0
	}
	size := uintptr(syscall.Getpagesize())
	page := address &^ (size - 1)
	got, _, errno := syscall.RawSyscall6(syscall.SYS_MMAP, page, size, syscall.PROT_READ,
		syscall.MAP_PRIVATE|syscall.MAP_ANON|mapFixedNoReplace, ^uintptr(0), 0)
	if errno == 0 && got != page {
		errno = syscall.EEXIST
	}
	return address, errno
}
