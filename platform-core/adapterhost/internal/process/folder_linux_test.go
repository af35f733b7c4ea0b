package process

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFoldersOfDeadHostsAreSwept(t *testing.T) {
	parent := t.TempDir()
	for _, name := range []string{folderPrefix + "dead", folderPrefix + "held", "other"} {
		require.NoError(t, os.Mkdir(filepath.Join(parent, name), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(parent, name, "socket"), nil, 0o600))
	}
	theirs := ""
	if os.Getuid() == 0 { // only root can give a folder away
		theirs = filepath.Join(parent, folderPrefix+"theirs")
		require.NoError(t, os.Mkdir(theirs, 0o700))
		require.NoError(t, os.Chown(theirs, 65534, 65534))
	}
	held, err := os.Open(filepath.Join(parent, folderPrefix+"held"))
	require.NoError(t, err)
	defer func() { assert.NoError(t, held.Close()) }()
	require.True(t, lock(held))

	sweep(parent, time.Now().Add(-settled))
	assert.DirExists(t, filepath.Join(parent, folderPrefix+"dead"), "it may still be in the making")
	sweep(parent, time.Now().Add(time.Second))
	assert.NoDirExists(t, filepath.Join(parent, folderPrefix+"dead"))
	assert.DirExists(t, filepath.Join(parent, folderPrefix+"held"))
	assert.DirExists(t, filepath.Join(parent, "other"))
	if theirs != "" {
		assert.DirExists(t, theirs, "another user's")
	}
}

func TestAFolderIsOnesOwn(t *testing.T) {
	folder, err := NewFolder()
	require.NoError(t, err)
	info, err := os.Stat(folder.Path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o700), info.Mode().Perm())
	require.NoError(t, folder.Remove())
	assert.NoDirExists(t, folder.Path)
	assert.NoError(t, folder.Remove())
}
