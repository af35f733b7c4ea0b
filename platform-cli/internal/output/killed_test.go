package output_test

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

	"platform.internal/platform-cli/internal/output"
)

// pieces are files of some size whose content names their generation.
func pieces(generation string) []output.Entry {
	var entries []output.Entry
	for i := range 8 {
		entries = append(entries, output.Entry{
			Path: fmt.Sprintf("part/%d/file", i), Content: strings.Repeat(generation+"\n", 4<<10),
		})
	}
	return entries
}

// TestWriterProcess is no test of its own: other tests start it as a process
// that writes the folder once, or again and again until it is killed.
func TestWriterProcess(t *testing.T) {
	at := slices.Index(os.Args, "--")
	if at < 0 {
		return
	}
	how, path := os.Args[at+1], os.Args[at+2]
	fmt.Println("writing")
	for i := 0; i == 0 || how == "forever"; i++ {
		require.NoError(t, output.Folder(path, pieces([]string{"first", "second"}[i%2]), true, anything))
	}
}

// TestKilledWhileWriting kills the writer at many moments, and continues to later
// ones while none got to the end of a folder, as on a busy machine. The folder
// is absent or whole each time, of one generation.
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

// killed starts a writer and kills it some time after it began.
func killed(t *testing.T, path string, after time.Duration) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run", "^TestWriterProcess$", "--", "forever", path)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "writing\n", line)
	time.Sleep(after)
	require.NoError(t, cmd.Process.Kill())
	assert.Error(t, cmd.Wait())
}

func whole(t *testing.T, path string) {
	t.Helper()
	generation, _, _ := strings.Cut(content(t, filepath.Join(path, "part/0/file")), "\n")
	require.Contains(t, []string{"first", "second"}, generation)
	for _, e := range pieces(generation) {
		require.Equal(t, e.Content, content(t, filepath.Join(path, e.Path)), "one generation, whole")
	}
}
