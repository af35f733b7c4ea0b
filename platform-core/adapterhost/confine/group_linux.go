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

// Add puts a process into the group.
func (g *Group) Add(pid int) error {
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
