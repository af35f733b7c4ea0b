package process

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of a process's times, which on Linux is the same on every
// machine: USER_HZ.
const tick = time.Second / 100

// Usage reads what the process takes; known is false once it is gone, and where
// the system does not tell.
func (p *Process) Usage() (u Usage, known bool) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.PID()))
	if err != nil {
		return Usage{}, false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.PID()))
	if err != nil {
		return Usage{}, false
	}
	u.Threads, u.Memory = parseStatus(status)
	u.Processor = parseStat(stat)
	return u, u.Threads > 0
}

// parseStatus reads proc_pid_status(5).
func parseStatus(status []byte) (threads int, memory uint64) {
	for lines := bufio.NewScanner(bytes.NewReader(status)); lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), ":")
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
func parseStat(stat []byte) time.Duration {
	const user, system = 14 - 3, 15 - 3
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) <= system {
		return 0
	}
	var ticks int64
	for _, field := range []int{user, system} {
		n, err := strconv.ParseInt(fields[field], 10, 64)
		if err != nil {
			return 0
		}
		ticks += n
	}
	return time.Duration(ticks * int64(tick))
}
