//go:build linux && (amd64 || arm64)

package confine

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// state is what the kernel applies to a process: proc_pid_status(5).
type state struct {
	filters int
	// privileges: it could still gain some.
	privileges bool
}

// filtered reports whether a process has a seccomp filter beyond those of this
// host (a container's runtime may have given it some, which its children have as
// well), and can gain no privileges. The launch shim filters its only thread, and
// the kernel gives every later one the same filters; none can be taken off.
func filtered(pid int) bool {
	its, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "status"))
	if err != nil {
		return false
	}
	own, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return false
	}
	process := parse(string(its))
	return process.filters > parse(string(own)).filters && !process.privileges
}

// parse reads a status file. A kernel before 5.9 does not count filters; there a
// thread in filter mode has one.
func parse(status string) state {
	const filterMode = 2
	numbers := map[string]int{"Seccomp_filters": 1}
	for line := range strings.Lines(status) {
		name, text, _ := strings.Cut(line, ":")
		if n, err := strconv.Atoi(strings.TrimSpace(text)); err == nil {
			numbers[name] = n
		}
	}
	if numbers["Seccomp"] != filterMode {
		numbers["Seccomp_filters"] = 0
	}
	return state{filters: numbers["Seccomp_filters"], privileges: numbers["NoNewPrivs"] != 1}
}
