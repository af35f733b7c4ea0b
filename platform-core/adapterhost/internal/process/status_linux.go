//go:build amd64 || arm64

package process

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"platform.internal/platform-core/profile"
)

// watched are the resources that the watch measures.
var watched = []string{
	profile.BoundMemory, profile.BoundProcessor, profile.BoundSocketFiles, profile.BoundThreads,
}

// statusFile returns the path of the kernel's status of a process.
func statusFile(pid int) string { return fmt.Sprintf("/proc/%d/status", pid) }

// numbers returns the numbers with the names from a file with one name and number on each line,
// such as /proc/PID/status and /proc/vmstat.
func numbers(path string, names ...string) (map[string]int, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	found := map[string]int{}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) < 2 || !slices.Contains(names, strings.TrimSuffix(fields[0], ":")) {
			continue
		}
		if n, err := strconv.Atoi(fields[1]); err == nil {
			found[strings.TrimSuffix(fields[0], ":")] = n
		}
	}
	return found, nil
}

// measure returns the resource usage of a process. It is not ok if the process has ended.
func measure(pid int) (u usage, ok bool) {
	status, err := numbers(statusFile(pid), "Threads", "RssAnon", "RssShmem", "VmSwap")
	if err != nil || status["Threads"] == 0 {
		return usage{}, false
	}
	// The processor clock of the process: clock_getcpuclockid(3).
	const scheduled = 2
	var processor unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|scheduled), &processor); err != nil { // #nosec G115 -- below 2^26
		return usage{}, false
	}
	return usage{
		threads:   status["Threads"],
		memory:    uint64(status["RssAnon"]+status["RssShmem"]+status["VmSwap"]) << 10, // #nosec G115 -- kilobytes
		processor: time.Duration(processor.Nano()),
	}, true
}

// memoryKills returns how many processes the kernel has killed because memory was short, in the
// machine or in a control group. It is 0 before Linux 4.13.
func memoryKills() int {
	counts, _ := numbers("/proc/vmstat", "oom_kill")
	return counts["oom_kill"]
}

// peer returns the ID of the process that listens at the other end of a connection (SO_PEERCRED in
// unix(7)).
func peer(connection syscall.RawConn) (pid int, err error) {
	failed := connection.Control(func(fd uintptr) {
		var credentials *unix.Ucred
		credentials, err = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED) // #nosec G115 -- a descriptor
		if err == nil {
			pid = int(credentials.Pid)
		}
	})
	return pid, errors.Join(failed, err)
}

// filtered reports whether a process has more seccomp filters than this host and cannot gain
// privileges. A container runtime may have given the host filters, and children inherit them. The
// shim filters its only thread, later threads inherit the filter, and no filter can be removed.
func filtered(pid int) (bool, error) {
	var status [2]map[string]int
	for i, path := range []string{statusFile(pid), "/proc/self/status"} {
		var err error
		if status[i], err = numbers(path, "Seccomp", "Seccomp_filters", "NoNewPrivs"); err != nil {
			return false, err
		}
	}
	return filteredBeyond(status[0], status[1]), nil
}

func filteredBeyond(its, own map[string]int) bool {
	return filters(its) > filters(own) && its["NoNewPrivs"] == 1
}

// filters returns the number of seccomp filters in the status of a process. Before Linux 5.9 it is
// 1 for a process in filter mode.
func filters(status map[string]int) int {
	const filterMode = 2
	if status["Seccomp"] != filterMode {
		return 0
	}
	if counted, ok := status["Seccomp_filters"]; ok {
		return counted
	}
	return 1
}

// userThreads returns an RLIMIT_NPROC that leaves own threads for a new process. The limit counts
// the threads of all processes of the user. It is 0 for root, because the kernel does not limit
// root.
func userThreads(own int) uint64 {
	uid := os.Getuid()
	if uid == 0 {
		return 0
	}
	threads := own + otherThreads
	processes, _ := filepath.Glob("/proc/[0-9]*")
	for _, folder := range processes {
		info, err := os.Stat(folder)
		if err != nil || int(info.Sys().(*syscall.Stat_t).Uid) != uid {
			continue
		}
		if status, err := numbers(filepath.Join(folder, "status"), "Threads"); err == nil {
			threads += status["Threads"]
		}
	}
	return uint64(threads) // #nosec G115 -- a sum of positive numbers
}

// kernelBounds returns the resources of the process that the kernel limits. It reads the limits
// from the kernel, and leaves out limits that are weaker than wanted.
func (p *Process) kernelBounds() []string {
	var held []string
	for _, limit := range p.limits() {
		var its unix.Rlimit
		if limit.bounds == "" || limit.Max == Unlimited || unix.Prlimit(p.PID(), limit.Resource, nil, &its) != nil {
			continue
		}
		if its.Max <= limit.Max {
			held = append(held, limit.bounds)
		}
	}
	if p.group.holds(p.PID()) {
		held = append(held, profile.BoundMemory, profile.BoundProcessor, profile.BoundThreads)
	}
	slices.Sort(held)
	return slices.Compact(held)
}
