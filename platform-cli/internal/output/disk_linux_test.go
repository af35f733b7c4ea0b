package output_test

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

	"platform.internal/platform-cli/internal/output"
	"platform.internal/platform-core/problem"
)

// smallDisk mounts a file system of 64 KiB. Without the right to mount it skips
// the test, and only TestSizeLimit covers a write that ends halfway.
func smallDisk(t testing.TB) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("no right to mount a small disk: %v", err)
	}
	t.Cleanup(func() { assert.NoError(t, syscall.Unmount(folder, syscall.MNT_DETACH)) })
	return folder
}

func TestFullDisk(t *testing.T) {
	folder := smallDisk(t)
	path := filepath.Join(folder, "out")
	require.NoError(t, output.File(path, []byte("old"), false))
	big := bytes.Repeat([]byte("x"), 256<<10)
	err := output.File(path, big, true)
	require.Equal(t, problem.FileNotWritable, code(err))
	assert.Contains(t, problem.From(err).Detail, "the disk is full")
	assert.Equal(t, "old", content(t, path))

	entries := []output.Entry{{Path: "a/small", Content: "x"}, {Path: "b/c/big", Content: string(big)}}
	bundle := filepath.Join(folder, "bundle")
	err = output.Folder(bundle, entries, false, nil)
	require.Equal(t, problem.FileNotWritable, code(err))
	assert.Contains(t, problem.From(err).Detail, "the disk is full")
	holdsOnly(t, folder, "out")
}

// TestSizeLimit writes in a process that may write 8 KiB only: the system ends
// it, or fails the write, halfway.
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
