//go:build linux && (amd64 || arm64)

package confine

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"

	"platform.internal/platform-core/profile"
)

// filtered reports whether a process has a seccomp filter beyond those of this
// host (a container's runtime may have given it some, which its children have as
// well), and can gain no privileges. The launch shim filters its only thread, and
// the kernel gives every later one the same filters; none can be taken off.
func filtered(pid int) bool {
	its, err := Numbers(filepath.Join("/proc", strconv.Itoa(pid), "status"), confined...)
	if err != nil {
		return false
	}
	own, err := Numbers("/proc/self/status", confined...)
	return err == nil && filteredBeyond(its, own)
}

// confined are the numbers of a status that say how a process is confined.
var confined = []string{"Seccomp", "Seccomp_filters", "NoNewPrivs"}

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

// otherThreads is by how much the threads of a user's other processes may grow
// before an adapter gets no more of its own.
const otherThreads = 4096

// UserThreads returns the limit of threads of this user that leaves a process so
// many of its own: RLIMIT_NPROC counts those of all the user's processes. It is 0
// for root, whose threads the kernel does not count.
func UserThreads(own int) uint64 {
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
		if status, err := Numbers(filepath.Join(folder, "status"), "Threads"); err == nil {
			threads += status["Threads"]
		}
	}
	return uint64(threads) // #nosec G115 -- a sum of positive numbers
}

// Bounds returns what the kernel bounds of a process that was started as l, by its
// own account: a limit that is not the one that was asked for does not count.
func (l Launch) Bounds(pid int, group *Group) []string {
	var held []string
	for _, limit := range l.limits() {
		var its unix.Rlimit
		name, named := limitNames[limit.Resource]
		if !named || limit.Max == Unlimited || unix.Prlimit(pid, limit.Resource, nil, &its) != nil {
			continue
		}
		if its.Max <= limit.Max {
			held = append(held, name)
		}
	}
	if group != nil && group.Holds(pid) {
		held = append(held, profile.BoundMemory, profile.BoundProcessor, profile.BoundThreads)
	}
	slices.Sort(held)
	return slices.Compact(held)
}

// limitNames are what the limits bound.
var limitNames = map[int]string{
	unix.RLIMIT_NOFILE: profile.BoundDescriptors, unix.RLIMIT_FSIZE: profile.BoundFileSize, unix.RLIMIT_DATA: profile.BoundData,
	unix.RLIMIT_AS: profile.BoundAddresses, unix.RLIMIT_NPROC: profile.BoundThreads,
}
