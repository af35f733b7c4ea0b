package rulefile_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/rulefile"
)

func TestRuleFiles(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "conf")
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "rules"), 0o755))
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644))
	}
	write("rules/a.yaml", "a")
	write("rules/b.json", "b")
	write("large.yaml", strings.Repeat("#", 1<<20+1))
	write("secret.yaml", "c")
	write("../outside.yaml", "d")
	require.NoError(t, os.Chmod(filepath.Join(folder, "secret.yaml"), 0))
	for link, target := range map[string]string{
		"inside.yaml": "rules/a.yaml", "out.yaml": "../outside.yaml", "absolute.yaml": filepath.Join(dir, "outside.yaml"), "up": "..", "gone.yaml": "nowhere.yaml",
	} {
		require.NoError(t, os.Symlink(target, filepath.Join(folder, link)))
	}
	require.NoError(t, syscall.Mkfifo(filepath.Join(folder, "pipe.yaml"), 0o644))

	read := rulefile.Reader(filepath.Join(folder, "profile.yaml"))
	for name, want := range map[string]document.Source{
		"rules/a.yaml": {Format: document.YAML, Data: []byte("a")},
		"rules/b.json": {Format: document.JSON, Data: []byte("b")},
		"inside.yaml":  {Format: document.YAML, Data: []byte("a")},
	} {
		got, err := read(name)
		require.NoError(t, err, name)
		want.Name = filepath.Join(folder, name)
		assert.Equal(t, want, got)
	}
	const escapes = "it is a symbolic link that leads out of the profile's folder; copy the file into the folder"
	refused := map[string]string{
		"absent.yaml": "it does not exist; check the name, which is relative to the profile's folder",
		"gone.yaml":   "it does not exist; check the name, which is relative to the profile's folder",
		"rules":       "it is a folder; name the files in it",
		"pipe.yaml":   "it is no regular file; write the rules into one",
		"large.yaml":  "it is over 1048576 bytes, the most that is read",
		"out.yaml":    escapes, "absolute.yaml": escapes, "up/outside.yaml": escapes,
		"rules/a.yaml/b": "it cannot be read: not a directory",
	}
	if os.Getuid() != 0 { // who may read everything
		refused["secret.yaml"] = "it may not be read by this user; check its permissions"
	}
	for name, want := range refused {
		_, err := read(name)
		assert.EqualError(t, err, want, name)
	}
	_, err := rulefile.Reader(filepath.Join(dir, "absent", "profile.yaml"))("a.yaml")
	assert.Error(t, err)
}
