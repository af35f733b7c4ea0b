package fileio_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-core/problem"
)

// holdsOnly checks that a folder holds exactly the named entries.
func holdsOnly(t testing.TB, folder string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	found := []string{}
	for _, e := range entries {
		found = append(found, e.Name())
	}
	assert.ElementsMatch(t, names, found, "no temporary file stays")
}

func content(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(data)
}

func code(err error) problem.Code {
	if err == nil {
		return ""
	}
	return problem.From(err).Code
}

func TestFileIsCreatedAndReplaced(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o077))
	folder := t.TempDir()
	path := filepath.Join(folder, "profile.json")
	require.NoError(t, fileio.Write(path, []byte("first"), false))
	assert.Equal(t, problem.FileProtected, code(fileio.Write(path, []byte("second"), false)))
	assert.Equal(t, "first", content(t, path))
	require.NoError(t, fileio.Write(path, []byte("third"), true))
	assert.Equal(t, "third", content(t, path))
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o644), info.Mode().Perm(), "whatever the umask says")
	holdsOnly(t, folder, "profile.json")
}

func TestRewriteKeepsThePermissions(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "request.yaml")
	require.NoError(t, os.WriteFile(path, []byte("first"), 0o600))
	require.NoError(t, os.Chmod(path, 0o640))
	require.NoError(t, fileio.Rewrite(path, []byte("first"), []byte("second")))
	assert.Equal(t, "second", content(t, path))
	marked := filepath.Join(t.TempDir(), "marked.yaml")
	require.NoError(t, os.WriteFile(marked, []byte("\ufefffirst"), 0o600))
	require.NoError(t, fileio.Rewrite(marked, []byte("first"), []byte("second")))
	assert.Equal(t, "\ufeffsecond", content(t, marked), "a byte order mark stays")
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o640), info.Mode().Perm())
	assert.Equal(t, problem.FileProtected,
		code(fileio.Rewrite(path, []byte("first"), []byte("third"))), "it is another one now")
	require.NoError(t, os.Symlink("request.yaml", filepath.Join(folder, "link")))
	assert.Equal(t, problem.FileProtected,
		code(fileio.Rewrite(filepath.Join(folder, "link"), []byte("second"), []byte("third"))))
	assert.Equal(t, problem.UsageError, code(fileio.Rewrite(filepath.Join(folder, "none"), nil, []byte("third"))))
	assert.Equal(t, "second", content(t, path))
	holdsOnly(t, folder, "request.yaml", "link")
}

// TestRewriteOfWhatOthersHave rewrites a read-only file, which works because its folder is
// writable. The file keeps its owner if the system allows that.
func TestRewriteOfWhatOthersHave(t *testing.T) {
	path := filepath.Join(t.TempDir(), "request.yaml")
	require.NoError(t, os.WriteFile(path, []byte("first"), 0o400))
	owner := os.Getuid()
	if owner == 0 { // root may change the owner
		owner = 4711
		require.NoError(t, os.Chown(path, owner, owner))
	}
	require.NoError(t, fileio.Rewrite(path, []byte("first"), []byte("second")))
	assert.Equal(t, "second", content(t, path))
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o400), info.Mode().Perm())
	assert.EqualValues(t, owner, info.Sys().(*syscall.Stat_t).Uid)
}

// TestFileRefuses checks the targets that stay protected with force.
func TestFileRefuses(t *testing.T) {
	setups := map[string]func(t *testing.T, path, other string){
		"a symbolic link":   func(t *testing.T, path, other string) { require.NoError(t, os.Symlink(other, path)) },
		"a link to nowhere": func(t *testing.T, path, _ string) { require.NoError(t, os.Symlink("nowhere", path)) },
		"a hard link":       func(t *testing.T, path, other string) { require.NoError(t, os.Link(other, path)) },
		"a folder":          func(t *testing.T, path, _ string) { require.NoError(t, os.Mkdir(path, 0o755)) },
		"a named pipe":      func(t *testing.T, path, _ string) { require.NoError(t, syscall.Mkfifo(path, 0o644)) },
		"a socket or other thing": func(t *testing.T, path, _ string) {
			require.NoError(t, syscall.Mknod(path, syscall.S_IFSOCK|0o644, 0))
		},
	}
	for name, setup := range setups {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			path, other := filepath.Join(folder, "out"), filepath.Join(folder, "other")
			require.NoError(t, os.WriteFile(other, []byte("precious"), 0o644))
			setup(t, path, other)
			assert.Equal(t, problem.FileProtected, code(fileio.CheckFile(path, true)))
			assert.Equal(t, problem.FileProtected, code(fileio.Write(path, []byte("new"), true)))
			assert.Equal(t, "precious", content(t, other))
			holdsOnly(t, folder, "out", "other")
		})
	}
}

// TestFileThroughALinkedFolder checks that a link is allowed above the last element of a path. Many
// systems have such links, as /tmp on macOS.
func TestFileThroughALinkedFolder(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(folder, "real"), 0o755))
	require.NoError(t, os.Symlink("real", filepath.Join(folder, "link")))
	require.NoError(t, fileio.Write(filepath.Join(folder, "link", "a"), []byte("x"), false))
	assert.Equal(t, "x", content(t, filepath.Join(folder, "real", "a")))
}

func TestFileCannotBeWritten(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "file"), nil, 0o644))
	tests := map[string]struct {
		path string
		code problem.Code
		says string
	}{
		"no such folder": {filepath.Join(folder, "absent", "a"), problem.UsageError,
			"its folder does not exist; create it first"},
		"below a file":    {filepath.Join(folder, "file", "a"), problem.UsageError, "a part of the path is a file"},
		"the folder":      {".", problem.UsageError, "is not the path of a file"},
		"the upper one":   {"..", problem.UsageError, "is not the path of a file"},
		"a name too long": {filepath.Join(folder, strings.Repeat("x", 300)), problem.FileNotWritable, "was not written"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			err := fileio.Write(test.path, []byte("x"), true)
			require.Equal(t, test.code, code(err))
			assert.Contains(t, problem.From(err).Detail, test.says)
		})
	}
	holdsOnly(t, folder, "file")
}
