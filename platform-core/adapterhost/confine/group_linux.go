package confine

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Group is a control group of one adapter's process: what of its machine the
// kernel lets it take, its threads and the kernel's own memory for it included.
type Group struct {
	folders  []string // one, or one a controller on a system with version 1
	settings []setting
	// joined is set once a process was started in the group.
	joined bool
}

// setting is a file of a control group and what is written to it.
type setting struct {
	path, value string
	// optional is one that a kernel need not have.
	optional bool
}

const (
	groupPrefix = "platform-adapter-"
	// groupShare is the processor time of an adapter where it competes with its host,
	// in hundredths of what the host gets.
	groupShare = 25
)

// groups counts the control groups that this process made.
var groups atomic.Int64

// NewGroup makes a control group below that of this process, with at most so many
// bytes of memory and threads. The error says why the system, or its operator,
// allows none: then limits of the process have to do.
func NewGroup(memory uint64, threads int) (*Group, error) {
	below, err := hierarchies()
	if err != nil {
		return nil, err
	}
	g := &Group{}
	name := fmt.Sprintf("%s%d-%d", groupPrefix, os.Getpid(), groups.Add(1))
	for _, h := range below {
		sweep(h.folder)
		folder := filepath.Join(h.folder, name)
		if err = os.Mkdir(folder, 0o755); err != nil {
			break
		}
		g.folders = append(g.folders, folder)
		for _, s := range h.limits(memory, threads) {
			s.path = filepath.Join(folder, s.path)
			g.settings = append(g.settings, s)
		}
	}
	for _, s := range g.settings {
		if failed := os.WriteFile(s.path, []byte(s.value), 0); failed != nil && !s.optional {
			err = errors.Join(err, failed)
		}
	}
	if err != nil {
		g.Remove()
		return nil, err
	}
	return g, nil
}

// tasks is the file of a group of version 1 that takes threads.
const tasks = "tasks"

// around runs start, which starts a process, with this thread in the group, so that the
// process is there from its first moment. To move a process is no such thing: the kernel
// waits ten milliseconds for all its processors, and until then no process of the machine
// can have another thread. Only version 1 lets a single thread into a group. A thread that
// could not return would not be let in, or is an error.
func (g *Group) around(start func() error) error {
	if g == nil || !g.enter() {
		return start()
	}
	err := start()
	g.joined = err == nil
	return errors.Join(err, g.leave())
}

func (g *Group) enter() bool {
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

// leave has this thread return to the group of its process.
func (g *Group) leave() (err error) {
	for _, folder := range g.folders {
		err = errors.Join(err, moveThread(filepath.Dir(folder)))
	}
	return err
}

// moveThread moves the calling thread, which is locked, to a group.
func moveThread(folder string) error {
	return os.WriteFile(filepath.Join(folder, tasks), []byte("0"), 0)
}

// Add puts a process into the group, unless it was started there.
func (g *Group) Add(pid int) error {
	if g.joined {
		return nil
	}
	for _, folder := range g.folders {
		if err := os.WriteFile(filepath.Join(folder, "cgroup.procs"), []byte(strconv.Itoa(pid)), 0); err != nil {
			return err
		}
	}
	return nil
}

// Holds reports whether the process is in the group, and the group's limits are
// those that were asked for, by the kernel's own account.
func (g *Group) Holds(pid int) bool {
	for _, folder := range g.folders {
		members, err := os.ReadFile(filepath.Join(folder, "cgroup.procs"))
		if err != nil || !slices.Contains(strings.Fields(string(members)), strconv.Itoa(pid)) {
			return false
		}
	}
	for _, s := range g.settings {
		value, err := os.ReadFile(s.path)
		if !s.optional && (err != nil || string(bytes.TrimSpace(value)) != s.value) {
			return false
		}
	}
	return len(g.folders) > 0
}

// Remove removes the group, once its process has ended.
func (g *Group) Remove() {
	const attempts, pause = 50, 10 * time.Millisecond
	for _, folder := range g.folders {
		for range attempts { // the kernel takes a moment to forget the process
			if err := os.Remove(folder); err == nil || errors.Is(err, os.ErrNotExist) {
				break
			}
			time.Sleep(pause)
		}
	}
}

// sweep removes the groups of hosts that were killed. The kernel keeps one that
// has a process.
func sweep(parent string) {
	left, _ := filepath.Glob(filepath.Join(parent, groupPrefix+"*"))
	for _, folder := range left {
		host, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(folder), groupPrefix), "-")
		if _, err := os.Stat(filepath.Join("/proc", host)); errors.Is(err, os.ErrNotExist) {
			_ = os.Remove(folder)
		}
	}
}
