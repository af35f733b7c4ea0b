package fileio_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-core/problem"
)

func anything(*os.Root) error { return nil }

func two(text string) []fileio.Entry {
	return []fileio.Entry{{Path: "a", Content: text}, {Path: "inner/deep/b", Content: text}}
}

func TestFolderIsCreatedAndReplaced(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o077))
	parent := t.TempDir()
	path := filepath.Join(parent, "bundle")
	require.NoError(t, fileio.WriteFolder(path, two("first"), false, nil))
	assert.Equal(t, problem.FileProtected, code(fileio.WriteFolder(path, two("second"), false, nil)))
	assert.Equal(t, "first", content(t, filepath.Join(path, "inner/deep/b")))
	require.NoError(t, fileio.WriteFolder(path, []fileio.Entry{{Path: "c", Content: "third"}}, true, anything))
	holdsOnly(t, path, "c")
	holdsOnly(t, parent, "bundle")
}

func TestFolderPermissions(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o077))
	path := filepath.Join(t.TempDir(), "bundle")
	require.NoError(t, fileio.WriteFolder(path, two("x"), false, nil))
	err := filepath.WalkDir(path, func(at string, entry fs.DirEntry, err error) error {
		require.NoError(t, err)
		info, err := entry.Info()
		require.NoError(t, err)
		want := fs.FileMode(0o644)
		if entry.IsDir() {
			want = 0o755
		}
		assert.Equal(t, want, info.Mode().Perm(), at)
		return nil
	})
	require.NoError(t, err)
}

func TestFolderRefuses(t *testing.T) {
	parent := t.TempDir()
	other := filepath.Join(parent, "other")
	require.NoError(t, os.Mkdir(other, 0o755))
	link, file := filepath.Join(parent, "link"), filepath.Join(parent, "file")
	require.NoError(t, os.Symlink(other, link))
	require.NoError(t, os.WriteFile(file, []byte("precious"), 0o644))
	for _, path := range []string{link, file} {
		assert.Equal(t, problem.FileProtected, code(fileio.CheckFolder(path, true, anything)))
		assert.Equal(t, problem.FileProtected, code(fileio.WriteFolder(path, two("x"), true, anything)))
	}
	refusal := func(*os.Root) error { return fileio.Protected(other, "is not mine to replace") }
	assert.Equal(t, problem.FileProtected, code(fileio.WriteFolder(other, two("x"), true, refusal)))
	holdsOnly(t, parent, "other", "link", "file")
	holdsOnly(t, other)
}

// TestFolderKeepsWhatCameLate adds a file to the old folder after the check and before the removal.
func TestFolderKeepsWhatCameLate(t *testing.T) {
	parent := t.TempDir()
	path := filepath.Join(parent, "bundle")
	require.NoError(t, fileio.WriteFolder(path, two("old"), false, nil))
	asked := 0
	late := func(existing *os.Root) error {
		if asked++; asked == 1 {
			return existing.WriteFile("late", []byte("precious"), 0o644)
		}
		return fileio.Protected(path, "holds late")
	}
	assert.Equal(t, problem.FileProtected, code(fileio.WriteFolder(path, two("new"), true, late)))
	assert.Equal(t, "precious", content(t, filepath.Join(path, "late")))
	assert.Equal(t, "old", content(t, filepath.Join(path, "a")))
	holdsOnly(t, parent, "bundle")
}

// TestFolderPathsStayInside checks that no path leads out of the folder. Adapters do not choose
// paths today.
func TestFolderPathsStayInside(t *testing.T) {
	for _, path := range []string{"../out", "/out", "a/../../out", "a//b", "./a", "", "a/"} {
		parent := t.TempDir()
		err := fileio.WriteFolder(filepath.Join(parent, "bundle"), []fileio.Entry{{Path: path, Content: "x"}}, false, nil)
		assert.Equal(t, problem.FileNotWritable, code(err), path)
		holdsOnly(t, parent)
	}
}

// TestFolderKeepsAnErrorOfTheQuestion checks that a folder stays if it cannot be examined.
func TestFolderKeepsAnErrorOfTheQuestion(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bundle")
	require.NoError(t, fileio.WriteFolder(path, two("old"), false, nil))
	broken := func(*os.Root) error { return errors.New("the disk is broken") }
	assert.Equal(t, problem.FileNotWritable, code(fileio.WriteFolder(path, two("new"), true, broken)))
	assert.Equal(t, "old", content(t, filepath.Join(path, "a")))
}
