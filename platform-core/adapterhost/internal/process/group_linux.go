//go:build amd64 || arm64

package process

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// group is the control group of one adapter's process. The kernel applies its limits, also to
// threads and to the kernel memory of the process. A nil group limits nothing.
type group struct {
	folders  []string // one, or one for each controller with version 1
	settings []setting
	// joined is set when a process was started in the group.
	joined bool
}

// setting is a file of a control group with its value.
type setting struct {
	controller, file, value string
	// optional is set if not every kernel has the file.
	optional bool
}

const (
	groupPrefix = "platform-adapter-"
	// hostGroup is the name of the host's own group, if it needs one.
	hostGroup = "platform-host"
	// members is the file with the processes of a group, and tasks the file with the threads of a
	// group of version 1.
	members = "cgroup.procs"
	tasks   = "tasks"
)

// groups is the number of control groups that this process has made.
var groups atomic.Int64

// newGroup makes a control group below the group of this process, with limits of memory, in bytes,
// and of threads. The error says why the system allows no group. Then only the resource limits of
// the process apply.
func newGroup(memory uint64, threads int) (*group, error) {
	below, err := hierarchies()
	if err != nil {
		return nil, err
	}
	g := &group{}
	name := fmt.Sprintf("%s%d-%d", groupPrefix, os.Getpid(), groups.Add(1))
	for _, h := range below {
		sweep(h.folder)
		if err := g.create(filepath.Join(h.folder, name), h.limits(memory, threads)); err != nil {
			g.remove()
			return nil, err
		}
	}
	return g, nil
}

func (g *group) create(folder string, settings []setting) error {
	if err := os.Mkdir(folder, 0o755); err != nil {
		return err
	}
	g.folders = append(g.folders, folder)
	for _, s := range settings {
		s.file = filepath.Join(folder, s.file)
		g.settings = append(g.settings, s)
		if err := os.WriteFile(s.file, []byte(s.value), 0); err != nil && !s.optional {
			return err
		}
	}
	return nil
}

// around runs start, which starts a process, while this thread is in the group. So the process is
// in the group from its first instruction. To move a process later would be slow: the kernel
// waits ten milliseconds for all processors, and until then no process can start a thread. Only
// version 1 lets a single thread into a group. around does not enter the group if the thread
// cannot return.
func (g *group) around(start func() error) error {
	if g == nil || !g.enter() {
		return start()
	}
	err := start()
	g.joined = err == nil
	return errors.Join(err, g.leave())
}

// enter moves this thread to the group, and reports whether it did.
func (g *group) enter() bool {
	if _, err := os.Stat(filepath.Join(g.folders[0], tasks)); err != nil || g.leave() != nil {
		return false
	}
	for _, folder := range g.folders {
		if moveThread(folder) != nil {
			_ = g.leave()
			return false
		}
	}
	return true
}

// leave moves this thread back to the group of its process.
func (g *group) leave() (err error) {
	for _, folder := range g.folders {
		err = errors.Join(err, moveThread(filepath.Dir(folder)))
	}
	return err
}

// moveThread moves the calling thread to a group. The goroutine is locked to the thread.
func moveThread(folder string) error {
	return os.WriteFile(filepath.Join(folder, tasks), []byte("0"), 0)
}

// add moves a process to the group, unless it was started there.
func (g *group) add(pid int) error {
	if g.joined {
		return nil
	}
	for _, folder := range g.folders {
		if err := os.WriteFile(filepath.Join(folder, members), []byte(strconv.Itoa(pid)), 0); err != nil {
			return err
		}
	}
	return nil
}

// holds reports whether the kernel has the process in the group, with the wanted limits.
func (g *group) holds(pid int) bool {
	if g == nil {
		return false
	}
	for _, folder := range g.folders {
		there, err := os.ReadFile(filepath.Join(folder, members))
		if err != nil || !slices.Contains(strings.Fields(string(there)), strconv.Itoa(pid)) {
			return false
		}
	}
	for _, s := range g.settings {
		value, err := os.ReadFile(s.file)
		if !s.optional && (err != nil || string(bytes.TrimSpace(value)) != s.value) {
			return false
		}
	}
	return true
}

// remove removes the group after its process has ended.
func (g *group) remove() {
	const attempts, pause = 50, 10 * time.Millisecond
	if g == nil {
		return
	}
	for _, folder := range g.folders {
		for range attempts { // the kernel takes a moment to forget the process
			if err := os.Remove(folder); err == nil || errors.Is(err, os.ErrNotExist) {
				break
			}
			time.Sleep(pause)
		}
	}
}

// sweep removes the groups that killed hosts have left. The kernel keeps groups with processes.
func sweep(parent string) {
	left, _ := filepath.Glob(filepath.Join(parent, groupPrefix+"*"))
	for _, folder := range left {
		host, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(folder), groupPrefix), "-")
		if _, err := os.Stat(filepath.Join("/proc", host)); errors.Is(err, os.ErrNotExist) {
			_ = os.Remove(folder)
		}
	}
}

// hierarchy is a place where this process can make control groups: cgroups(7). Version 2 has one
// hierarchy for all controllers, and version 1 has one for each.
type hierarchy struct {
	controller string // of version 1; empty for version 2
	folder     string
}

// controllers are the controllers that limit an adapter.
var controllers = []string{"cpu", "memory", "pids"}

// limits returns the settings of a group in the hierarchy.
func (h hierarchy) limits(memory uint64, threads int) []setting {
	bytes, pids := strconv.FormatUint(memory, 10), strconv.Itoa(threads)
	return slices.DeleteFunc([]setting{
		{"", "pids.max", pids, false},
		{"", "cpu.weight", strconv.Itoa(groupShare), false},
		{"", "memory.max", bytes, false},
		{"", "memory.swap.max", "0", true},
		{"pids", "pids.max", pids, false},
		{"cpu", "cpu.shares", strconv.Itoa(1024 * groupShare / 100), false},
		{"memory", "memory.limit_in_bytes", bytes, false},
		{"memory", "memory.memsw.limit_in_bytes", bytes, true},
	}, func(s setting) bool {
		return s.controller != h.controller || memory == Unlimited && strings.HasPrefix(s.file, "memory.")
	})
}

// places caches the hierarchies. They cannot be found again after the host has moved to a group
// of its own.
var places struct {
	sync.Mutex
	found []hierarchy
}

// hierarchies returns the hierarchies with all controllers.
func hierarchies() (_ []hierarchy, err error) {
	places.Lock()
	defer places.Unlock()
	if places.found == nil {
		places.found, err = findHierarchies()
	}
	return places.found, err
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
	folder, ok := mounted(string(mounts), "cgroup2", "", paths[""])
	if ok && delegated(folder, paths[""]) && delegate(folder) == nil {
		return []hierarchy{{folder: folder}}, nil
	}
	var found []hierarchy
	for _, c := range controllers {
		folder, ok := mounted(string(mounts), "cgroup", c, paths[c])
		if !ok {
			return nil, fmt.Errorf("control groups with the controller %s are not delegated to this process", c)
		}
		found = append(found, hierarchy{c, folder})
	}
	return found, nil
}

// memberships returns the paths of this process's groups by controller, from the lines of
// /proc/self/cgroup. The name of version 2 is empty.
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

// mounted returns the folder of a group, from the lines of /proc/self/mountinfo: see
// proc_pid_mountinfo(5). With version 1, a mount option is the controller.
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
		if beneath, ok := strings.CutPrefix(group, strings.TrimSuffix(places[3], "/")); ok {
			return filepath.Join(places[4], beneath), true
		}
	}
	return "", false
}

// delegated reports whether this process may change a group of version 2. A user other than root
// can write only to delegated groups. In a container, the group is the root. Otherwise systemd
// marks delegated groups (systemd.resource-control(5), "Delegate=").
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

// delegate enables the controllers for the groups below a group of version 2. Such a group must
// not contain processes (cgroups(7), "no internal processes"). So the host moves to a group
// in addition to the groups of its adapters.
func delegate(folder string) error {
	const subtree = "cgroup.subtree_control"
	enabled, err := os.ReadFile(filepath.Join(folder, subtree))
	if err != nil || hasControllers(string(enabled)) {
		return err
	}
	available, err := os.ReadFile(filepath.Join(folder, "cgroup.controllers"))
	if err != nil {
		return err
	}
	if !hasControllers(string(available)) {
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

// hasControllers reports whether a list has every controller.
func hasControllers(list string) bool {
	listed := strings.Fields(list)
	return !slices.ContainsFunc(controllers, func(c string) bool { return !slices.Contains(listed, c) })
}

// moveOut moves this process to a group of its own below folder. It fails if the group has other
// processes, because the host must not move them.
func moveOut(folder string) error {
	self := strconv.Itoa(os.Getpid())
	there, err := os.ReadFile(filepath.Join(folder, members))
	if err != nil {
		return err
	}
	if strings.TrimSpace(string(there)) != self {
		return errors.New("the control group has other processes")
	}
	own := filepath.Join(folder, hostGroup)
	if err := os.Mkdir(own, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	return os.WriteFile(filepath.Join(own, members), []byte(self), 0)
}
