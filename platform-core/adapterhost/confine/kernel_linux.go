//go:build linux && (amd64 || arm64)

package confine

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// state is what the kernel applies to every thread of a process:
// proc_pid_status(5).
type state struct {
	// filters is the smallest number of seccomp filters that any thread has.
	filters int
	// privileges: some thread could still gain privileges.
	privileges bool
}

// filtered reports whether every thread of a process has a seccomp filter beyond
// those of this host (a container's runtime may have given it some, which its
// children have as well), and can gain no privileges.
func filtered(pid int) bool {
	its, err := stateOf(filepath.Join("/proc", strconv.Itoa(pid)))
	if err != nil {
		return false
	}
	own, err := stateOf("/proc/self")
	return err == nil && its.filters > own.filters && !its.privileges
}

func stateOf(process string) (state, error) {
	threads, err := os.ReadDir(filepath.Join(process, "task"))
	if err != nil {
		return state{}, err
	}
	all := state{filters: -1}
	for _, thread := range threads {
		status, err := os.ReadFile(filepath.Join(process, "task", thread.Name(), "status"))
		if os.IsNotExist(err) {
			continue // a thread that has just ended
		}
		if err != nil {
			return state{}, err
		}
		one := parse(string(status))
		all.privileges = all.privileges || one.privileges
		if all.filters < 0 || one.filters < all.filters {
			all.filters = one.filters
		}
	}
	return all, nil
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
