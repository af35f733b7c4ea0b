package process

import (
	"errors"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"platform.internal/platform-core/adapterhost/confine"
)

// peer returns the process that listened where the connection leads: the kernel
// keeps it (SO_PEERCRED in unix(7)).
func peer(connection syscall.RawConn) (pid int, err error) {
	failed := connection.Control(func(fd uintptr) {
		var credentials *unix.Ucred
		if credentials, err = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED); err == nil { // #nosec G115 -- a descriptor
			pid = int(credentials.Pid)
		}
	})
	return pid, errors.Join(failed, err)
}

// Usage reads what the process takes; known is false once it is gone, and where
// the system does not say (only Linux does).
func (p *Process) Usage() (u Usage, known bool) {
	status, err := confine.Numbers(filepath.Join("/proc", p.ID(), "status"), "Threads", "RssAnon", "RssShmem", "VmSwap")
	if err != nil || status["Threads"] == 0 {
		return Usage{}, false
	}
	// The process's own clock: clock_getcpuclockid(3).
	const scheduled = 2
	var processor unix.Timespec
	clock := ^p.PID()<<3 | scheduled
	if err := unix.ClockGettime(int32(clock), &processor); err != nil { // #nosec G115 -- below 2^26
		return Usage{}, false
	}
	return Usage{
		Threads:   status["Threads"],
		Memory:    uint64(status["RssAnon"]+status["RssShmem"]+status["VmSwap"]) << 10, // #nosec G115 -- kilobytes
		Processor: time.Duration(processor.Nano()),
	}, true
}

// memoryKills returns how often the kernel of this machine has killed a process
// for want of memory, its own or a control group's; 0 where it does not say
// (Linux before 4.13). The number only grows.
func memoryKills() int {
	counts, _ := confine.Numbers("/proc/vmstat", "oom_kill")
	return counts["oom_kill"]
}
