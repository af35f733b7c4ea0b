package fileio_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/fileio"
)

// pieces returns large files whose content names their generation.
func pieces(generation string) []fileio.Entry {
	var entries []fileio.Entry
	for i := range 8 {
		entries = append(entries, fileio.Entry{
			Path: fmt.Sprintf("part/%d/file", i), Content: strings.Repeat(generation+"\n", 4<<10),
		})
	}
	return entries
}

// TestWriterProcess is the process that other tests start. It writes the folder once, or again and
// again until it is killed. It can also stop after the exchange and before the old folder is
// removed.
func TestWriterProcess(t *testing.T) {
	at := slices.Index(os.Args, "--")
	if at < 0 {
		return
	}
	how, path := os.Args[at+1], os.Args[at+2]
	asked := 0
	agree := func(*os.Root) error {
		if asked++; how == "stopping" && asked == 2 {
			fmt.Println("stopped")
			select {}
		}
		return nil
	}
	fmt.Println("writing")
	for i := 0; i == 0 || how == "forever"; i++ {
		require.NoError(t, fileio.WriteFolder(path, pieces([]string{"first", "second"}[i%2]), true, agree))
	}
}

// writer starts a writer and returns after the writer has printed says.
func writer(t *testing.T, how, path, says string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run", "^TestWriterProcess$", "--", how, path)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	lines := bufio.NewScanner(out)
	for lines.Scan() && lines.Text() != says {
		require.Equal(t, "writing", lines.Text())
	}
	require.Equal(t, says, lines.Text())
	return cmd
}

func kill(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	require.NoError(t, cmd.Process.Kill())
	err := cmd.Wait()
	require.EqualError(t, err, "signal: killed", "until then it wrote without an error")
}

// TestKilledBeforeTheOldFolderIsRemoved kills a writer after it exchanged the folders and before it
// checked the old one. The old folder stays under a temporary name.
func TestKilledBeforeTheOldFolderIsRemoved(t *testing.T) {
	parent := t.TempDir()
	path := filepath.Join(parent, "bundle")
	require.NoError(t, fileio.WriteFolder(path, pieces("old"), false, nil))
	living := writer(t, "stopping", path, "stopped")
	left, err := filepath.Glob(filepath.Join(parent, ".platform-temporary-*"))
	require.NoError(t, err)
	require.Len(t, left, 1)
	late := filepath.Join(left[0], "late")
	require.NoError(t, os.WriteFile(late, []byte("precious"), 0o644))
	kill(t, living)

	require.NoError(t, fileio.WriteFolder(path, pieces("second"), true, anything))
	assert.Equal(t, "precious", content(t, late))
	whole(t, left[0])
	whole(t, path)
	holdsOnly(t, parent, "bundle", filepath.Base(left[0]))
}

// TestKilledWhileWriting kills the writer at many moments. On a busy machine it continues with
// later moments until one writer has finished a folder. The folder is absent or complete each time,
// and of one generation.
func TestKilledWhileWriting(t *testing.T) {
	parent := t.TempDir()
	path := filepath.Join(parent, "bundle")
	seen := 0
	for i := 0; i < 40 || seen == 0 && i < 400; i++ {
		killed(t, path, time.Duration(i)*700*time.Microsecond)
		if _, err := os.Lstat(path); os.IsNotExist(err) {
			continue
		}
		seen++
		whole(t, path)
	}
	assert.Positive(t, seen, "some writers got to the end before they were killed")
}

// killed starts a writer and kills it after the given time.
func killed(t *testing.T, path string, after time.Duration) {
	t.Helper()
	cmd := writer(t, "forever", path, "writing")
	time.Sleep(after)
	kill(t, cmd)
}

func whole(t *testing.T, path string) {
	t.Helper()
	generation, _, _ := strings.Cut(content(t, filepath.Join(path, "part/0/file")), "\n")
	require.Contains(t, []string{"first", "second", "old"}, generation)
	for _, e := range pieces(generation) {
		require.Equal(t, e.Content, content(t, filepath.Join(path, e.Path)), "one generation, whole")
	}
}
