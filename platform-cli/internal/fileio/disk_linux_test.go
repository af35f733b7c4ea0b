package fileio_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-core/problem"
)

// smallDisk mounts a file system of 64 KiB. It skips the test if the process may not mount. Then
// only [TestSizeLimit] covers an incomplete write.
func smallDisk(t testing.TB) string {
	t.Helper()
	folder := t.TempDir()
	mount(t, folder)
	return folder
}

func mount(t testing.TB, folder string) {
	t.Helper()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("no right to mount a small disk: %v", err)
	}
}

// TestTheReplacedFolderThatStaysIsNamed replaces a folder that cannot be removed. A mount in the
// folder prevents the removal for root, and missing permissions prevent it for other users.
func TestTheReplacedFolderThatStaysIsNamed(t *testing.T) {
	parent := t.TempDir()
	path := filepath.Join(parent, "bundle")
	require.NoError(t, fileio.WriteFolder(path, two("old"), false, nil))
	inner := filepath.Join(path, "inner")
	if os.Geteuid() == 0 {
		mount(t, inner)
	} else {
		require.NoError(t, os.Chmod(inner, 0o500))
	}
	err := fileio.WriteFolder(path, two("new"), true, anything)
	left, globbed := filepath.Glob(filepath.Join(parent, ".platform-*"))
	require.NoError(t, globbed)
	require.Len(t, left, 1)
	t.Cleanup(func() {
		_ = syscall.Unmount(filepath.Join(left[0], "inner"), syscall.MNT_DETACH)
		_ = os.Chmod(filepath.Join(left[0], "inner"), 0o700)
		_ = os.RemoveAll(left[0])
	})
	require.Equal(t, problem.FileNotWritable, code(err))
	detail := problem.From(err).Detail
	assert.Contains(t, detail, path+" is written, but the folder that it replaces could not be removed whole")
	assert.Contains(t, detail, "Remove "+left[0]+".")
	assert.Equal(t, "new", content(t, filepath.Join(path, "a")))
}

func TestFullDisk(t *testing.T) {
	folder := smallDisk(t)
	defer func() { assert.NoError(t, syscall.Unmount(folder, syscall.MNT_DETACH)) }()
	path := filepath.Join(folder, "out")
	require.NoError(t, fileio.Write(path, []byte("old"), false))
	big := bytes.Repeat([]byte("x"), 256<<10)
	err := fileio.Write(path, big, true)
	require.Equal(t, problem.FileNotWritable, code(err))
	assert.Contains(t, problem.From(err).Detail, "the disk is full")
	assert.Equal(t, "old", content(t, path))

	entries := []fileio.Entry{{Path: "a/small", Content: "x"}, {Path: "b/c/big", Content: string(big)}}
	bundle := filepath.Join(folder, "bundle")
	err = fileio.WriteFolder(bundle, entries, false, nil)
	require.Equal(t, problem.FileNotWritable, code(err))
	assert.Contains(t, problem.From(err).Detail, "the disk is full")
	holdsOnly(t, folder, "out")
}

// TestSizeLimit writes in a process with a file size limit of 8 KiB. The system kills the process,
// or the write fails before its end.
func TestSizeLimit(t *testing.T) {
	folder := t.TempDir()
	script := "ulimit -f 8; exec \"$0\" -test.run '^TestWriterProcess$' -- once \"$1\""
	out, err := exec.Command("bash", "-c", script, os.Args[0], filepath.Join(folder, "bundle")).CombinedOutput()
	require.Error(t, err, "%s", out)
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, e := range entries {
		assert.True(t, strings.HasPrefix(e.Name(), ".platform-"), "%s has the final name", e.Name())
	}
}
