//go:build linux && (amd64 || arm64)

package confinement

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"

	"platform.internal/platform-core/internal/confinement/probe"
)

// Serve lays the box of an adapter that listens around this process and reports
// what it holds. Whatever the adapter does later, it cannot take it off.
func Serve() Report {
	stayBelowLimit()
	// Without it the kernel takes filters and domains from the privileged alone.
	// A process with C threads gets it by the filter's TSYNC.
	_ = onEveryThread(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1)
	landlock := restrict()
	rules := serving(os.Getpid())
	if linked {
		rules = append(rules, protecting()...)
	}
	seccomp := enter(program(architecture, rules))
	return Report{Seccomp: seccomp == nil, Landlock: landlock == nil, Open: tryOnThreads()}
}

// enter puts every thread of this process behind a filter: seccomp(2).
func enter(code []unix.SockFilter) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	p := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]} // #nosec G115 -- at most 4096
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&p)))
	if errno != 0 {
		return errno
	}
	return nil
}

// probes is on how many threads at once the escapes are tried: a layer that
// missed a thread would show.
const probes = 4

// tryOnThreads returns what is open on any of the threads.
func tryOnThreads() probe.Set {
	var open [probes]probe.Set
	var all, there sync.WaitGroup
	there.Add(probes)
	for i := range probes {
		all.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			there.Done()
			there.Wait() // nobody's thread is free for another before all have one
			open[i] = probe.Try()
		})
	}
	all.Wait()
	union := probe.Set(0)
	for _, o := range open {
		union |= o
	}
	return union
}

// stayBelowLimit has the garbage collector work harder before the kernel's limit
// of memory is met, at which the process would end.
func stayBelowLimit() {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_DATA, &limit) == nil && limit.Cur < math.MaxInt64 {
		debug.SetMemoryLimit(int64(limit.Cur / 4 * 3)) // #nosec G115 -- below MaxInt64
	}
}
