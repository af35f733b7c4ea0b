package process

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func TestWhereAGroupIs(t *testing.T) {
	const (
		version1 = "31 25 0:28 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids\n" +
			"32 25 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
		version2  = "30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
		container = "900 800 0:26 /docker/c1 /sys/fs/cgroup ro,nosuid - cgroup2 cgroup rw\n"
	)
	for name, c := range map[string]struct {
		mounts, kind, controller, membership string
		want                                 string
	}{
		"version 2":           {version2, "cgroup2", "", "0::/system.slice/platform.service", "/sys/fs/cgroup/system.slice/platform.service"},
		"its root":            {version2, "cgroup2", "", "0::/", "/sys/fs/cgroup"},
		"in a container":      {container, "cgroup2", "", "0::/docker/c1/a", "/sys/fs/cgroup/a"},
		"of another":          {container, "cgroup2", "", "0::/docker/c2", ""},
		"version 1":           {version1 + version2, "cgroup", "pids", "8:pids:/a/b\n0::/c", "/sys/fs/cgroup/pids/a/b"},
		"two controllers":     {version1, "cgroup", "cpu", "1:cpu,cpuacct:/a", "/sys/fs/cgroup/cpu,cpuacct/a"},
		"not mounted":         {version1, "cgroup", "memory", "4:memory:/", ""},
		"a path with a colon": {version2, "cgroup2", "", "0::/a:b", "/sys/fs/cgroup/a:b"},
	} {
		t.Run(name, func(t *testing.T) {
			folder, ok := mounted(c.mounts, c.kind, c.controller, memberships(c.membership)[c.controller])
			assert.Equal(t, c.want, folder)
			assert.Equal(t, c.want != "", ok)
		})
	}
}

// Root can write to every group, so it asks whose it is.
func TestDelegatedToThisProcess(t *testing.T) {
	marked := t.TempDir()
	if err := unix.Setxattr(marked, "trusted.delegate", []byte("1"), 0); err == nil {
		assert.True(t, delegated(marked, "/system.slice/platform.service"))
	}
	assert.True(t, delegated(t.TempDir(), "/"))
	assert.Equal(t, os.Getuid() != 0, delegated(t.TempDir(), "/system.slice/platform.service"))
}

// A group of version 2, by its files: the folder is no control group.
func TestDelegation(t *testing.T) {
	for name, c := range map[string]struct {
		enabled, available string
		fails              bool
		want               string
	}{
		"enabled":       {"cpu io memory pids", "cpu io memory pids", false, "cpu io memory pids"},
		"not yet":       {"", "cpuset cpu io memory pids", false, "+cpu +memory +pids"},
		"not all of it": {"", "memory pids", true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(folder, "cgroup.subtree_control"), []byte(c.enabled), 0o600))
			require.NoError(t, os.WriteFile(filepath.Join(folder, "cgroup.controllers"), []byte(c.available+"\n"), 0o600))
			assert.Equal(t, c.fails, delegate(folder) != nil)
			now, err := os.ReadFile(filepath.Join(folder, "cgroup.subtree_control"))
			require.NoError(t, err)
			assert.Equal(t, c.want, string(now))
		})
	}
}

func TestSettings(t *testing.T) {
	value := func(h hierarchy, memory uint64, file string) string {
		for _, s := range h.limits(memory, 256) {
			if s.file == file {
				return s.value
			}
		}
		return ""
	}
	assert.Equal(t, "256", value(hierarchy{}, Unlimited, "pids.max"))
	assert.Empty(t, value(hierarchy{}, Unlimited, "memory.max"))
	assert.Equal(t, "4096", value(hierarchy{}, 4096, "memory.max"))
	assert.Equal(t, "25", value(hierarchy{}, 4096, "cpu.weight"))
	assert.Equal(t, "4096", value(hierarchy{controller: "memory"}, 4096, "memory.limit_in_bytes"))
	assert.Equal(t, "256", value(hierarchy{controller: "pids"}, 4096, "pids.max"))
	assert.Equal(t, "256", value(hierarchy{controller: "cpu"}, 4096, "cpu.shares"))
}

// Where this system allows a group, it holds its process, is gone after that, and
// so are those that killed hosts left.
func TestGroup(t *testing.T) {
	group, err := newGroup(64<<20, 32)
	if err != nil {
		t.Skip("no control group can be made here: ", err)
	}
	defer group.remove()
	for _, folder := range group.folders {
		assert.DirExists(t, folder)
		left := filepath.Join(filepath.Dir(folder), groupPrefix+"99999999-1")
		require.NoError(t, os.Mkdir(left, 0o755))
		sweep(filepath.Dir(folder))
		assert.NoDirExists(t, left)
		assert.DirExists(t, folder, "its host runs")
	}
	assert.False(t, group.holds(os.Getpid()), "it is not in it")
	// A shell may start no more processes than the group has threads.
	shell := exec.Command("/bin/sh", "-c", "read go; i=0; while [ $i -lt 100 ]; do sleep 60 2>/dev/null & i=$((i+1)); done")
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	feed, err := shell.StdinPipe()
	require.NoError(t, err)
	var messages strings.Builder
	shell.Stderr = &messages
	require.NoError(t, shell.Start())
	defer func() { assert.NoError(t, syscall.Kill(-shell.Process.Pid, syscall.SIGKILL)) }() // before the group is removed
	require.NoError(t, group.add(shell.Process.Pid))
	assert.True(t, group.holds(shell.Process.Pid))
	require.NoError(t, feed.Close())
	_ = shell.Wait()
	assert.Contains(t, strings.ToLower(messages.String()), "fork")
}
