package confine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// hierarchy is where this process may make control groups: cgroups(7). Version 2
// has one for all controllers, version 1 one for each.
type hierarchy struct {
	controller string // of version 1; empty for version 2
	folder     string
}

// controllers are those that bound an adapter.
var controllers = []string{"cpu", "memory", "pids"}

// limits returns the settings of a group of the hierarchy, by their files' names.
func (h hierarchy) limits(memory uint64, threads int) []setting {
	pids := setting{path: "pids.max", value: strconv.Itoa(threads)}
	bytes := strconv.FormatUint(memory, 10)
	switch h.controller {
	case "cpu":
		const share = 1024 * groupShare / 100
		return []setting{{path: "cpu.shares", value: strconv.Itoa(share)}}
	case "memory":
		if memory == Unlimited {
			return nil
		}
		return []setting{{path: "memory.limit_in_bytes", value: bytes}, {path: "memory.memsw.limit_in_bytes", value: bytes, optional: true}}
	case "pids":
		return []setting{pids}
	}
	settings := []setting{pids, {path: "cpu.weight", value: strconv.Itoa(groupShare)}}
	if memory != Unlimited {
		settings = append(settings, setting{path: "memory.max", value: bytes}, setting{path: "memory.swap.max", value: "0", optional: true})
	}
	return settings
}

// places are where this process may make groups, once they were found: where it
// needs a group of its own it is not in the first one again.
var places struct {
	sync.Mutex
	found []hierarchy
}

// hierarchies returns where this process may make groups with all controllers.
func hierarchies() ([]hierarchy, error) {
	places.Lock()
	defer places.Unlock()
	if places.found != nil {
		return places.found, nil
	}
	found, err := findHierarchies()
	places.found = found
	return found, err
}

func findHierarchies() ([]hierarchy, error) {
	own, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil, err
	}
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil, err
	}
	paths := memberships(string(own))
	if folder, found := mounted(string(mounts), "cgroup2", "", paths[""]); found && delegated(folder, paths[""]) {
		if err := delegate(folder); err == nil {
			return []hierarchy{{folder: folder}}, nil
		}
	}
	var found []hierarchy
	for _, c := range controllers {
		folder, is := mounted(string(mounts), "cgroup", c, paths[c])
		if !is {
			return nil, fmt.Errorf("control groups with the controller %s are not delegated to this process", c)
		}
		found = append(found, hierarchy{c, folder})
	}
	return found, nil
}

// memberships returns the path of this process's group by controller, from the
// lines of /proc/self/cgroup; that of version 2 has no name.
func memberships(lines string) map[string]string {
	paths := map[string]string{}
	for line := range strings.Lines(lines) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) == 3 {
			for _, name := range strings.Split(parts[1], ",") {
				paths[name] = parts[2]
			}
		}
	}
	return paths
}

// mounted returns the folder of a group, from the lines of /proc/self/mountinfo:
// see proc_pid_mountinfo(5). An option names the controller of version 1.
func mounted(lines, kind, controller, group string) (string, bool) {
	for line := range strings.Lines(lines) {
		place, system, _ := strings.Cut(strings.TrimSpace(line), " - ")
		places, systems := strings.Fields(place), strings.Fields(system)
		if len(places) < 5 || len(systems) < 3 || systems[0] != kind {
			continue
		}
		if controller != "" && !slices.Contains(strings.Split(systems[2], ","), controller) {
			continue
		}
		if beneath, is := strings.CutPrefix(group, strings.TrimSuffix(places[3], "/")); is {
			return filepath.Join(places[4], beneath), true
		}
	}
	return "", false
}

// delegated reports whether a group of version 2 is this process's to arrange. Who
// is not root can write to no other, a container has a root of its own, and systemd
// marks those that are (systemd.resource-control(5), "Delegate=").
func delegated(folder, path string) bool {
	if os.Getuid() != 0 || path == "/" {
		return true
	}
	for _, mark := range []string{"user.delegate", "trusted.delegate"} {
		var value [1]byte
		if n, err := unix.Getxattr(folder, mark, value[:]); err == nil && string(value[:n]) == "1" {
			return true
		}
	}
	return false
}

// delegate has the controllers of a group of version 2 bound the groups below it.
// A group that does so may have no process of its own (cgroups(7), "no internal
// processes"), so this one goes to a group beside those of its adapters.
func delegate(folder string) error {
	const subtree = "cgroup.subtree_control"
	enabled, err := os.ReadFile(filepath.Join(folder, subtree))
	if err != nil || all(string(enabled)) {
		return err
	}
	available, err := os.ReadFile(filepath.Join(folder, "cgroup.controllers"))
	if err != nil {
		return err
	}
	if !all(string(available)) {
		return errors.New("not every controller is delegated")
	}
	enable := func() error {
		return os.WriteFile(filepath.Join(folder, subtree), []byte("+"+strings.Join(controllers, " +")), 0)
	}
	if err := enable(); !errors.Is(err, syscall.EBUSY) {
		return err
	}
	if err := moveOut(folder); err != nil {
		return err
	}
	return enable()
}

// all reports whether a list has every controller.
func all(list string) bool {
	return !slices.ContainsFunc(controllers, func(c string) bool { return !slices.Contains(strings.Fields(list), c) })
}

// hostGroup is the name of a host's own group, where it needs one.
const hostGroup = "platform-host"

// moveOut moves this process to a group of its own below folder, if it is the only
// one there: to move another is not a host's business.
func moveOut(folder string) error {
	self := strconv.Itoa(os.Getpid())
	members, err := os.ReadFile(filepath.Join(folder, "cgroup.procs"))
	if err != nil {
		return err
	}
	if strings.TrimSpace(string(members)) != self {
		return errors.New("the control group has other processes")
	}
	own := filepath.Join(folder, hostGroup)
	if err := os.Mkdir(own, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	return os.WriteFile(filepath.Join(own, "cgroup.procs"), []byte(self), 0)
}
