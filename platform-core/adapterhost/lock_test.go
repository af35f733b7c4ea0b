package adapterhost

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
)

// Files that somebody else could change are refused, and the refusal says what to
// run. Who owns them is checked in package process.
func TestLockedAdaptersThatOthersCouldChange(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(t *testing.T, dir string)
		refused string // what is refused: opening the catalog, or starting the adapter
		says    string
	}{
		"the folder": {func(t *testing.T, dir string) { require.NoError(t, os.Chmod(dir, 0o777)) }, "open", "can be written to by others"},
		"the lock file": {func(t *testing.T, dir string) { require.NoError(t, os.Chmod(filepath.Join(dir, LockFile), 0o664)) },
			"open", "Run `chmod go-w adapters.lock.json`."},
		"a link to the lock file": {func(t *testing.T, dir string) { linked(t, filepath.Join(dir, LockFile)) }, "open", "adapters.lock.json is a symbolic link."},
		"the binary":              {func(t *testing.T, dir string) { copied(t, filepath.Join(dir, "good"), 0o775) }, "start", "Run `chmod go-w good`."},
		"a link to the binary":    {func(t *testing.T, dir string) { linked(t, filepath.Join(dir, "good")) }, "start", "good is a symbolic link."},
	} {
		t.Run(name, func(t *testing.T) {
			dir := install(t, "good")
			c.change(t, dir)
			catalog, err := Open(Options{Dir: dir})
			if c.refused == "start" {
				require.NoError(t, err)
				t.Cleanup(catalog.Close)
				_, err = catalog.Adapter(t.Context(), "sample")
			}
			p := refusal(t, err, problem.AdapterUnavailable, c.says)
			assert.Equal(t, problem.AdapterFileUnsafe, p.Fault())
			assert.NotContains(t, p.Detail, filepath.Dir(dir), "paths are for the log")
		})
	}
}

// An author's own adapter is no locked one.
func TestAnAdapterAtWorkMayBeWritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "good")
	copied(t, file, 0o777)
	linked(t, file)
	_, err := open(t, Options{Extra: map[string]string{"sample": file}}).Adapter(t.Context(), "sample")
	require.NoError(t, err)
}

// linked puts a link in the place of a file.
func linked(t *testing.T, path string) {
	t.Helper()
	moved := filepath.Join(t.TempDir(), filepath.Base(path))
	require.NoError(t, os.Rename(path, moved))
	require.NoError(t, os.Symlink(moved, path))
}

// copied puts a copy of this test binary at path: a hard link shares its mode.
func copied(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	data, err := os.ReadFile(testBinary())
	require.NoError(t, err)
	require.NoError(t, os.RemoveAll(path))
	require.NoError(t, os.WriteFile(path, data, 0o600))
	require.NoError(t, os.Chmod(path, mode))
}

// TestLockFolderTakesRightsAway builds under each umask.
func TestLockFolderTakesRightsAway(t *testing.T) {
	for _, umask := range []int{0, 0o002, 0o022, 0o077} {
		func() {
			defer syscall.Umask(syscall.Umask(umask))
			dir := filepath.Join(t.TempDir(), "adapters")
			require.NoError(t, os.Mkdir(dir, 0o777))
			copied(t, filepath.Join(dir, "good"), os.FileMode(0o777&^umask)) // #nosec G115 -- a mode
			var log journal
			_, err := LockFolder(t.Context(), dir, log.logger())
			require.NoError(t, err)
			_, err = open(t, Options{Dir: dir}).Adapter(t.Context(), "sample")
			require.NoError(t, err)
		}()
	}
	dir := install(t, "good")
	linked(t, filepath.Join(dir, "good"))
	var log journal
	_, err := LockFolder(t.Context(), dir, log.logger())
	assert.ErrorContains(t, err, "good is a symbolic link")
}
