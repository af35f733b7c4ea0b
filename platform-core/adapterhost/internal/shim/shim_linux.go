//go:build amd64 || arm64

package shim

import (
	"syscall"

	"platform.internal/platform-core/internal/confinement/probe"
)

// failed is the exit status of a shim that could not run the adapter.
const failed = 127

// init runs on the process's main thread, which is the only one that execve(2)
// leaves: what confines this thread confines the adapter's process.
func init() {
	if called() {
		run()
		syscall.Exit(failed)
	}
}

// called reports whether this process was started as a shim. The arguments are in
// package os, which is not initialised yet.
func called() bool {
	fd, err := syscall.Open("/proc/self/cmdline", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	var name [len(Marker) + 1]byte
	n, _ := syscall.Read(fd, name[:])
	_ = syscall.Close(fd)
	return n == len(name) && string(name[:]) == Marker+"\x00"
}

// plan is in memory of its own: it is larger than the first stack.
var plan Plan

// run confines the process and becomes the adapter. It returns when it cannot.
func run() {
	if !received() || !boundToParent() {
		return
	}
	if errno := tidy(); errno != 0 {
		send(Report{Open: probe.All, Failed: uint32(errno)})
		return
	}
	report := Report{Landlock: uint32(restrict()), Seccomp: uint32(filter())}
	report.Open = probe.Try()
	send(report)
	report.Failed = uint32(execute())
	send(report)
}

func send(r Report) { _, _ = syscall.Write(reportDescriptor, r.encode()) }

// received reads the plan, of which a host that died has written only a part.
func received() bool {
	rest := plan.Encode()
	for len(rest) > 0 {
		n, err := syscall.Read(planDescriptor, rest)
		if err == syscall.EINTR {
			continue
		}
		if n <= 0 || err != nil {
			return false
		}
		rest = rest[n:]
	}
	return true
}

// boundToParent has the kernel kill this process when the host's thread ends
// that started it, which the host keeps until its own end. It lasts across
// execve, and a filter keeps the adapter from taking it back: PR_SET_PDEATHSIG(2const).
// It is false when the host died before.
func boundToParent() bool {
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_PDEATHSIG, uintptr(syscall.SIGKILL), 0)
	return syscall.Getppid() == plan.Parent
}

// errnoOf returns the number in an error of package syscall.
func errnoOf(err error) syscall.Errno {
	if errno, ok := err.(syscall.Errno); ok {
		return errno
	}
	return syscall.EINVAL
}

// tidy leaves the adapter three descriptors, and its limits.
func tidy() (errno syscall.Errno) {
	if err := syscall.Dup3(imageDescriptor, ExecDescriptor, syscall.O_CLOEXEC); err != nil {
		return errnoOf(err)
	}
	const everyone, closeOnExec = uintptr(1<<32 - 1), 1 << 2
	if _, _, errno := syscall.RawSyscall(sysCloseRange, 3, everyone, closeOnExec); errno != 0 {
		for fd := 3; fd < 1024; fd++ { // a kernel before 5.11
			syscall.CloseOnExec(fd)
		}
	}
	if emptyPath, errno = emptyAt(uintptr(plan.Empty)); errno != 0 {
		return errno // before the limits, which leave a host with the race detector no address
	}
	for _, l := range plan.Limits {
		if err := lower(l); err != nil {
			return errnoOf(err)
		}
	}
	return 0
}

// lower sets a limit, but to no more than this process has: raising one takes a
// privilege.
func lower(l Limit) error {
	var has syscall.Rlimit
	if err := syscall.Getrlimit(l.Resource, &has); err != nil {
		return err
	}
	limit := min(l.Max, has.Max)
	return syscall.Setrlimit(l.Resource, &syscall.Rlimit{Cur: limit, Max: limit})
}
