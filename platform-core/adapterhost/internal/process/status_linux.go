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

// watched are the resources that the watch looks at.
var watched = []string{
	profile.BoundMemory, profile.BoundProcessor, profile.BoundSocketFiles, profile.BoundThreads,
}

// statusOf is the file in which the kernel says what a process is and has.
func statusOf(pid int) string { return fmt.Sprintf("/proc/%d/status", pid) }

// numbers returns those of the named numbers that a file has in which the kernel names one a line: /proc/PID/status,
// /proc/vmstat.
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

// used reads what a process takes; not ok once it is gone.
func used(pid int) (u usage, ok bool) {
	status, err := numbers(statusOf(pid), "Threads", "RssAnon", "RssShmem", "VmSwap")
	if err != nil || status["Threads"] == 0 {
		return usage{}, false
	}
	// The process's own clock: clock_getcpuclockid(3).
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

// memoryKills returns how often the kernel of this machine has killed a process for want of memory, its own or a
// control group's; 0 where it does not say (Linux before 4.13). The number only grows.
func memoryKills() int {
	counts, _ := numbers("/proc/vmstat", "oom_kill")
	return counts["oom_kill"]
}

// peer returns the process that listened where the connection leads: the kernel keeps it (SO_PEERCRED in unix(7)).
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

// filtered reports whether a process has a seccomp filter beyond those of this host (a container's runtime may have
// given it some, which its children have as well), and can gain no privileges. The launch shim filters its only thread,
// and the kernel gives every later one the same filters; none can be taken off.
func filtered(pid int) (bool, error) {
	var status [2]map[string]int
	for i, path := range []string{statusOf(pid), "/proc/self/status"} {
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

// filters returns how many seccomp filters a process has, by its status. A kernel before 5.9 does not count them; there
// a process in filter mode has one.
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

// userThreads returns the limit of threads of this user that leaves a process so many of its own: RLIMIT_NPROC counts
// those of all the user's processes. It is 0 for root, whose threads the kernel does not count.
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

// kernelBounds returns what the kernel bounds of the process, by its own account: a limit that is not the one that was
// asked for does not count.
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
