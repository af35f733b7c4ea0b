//go:build linux && (amd64 || arm64)

package shim

import (
	"syscall"

	"platform.internal/platform-core/internal/confinement/probe"
)

const enabled = true

// failed is the exit status of a shim that could not run the adapter.
const failed = 127

// init runs on the process's main thread, which is the only one that execve(2)
// leaves: what is laid around this thread alone holds the adapter's process.
func init() {
	if called() {
		run()
	}
}

// called tells whether this process was started as a shim. The arguments are in
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

// run lays the box and becomes the adapter.
func run() {
	plan, whole := Decode(readAll(PlanDescriptor))
	if !whole {
		leave()
	}
	dieWithParent(plan.Parent)
	if said := tidy(plan); said != 0 {
		tell(Report{Open: probe.All, Failed: uint32(said)})
		leave()
	}
	report := Report{Landlock: uint32(restrict(plan)), Seccomp: uint32(filter(plan.Filter))}
	report.Open = probe.Try()
	tell(report)
	report.Failed = uint32(execute(plan))
	tell(report)
	leave()
}

func leave() { syscall.Exit(failed) }

func tell(r Report) {
	data := r.encode()
	_, _ = syscall.Write(ReportDescriptor, data[:])
}

func readAll(fd int) []byte {
	var all []byte
	var part [4096]byte
	for {
		n, err := syscall.Read(fd, part[:])
		if err == syscall.EINTR {
			continue
		}
		if n <= 0 || err != nil {
			return all
		}
		all = append(all, part[:n]...)
	}
}

// dieWithParent has the kernel kill this process when the host's thread ends
// that started it, which the host keeps until its own end. It holds across
// execve, and a filter keeps the adapter from taking it back: PR_SET_PDEATHSIG(2const).
func dieWithParent(parent int) {
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_PDEATHSIG, uintptr(syscall.SIGKILL), 0)
	if syscall.Getppid() != parent {
		leave() // the host died before
	}
}

// errno returns the number in an error of package syscall.
func errno(err error) syscall.Errno {
	if said, is := err.(syscall.Errno); is {
		return said
	}
	return syscall.EINVAL
}

// tidy leaves the adapter three descriptors, a folder to stand in that is not
// the host's, and its limits.
func tidy(plan Plan) syscall.Errno {
	if err := syscall.Dup3(ImageDescriptor, ExecDescriptor, syscall.O_CLOEXEC); err != nil {
		return errno(err)
	}
	const everyone, closeOnExec = uintptr(1<<32 - 1), 1 << 2
	if _, _, said := syscall.RawSyscall(sysCloseRange, 3, everyone, closeOnExec); said != 0 {
		for fd := 3; fd < 1024; fd++ { // a kernel before 5.11
			syscall.CloseOnExec(fd)
		}
	}
	if err := syscall.Chdir(plan.Directory); err != nil {
		return errno(err)
	}
	for _, l := range plan.Limits {
		if err := lower(l); err != nil {
			return errno(err)
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
	most := min(l.Most, has.Max)
	return syscall.Setrlimit(l.Resource, &syscall.Rlimit{Cur: most, Max: most})
}
