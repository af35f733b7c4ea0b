package process

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
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
	status, err := os.ReadFile(filepath.Join("/proc", p.ID(), "status"))
	if err != nil {
		return Usage{}, false
	}
	numbers := numbersOf(string(status))
	// The process's own clock: clock_getcpuclockid(3).
	const scheduled = 2
	var processor unix.Timespec
	clock := ^p.PID()<<3 | scheduled
	if err := unix.ClockGettime(int32(clock), &processor); err != nil { // #nosec G115 -- below 2^26
		return Usage{}, false
	}
	return Usage{
		Threads:   numbers["Threads"],
		Memory:    uint64(numbers["RssAnon"]+numbers["RssShmem"]+numbers["VmSwap"]) << 10, // #nosec G115 -- kilobytes
		Processor: time.Duration(processor.Nano()),
	}, numbers["Threads"] > 0
}

// memoryKills returns how often the kernel of this machine has killed a process
// for want of memory, its own or a control group's; 0 where it does not say
// (Linux before 4.13). The number only grows.
func memoryKills() int {
	counts, err := os.ReadFile("/proc/vmstat")
	if err != nil {
		return 0
	}
	return numbersOf(string(counts))["oom_kill"]
}

// numbersOf returns the numbers of a file of the kernel's that has one a line, by
// their names: proc_pid_status(5), proc_vmstat(5).
func numbersOf(file string) map[string]int {
	numbers := map[string]int{}
	for line := range strings.Lines(file) {
		if parts := strings.Fields(line); len(parts) > 1 {
			if n, err := strconv.Atoi(parts[1]); err == nil {
				numbers[strings.TrimSuffix(parts[0], ":")] = n
			}
		}
	}
	return numbers
}
