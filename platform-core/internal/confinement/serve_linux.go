//go:build linux && (amd64 || arm64)

package confinement

import (
	"errors"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"unsafe"

	"golang.org/x/sys/unix"

	"platform.internal/platform-core/internal/confinement/probe"
)

// Serve confines this process when it listens, and reports what the kernel then refuses. The adapter
// cannot undo that.
func Serve() Report {
	stayBelowLimit()
	// The kernel requires this of a process without privileges. In a process with C threads, the
	// filter sets it with TSYNC.
	threads := onEveryThread(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1)
	landlock := restrict()
	rules := ServingRules(os.Getpid())
	if errors.Is(threads, unix.ENOTSUP) {
		rules = append(rules, ProtectingRules()...)
	}
	seccomp := enter(NewFilter(rules))
	return Report{Seccomp: seccomp == nil, Landlock: landlock == nil, Open: probe.Try()}
}

// enter applies a filter to every thread of this process: seccomp(2).
func enter(code []unix.SockFilter) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	p := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]} // #nosec G115 -- at most 4096
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP,
		unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&p)))
	if errno != 0 {
		return errno
	}
	return nil
}

// stayBelowLimit makes the garbage collector work harder before the process reaches its memory limit
// and ends.
func stayBelowLimit() {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_DATA, &limit) == nil && limit.Cur < math.MaxInt64 {
		debug.SetMemoryLimit(int64(limit.Cur / 4 * 3)) // #nosec G115 -- below MaxInt64
	}
}
