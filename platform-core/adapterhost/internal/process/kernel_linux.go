package process

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"platform.internal/platform-core/adapterhost/confine"
)

// CheckPeer returns ErrAddress if this host is connected to another process at
// the process's address: the kernel keeps who listened (SO_PEERCRED in unix(7)).
// go-plugin makes the connection and does not expose it, so it is looked for among
// the host's descriptors, which does no harm to the others. The error is nil for a
// connection that is gone, over which nothing can be sent, and on a system without
// /proc, where no confinement is reported either.
func (p *Process) CheckPeer() error {
	descriptors, _ := os.ReadDir("/proc/self/fd")
	for _, d := range descriptors {
		fd, err := strconv.Atoi(d.Name())
		if err != nil || !connectedTo(fd, p.address) {
			continue
		}
		peer, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
		if err == nil && int(peer.Pid) != p.PID() {
			return fmt.Errorf("%w: process %d listens there, and %d was started", ErrAddress, peer.Pid, p.PID())
		}
	}
	return nil
}

func connectedTo(fd int, address string) bool {
	peer, err := unix.Getpeername(fd)
	if err != nil {
		return false
	}
	name, is := peer.(*unix.SockaddrUnix)
	return is && name.Name == address
}

// Usage reads what the process takes; known is false once it is gone, and where
// the system does not say (only Linux does).
func (p *Process) Usage() (u Usage, known bool) {
	status, err := confine.Numbers(filepath.Join("/proc", p.ID(), "status"))
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
	counts, _ := confine.Numbers("/proc/vmstat")
	return counts["oom_kill"]
}
