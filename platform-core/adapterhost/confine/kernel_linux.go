//go:build linux && (amd64 || arm64)

package confine

import (
	"path/filepath"
	"strconv"
)

// filtered reports whether a process has a seccomp filter beyond those of this
// host (a container's runtime may have given it some, which its children have as
// well), and can gain no privileges. The launch shim filters its only thread, and
// the kernel gives every later one the same filters; none can be taken off.
func filtered(pid int) bool {
	its, err := Numbers(filepath.Join("/proc", strconv.Itoa(pid), "status"))
	if err != nil {
		return false
	}
	own, err := Numbers("/proc/self/status")
	return err == nil && filteredBeyond(its, own)
}

func filteredBeyond(its, own map[string]int) bool {
	return filters(its) > filters(own) && its["NoNewPrivs"] == 1
}

// filters returns how many seccomp filters a process has, by its status. A kernel
// before 5.9 does not count them; there a process in filter mode has one.
func filters(status map[string]int) int {
	const filterMode = 2
	if status["Seccomp"] != filterMode {
		return 0
	}
	if counted, known := status["Seccomp_filters"]; known {
		return counted
	}
	return 1
}
