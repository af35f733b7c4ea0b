//go:build amd64 || arm64

package shim

import (
	"syscall"

	"platform.internal/platform-core/internal/confinement/probe"
)

// failed is the exit status if the adapter could not be run.
const failed = 127

// init runs on the main thread. execve(2) ends all other threads, so the confinement of this
// thread is that of the adapter's process.
func init() {
	if called() {
		run()
		syscall.Exit(failed)
	}
}

// called reports whether this process was started as a shim. It reads the arguments from /proc,
// because package os is not initialised yet.
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

// plan is a variable because it is larger than the initial stack.
var plan Plan

// run confines the process and runs the adapter. It returns only if it fails.
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

// received reads the plan. It reports false if the host ended before it had written the whole
// plan.
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

// boundToParent makes the kernel kill this process when the host ends: PR_SET_PDEATHSIG(2const). It
// applies to the thread of the host that started this process, which lives as long as the host. It
// survives execve, and the filter prevents the adapter from changing it. boundToParent reports
// false if the host has ended already.
func boundToParent() bool {
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_PDEATHSIG, uintptr(syscall.SIGKILL), 0)
	return syscall.Getppid() == plan.Parent
}

// toErrno returns the errno of an error of package syscall.
func toErrno(err error) syscall.Errno {
	if errno, ok := err.(syscall.Errno); ok {
		return errno
	}
	return syscall.EINVAL
}

// tidy closes the descriptors that nobody needs, and sets the limits.
func tidy() (errno syscall.Errno) {
	if err := syscall.Dup3(imageDescriptor, ExecDescriptor, syscall.O_CLOEXEC); err != nil {
		return toErrno(err)
	}
	syscall.CloseOnExec(reportDescriptor)
	closeRange(imageDescriptor, reportDescriptor-1)
	closeRange(reportDescriptor+1, ExecDescriptor-1)
	closeRange(ExecDescriptor+1, 1<<32-1)
	if emptyPath, errno = emptyAt(uintptr(plan.Empty)); errno != 0 {
		return errno // before the limits, because the race detector needs many addresses
	}
	for _, l := range plan.Limits {
		if err := lower(l); err != nil {
			return toErrno(err)
		}
	}
	return 0
}

// closeRange closes descriptors. The host may have inherited many from its parent, and the limit counts them.
func closeRange(first, last uintptr) {
	if _, _, errno := syscall.RawSyscall(sysCloseRange, first, last, 0); errno != 0 {
		for fd := first; fd <= min(last, 1023); fd++ { // a kernel before 5.9
			_ = syscall.Close(int(fd))
		}
	}
}

// lower sets a limit, but does not raise it, because that needs a privilege.
func lower(l Limit) error {
	var has syscall.Rlimit
	if err := syscall.Getrlimit(l.Resource, &has); err != nil {
		return err
	}
	limit := min(l.Max, has.Max)
	return syscall.Setrlimit(l.Resource, &syscall.Rlimit{Cur: limit, Max: limit})
}
