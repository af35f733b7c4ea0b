package adapterhost

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
)

// Files that somebody else could change are refused when the catalog is opened, and
// the refusal says what to run. Who owns them is checked in package process.
func TestLockedAdaptersThatOthersCouldChange(t *testing.T) {
	for name, c := range map[string]struct {
		change func(t *testing.T, dir string)
		says   []string // DIR is the folder
	}{
		"the folder": {func(t *testing.T, dir string) { require.NoError(t, os.Chmod(dir, 0o777)) },
			[]string{"can be written to by others", "Run `chmod go-w DIR`."}},
		"the lock file": {func(t *testing.T, dir string) { require.NoError(t, os.Chmod(filepath.Join(dir, LockFile), 0o664)) },
			[]string{"Run `chmod go-w DIR/adapters.lock.json`."}},
		"a link to the lock file": {func(t *testing.T, dir string) { linked(t, filepath.Join(dir, LockFile)) }, []string{"adapters.lock.json is a symbolic link."}},
		"the binary": {func(t *testing.T, dir string) { copied(t, filepath.Join(dir, "good"), 0o775) },
			[]string{"good can be written to by others (mode 0775). Run `chmod go-w DIR/good`."}},
		"a link to the binary": {func(t *testing.T, dir string) { linked(t, filepath.Join(dir, "good")) },
			[]string{"good is a symbolic link. Put the file itself in the place of the link DIR/good."}},
		"all of them": {func(t *testing.T, dir string) {
			copied(t, filepath.Join(dir, "good"), 0o775)
			require.NoError(t, os.Chmod(filepath.Join(dir, LockFile), 0o666))
			require.NoError(t, os.Chmod(dir, 0o775))
		}, []string{
			" can be written to by others (mode 0775); adapters.lock.json can be written to by others (mode 0666); good can be ",
			"Run `chmod go-w DIR DIR/adapters.lock.json DIR/good`.",
		}},
		"binary and folder and a broken lock file": {func(t *testing.T, dir string) {
			copied(t, filepath.Join(dir, "good"), 0o775)
			require.NoError(t, os.WriteFile(filepath.Join(dir, LockFile), []byte("nonsense"), 0o600))
			require.NoError(t, os.Chmod(dir, 0o775))
		}, []string{"Run `chmod go-w DIR DIR/good`."}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := install(t, "good")
			c.change(t, dir)
			_, err := Open(Options{Dir: dir})
			p := refusal(t, err, problem.AdapterUnavailable)
			for _, words := range c.says {
				assert.Contains(t, p.Detail, strings.ReplaceAll(words, "DIR", dir))
			}
			require.NotEmpty(t, p.Faults)
			for _, f := range p.Faults {
				assert.Equal(t, problem.AdapterFileUnsafe, f.Code)
				assert.NotContains(t, f.Message, dir)
			}
		})
	}
}

// A folder without a lock file is most likely the wrong one: nobody shall change its
// permissions because of it.
func TestAFolderWithoutALockFileIsNotToBeChanged(t *testing.T) {
	dir := install(t, "good")
	require.NoError(t, os.Remove(filepath.Join(dir, LockFile)))
	require.NoError(t, os.Chmod(dir, 0o777))
	_, err := Open(Options{Dir: dir})
	p := refusal(t, err, problem.AdapterUnavailable, "There is no adapters.lock.json")
	assert.Equal(t, problem.AdaptersNotLocked, p.Fault())
	assert.NotContains(t, p.Error(), "chmod")
}

// What is changed while the platform runs is refused when the adapter starts, with a
// text for callers, who learn nothing of the machine.
func TestALockedAdapterThatOthersCouldChangeLater(t *testing.T) {
	for name, c := range map[string]struct {
		change func(t *testing.T, dir string)
		says   string
	}{
		"the folder":           {func(t *testing.T, dir string) { require.NoError(t, os.Chmod(dir, 0o777)) }, "can be written to by others"},
		"the binary":           {func(t *testing.T, dir string) { copied(t, filepath.Join(dir, "good"), 0o775) }, "Run `chmod go-w good`."},
		"a link to the binary": {func(t *testing.T, dir string) { linked(t, filepath.Join(dir, "good")) }, "good is a symbolic link."},
	} {
		t.Run(name, func(t *testing.T) {
			dir := install(t, "good")
			catalog := open(t, Options{Dir: dir})
			c.change(t, dir)
			_, err := catalog.Adapter(t.Context(), "sample")
			p := refusal(t, err, problem.AdapterUnavailable, c.says)
			assert.Equal(t, problem.AdapterFileUnsafe, p.Fault())
			assert.NotContains(t, p.Error(), filepath.Dir(dir), "paths are for the log")
			assert.ErrorContains(t, p.Cause, dir)
		})
	}
}

// Nothing runs while the folder is unsafe, so the breaker does not count it, and a repaired folder
// is used at once.
func TestTheBreakerDoesNotCountUnsafeFiles(t *testing.T) {
	dir := install(t, "good")
	catalog := open(t, Options{Dir: dir})
	require.NoError(t, os.Chmod(dir, 0o777))
	for range maxFailures + 1 {
		_, err := catalog.Adapter(t.Context(), "sample")
		require.Equal(t, problem.AdapterFileUnsafe, refusal(t, err, problem.AdapterUnavailable).Fault())
	}
	require.NoError(t, os.Chmod(dir, 0o755))
	_, err := catalog.Adapter(t.Context(), "sample")
	require.NoError(t, err)
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
