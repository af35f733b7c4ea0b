package process

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Usage is what a process takes of its machine.
type Usage struct {
	Threads int
	// Memory is what only this process has written to, in bytes.
	Memory uint64
	// Processor is how long it has computed since its start.
	Processor time.Duration
}

// Usage reads what the process takes; known is false once it is gone, and where
// the system does not say (only Linux does).
func (p *Process) Usage() (u Usage, known bool) {
	folder := filepath.Join("/proc", p.ID())
	status, err := os.ReadFile(filepath.Join(folder, "status"))
	if err != nil {
		return Usage{}, false
	}
	stat, err := os.ReadFile(filepath.Join(folder, "stat"))
	if err != nil {
		return Usage{}, false
	}
	u.Threads, u.Memory = parseStatus(string(status))
	u.Processor = parseStat(string(stat))
	return u, u.Threads > 0
}

// parseStatus reads proc_pid_status(5).
func parseStatus(status string) (threads int, memory uint64) {
	for line := range strings.Lines(status) {
		name, value, _ := strings.Cut(line, ":")
		n, err := strconv.ParseUint(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 40)
		if err != nil {
			continue
		}
		switch name {
		case "Threads":
			threads = int(n) // #nosec G115 -- below 2^22
		case "RssAnon", "RssShmem", "VmSwap":
			memory += n << 10
		}
	}
	return threads, memory
}

// parseStat reads the times of proc_pid_stat(5), of which the name, which may
// hold anything, is the second field.
func parseStat(stat string) time.Duration {
	// tick is USER_HZ, which on Linux is the same on every machine.
	const user, system, tick = 14 - 3, 15 - 3, time.Second / 100
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
	if len(fields) <= system {
		return 0
	}
	first, err := strconv.ParseInt(fields[user], 10, 64)
	if err != nil {
		return 0
	}
	second, err := strconv.ParseInt(fields[system], 10, 64)
	if err != nil {
		return 0
	}
	return time.Duration(first+second) * tick
}

// memoryKills returns how often the kernel of this machine has killed a process
// for want of memory, its own or a control group's; 0 where it does not say
// (Linux before 4.13, and other systems). The number only grows.
func memoryKills() int {
	data, err := os.ReadFile("/proc/vmstat")
	if err != nil {
		return 0
	}
	return countKills(string(data))
}

func countKills(lines string) int {
	for line := range strings.Lines(lines) {
		if number, found := strings.CutPrefix(line, "oom_kill "); found {
			count, _ := strconv.Atoi(strings.TrimSpace(number))
			return count
		}
	}
	return 0
}
