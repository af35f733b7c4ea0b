package requesthandover_test

import (
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-core/problem"
)

// mount mounts a file system of 512 KiB. It skips the test if the process may not mount.
func mount(t *testing.T, path string) {
	t.Helper()
	if err := syscall.Mount("tmpfs", path, "tmpfs", 0, "size=512k"); err != nil {
		t.Skipf("no right to mount a small disk: %v", err)
	}
	t.Cleanup(func() { assert.NoError(t, syscall.Unmount(path, syscall.MNT_DETACH)) })
}

// TestFullDisk hands over onto a full disk, and then onto disks with one page more each, until it succeeds. Each
// failed hand-over leaves the tree as it was, and no patch.
func TestFullDisk(t *testing.T) {
	folder(t)
	mount(t, "repo")
	handedOver(t, "bundle")
	before := files(t, "repo")
	const filler, page = "repo/filler", 4096
	failures := 0
	for free := int64(0); ; free += page {
		size := fill(t, filler)
		require.NoError(t, os.Truncate(filler, size-free))
		r := handover(t, "changed", "--patch", "x.patch")
		require.NoError(t, os.Remove(filler))
		if r.Exit == problem.ExitDone {
			break
		}
		failures++
		require.Equal(t, problem.ExitFailure, r.Exit)
		require.Contains(t, commandtest.Sentences(r), "the disk is full")
		require.Equal(t, before, files(t, "repo"), "with %d bytes", free)
		require.NoFileExists(t, "x.patch")
	}
	assert.Greater(t, failures, 1, "the request document alone was written once")
	verified(t)
	assert.FileExists(t, "x.patch")
}

// fill writes zeros to a file until the disk is full, and returns the size of the file.
func fill(t *testing.T, path string) (size int64) {
	t.Helper()
	file, err := os.Create(path)
	require.NoError(t, err)
	for err == nil {
		var n int
		n, err = file.Write(make([]byte, 4096))
		size += int64(n)
	}
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.NoError(t, file.Close())
	return size
}

// TestReadOnly hands over into a working tree, and writes a patch into a folder, that nobody may write to.
func TestReadOnly(t *testing.T) {
	for _, locked := range []string{"repo", "patches"} {
		t.Run(locked, func(t *testing.T) {
			folder(t)
			require.NoError(t, os.Mkdir("patches", 0o750))
			mount(t, locked)
			handedOver(t, "bundle")
			before := files(t, ".")
			require.NoError(t, syscall.Mount("", locked, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""))
			r := handover(t, "changed", "--patch", "patches/x.patch")
			assert.Equal(t, problem.ExitFailure, r.Exit)
			assert.Contains(t, commandtest.Sentences(r), "read-only file system")
			assert.Equal(t, before, files(t, "."))
			verified(t)
		})
	}
}
