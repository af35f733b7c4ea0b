package fileio_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

func write(t testing.TB, path, content string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(content), 0o644))
}

func TestUnreadableFiles(t *testing.T) {
	folder := t.TempDir()
	big := filepath.Join(folder, "big.yaml")
	write(t, big, strings.Repeat("#", fileio.MaxDocument+1))
	full := filepath.Join(folder, "full.yaml")
	write(t, full, strings.Repeat("#", fileio.MaxDocument))
	tests := map[string]struct{ path, says string }{
		"absent":                       {filepath.Join(folder, "absent.yaml"), "does not exist"},
		"a folder":                     {folder, "is a folder"},
		"too large":                    {big, "is over 1048576 bytes"},
		"a part of the path is a file": {filepath.Join(big, "x"), "cannot be read: not a directory"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := fileio.NewReader(t.Context(), nil).Source(test.path)
			p := problem.From(err)
			require.Equal(t, problem.FileNotReadable, p.Code)
			assert.Contains(t, p.Detail, test.says)
			require.Len(t, p.Faults, 1)
			assert.Equal(t, test.path, p.Faults[0].File)
		})
	}
	_, err := fileio.NewReader(t.Context(), nil).Source(full)
	assert.NoError(t, err)
}

func TestStandardInputOnce(t *testing.T) {
	r := fileio.NewReader(t.Context(), strings.NewReader(`{"a":1}`))
	src, err := r.Source(fileio.Stdin)
	require.NoError(t, err)
	assert.Equal(t, document.JSON, src.Format, "known by its first character")
	_, err = r.Source(fileio.Stdin)
	assert.Equal(t, problem.UsageError, problem.From(err).Code)
	_, err = fileio.NewReader(t.Context(),
		strings.NewReader(strings.Repeat("x", fileio.MaxDocument+1))).Source(fileio.Stdin)
	assert.Contains(t, problem.From(err).Detail, "standard input is over")
}

func TestFaultsNameTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "request.yaml")
	write(t, path, "application: checkout\nregoin: x\n")
	_, _, err := fileio.NewReader(t.Context(), nil).Request(path)
	p := problem.From(err)
	require.Equal(t, problem.InvalidRequest, p.Code)
	for _, f := range p.Faults {
		assert.Equal(t, path, f.File)
	}
	last := p.Faults[len(p.Faults)-1]
	assert.Equal(t, "regoin", last.Field)
	assert.Equal(t, 2, last.Line)
}

func TestExpand(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, path := range []string{
		"requests/b.yaml", "requests/a.json", "requests/deep/c.yml", "requests/profile.yaml", "requests/notes.md",
		"requests/.hidden.yaml", "requests/.git/d.yaml", "other.yaml",
	} {
		write(t, path, "x: y\n")
	}
	require.NoError(t, os.Symlink("absent.yaml", "requests/dangling.yaml"))
	require.NoError(t, os.Symlink("../other.yaml", "requests/linked.yaml"))
	require.NoError(t, os.Symlink("requests", "folder"))
	require.NoError(t, syscall.Mkfifo("requests/pipe.yaml", 0o644))
	below := []string{"a.json", "b.yaml", "dangling.yaml", "deep/c.yml", "linked.yaml"}
	tests := map[string]struct{ arguments, want []string }{
		"a folder":                 {[]string{"requests"}, in("requests", below)},
		"a link to a folder":       {[]string{"folder/"}, in("folder", below)},
		"files, sorted and once":   {[]string{"other.yaml", "./other.yaml", "absent"}, []string{"absent", "other.yaml"}},
		"a file and its folder":    {[]string{"requests/deep/c.yml", "requests/deep"}, []string{"requests/deep/c.yml"}},
		"standard input":           {[]string{"-"}, []string{"-"}},
		"a hidden file by name":    {[]string{"requests/.hidden.yaml"}, []string{"requests/.hidden.yaml"}},
		"the profile file by name": {[]string{"requests/profile.yaml"}, []string{"requests/profile.yaml"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			files, err := fileio.Expand(test.arguments, "requests/profile.yaml")
			require.NoError(t, err)
			assert.Equal(t, test.want, files)
		})
	}
}

func in(folder string, names []string) []string {
	paths := make([]string, len(names))
	for i, name := range names {
		paths[i] = filepath.Join(folder, name)
	}
	return paths
}

func TestAFolderWithoutDocumentsIsAFailure(t *testing.T) {
	_, err := fileio.Expand([]string{t.TempDir()}, "")
	p := problem.From(err)
	assert.Equal(t, problem.FileNotReadable, p.Code)
	assert.Contains(t, p.Detail, "holds no request document")
}

// TestBundlesAreFolders checks that only [fileio.ExpandBundles] takes a bundle as one item.
func TestBundlesAreFolders(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"in/b/PROPOSAL-ONLY.json", "in/b/deep/x.json", "in/a.yaml", "in/c.yaml",
		"in/folder/PROPOSAL-ONLY.json/x.yaml"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o750))
		require.NoError(t, os.WriteFile(name, nil, 0o600))
	}
	files, err := fileio.ExpandBundles([]string{"in", "in/b"}, "in/a.yaml", "in/none.yaml")
	require.NoError(t, err)
	assert.Equal(t, []string{"in/b", "in/c.yaml", "in/folder/PROPOSAL-ONLY.json/x.yaml"}, files)
	files, err = fileio.Expand([]string{"in/b"}, "in/a.yaml")
	require.NoError(t, err)
	assert.Equal(t, []string{"in/b/PROPOSAL-ONLY.json", "in/b/deep/x.json"}, files)
}

// TestWaitingCanBeInterrupted reads from a pipe and from standard input that get no data.
func TestWaitingCanBeInterrupted(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe.yaml")
	require.NoError(t, syscall.Mkfifo(pipe, 0o644))
	silent, writer := io.Pipe()
	t.Cleanup(func() { assert.NoError(t, writer.Close()) })
	for _, path := range []string{fileio.Stdin, pipe} {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		_, err := fileio.NewReader(ctx, silent).Source(path)
		assert.ErrorIs(t, err, context.DeadlineExceeded)
		cancel()
	}
	t.Cleanup(func() { // ends the goroutine that opens the pipe
		file, err := os.OpenFile(pipe, os.O_RDWR, 0)
		require.NoError(t, err)
		assert.NoError(t, file.Close())
	})
}
