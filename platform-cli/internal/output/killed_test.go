package output_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
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
// that writes the folder once, or again and again until it is killed, or that stops
// when it has replaced the folder and not yet removed the old one.
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
		require.NoError(t, output.Folder(path, pieces([]string{"first", "second"}[i%2]), true, agree))
	}
}

// writer starts a writer and returns once it has printed that it is writing, or
// that it has stopped.
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

// TestSweep: what a living process is writing stays, what a killed one left goes, and
// nothing else with such a name.
func TestSweep(t *testing.T) {
	parent := t.TempDir()
	path, others := filepath.Join(parent, "bundle"), filepath.Join(parent, "other")
	notes := ".platform-notes"
	require.NoError(t, os.WriteFile(filepath.Join(parent, notes), []byte("precious"), 0o644))
	require.NoError(t, output.Folder(path, pieces("old"), false, nil))
	living := writer(t, "stopping", path, "stopped")
	temporary := func() []string {
		left, err := filepath.Glob(filepath.Join(parent, ".platform-*"))
		require.NoError(t, err)
		return slices.DeleteFunc(left, func(name string) bool { return filepath.Base(name) == notes })
	}
	before := temporary()
	require.Len(t, before, 1, "the old folder, which is not removed yet")
	require.Empty(t, output.Sweep(others, anything))
	require.Equal(t, before, temporary())
	kill(t, living)
	require.Equal(t, before, temporary(), "killed: it is left")

	require.NoError(t, output.File(others, []byte("x"), true))
	require.Equal(t, before, temporary(), "whoever writes a file knows nothing of folders")
	require.Empty(t, output.Sweep(others, anything))
	holdsOnly(t, parent, "bundle", "other", notes)
	whole(t, path)
}

// TestSweepKeepsWhatSomebodyAdded kills a writer that has swapped the old folder out and
// not yet looked whether somebody added to it.
func TestSweepKeepsWhatSomebodyAdded(t *testing.T) {
	parent := t.TempDir()
	path := filepath.Join(parent, "bundle")
	require.NoError(t, output.Folder(path, pieces("old"), false, nil))
	living := writer(t, "stopping", path, "stopped")
	left, err := filepath.Glob(filepath.Join(parent, ".platform-*"))
	require.NoError(t, err)
	require.Len(t, left, 1)
	late := filepath.Join(left[0], "late")
	require.NoError(t, os.WriteFile(late, []byte("precious"), 0o644))
	kill(t, living)

	stray := func(existing *os.Root) error {
		if _, err := existing.Lstat("late"); err == nil {
			return output.Protected(path, "holds late")
		}
		return nil
	}
	for range 2 {
		assert.Equal(t, left, output.Sweep(path, stray), "it is named each time")
		assert.Equal(t, "precious", content(t, late))
		assert.Equal(t, "old\n", content(t, filepath.Join(left[0], "part/0/file"))[:4])
	}
	require.NoError(t, os.Remove(late))
	assert.Empty(t, output.Sweep(path, stray))
	holdsOnly(t, parent, "bundle")
}

// TestSweepOfFoldersWithoutContent: what is unfinished may have got no file yet, and
// what was to be removed may be half gone.
func TestSweepOfFoldersWithoutContent(t *testing.T) {
	parent := t.TempDir()
	refused := func(*os.Root) error { return output.Protected("x", "is no bundle") }
	for name, files := range map[string]map[string]string{
		".platform-" + strings.Repeat("A", 26):         {},
		".platform-" + strings.Repeat("B", 26):         {"part/empty": "", "marker": ""},
		".platform-removed-" + strings.Repeat("C", 26): {"part/1/file": "left"},
		".platform-" + strings.Repeat("D", 26):         {"part/1/file": "precious"},
		".platform-removed-notes":                      {"file": "precious"},
	} {
		require.NoError(t, os.Mkdir(filepath.Join(parent, name), 0o755))
		for at, text := range files {
			require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(parent, name, at)), 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(parent, name, at), []byte(text), 0o644))
		}
	}
	kept := ".platform-" + strings.Repeat("D", 26)
	assert.Equal(t, []string{filepath.Join(parent, kept)}, output.Sweep(filepath.Join(parent, "out"), refused))
	holdsOnly(t, parent, kept, ".platform-removed-notes")
}

// TestSweepOfUnfinishedOnes kills writers in the middle of their work and sweeps after
// each.
func TestSweepOfUnfinishedOnes(t *testing.T) {
	parent := t.TempDir()
	left := 0
	for i := 0; i < 20 || left == 0 && i < 400; i++ {
		killed(t, filepath.Join(parent, "bundle"), time.Duration(i%40)*700*time.Microsecond)
		unfinished, err := filepath.Glob(filepath.Join(parent, ".platform-*"))
		require.NoError(t, err)
		left += len(unfinished)
		require.Empty(t, output.Sweep(filepath.Join(parent, "other"), anything))
		unfinished, err = filepath.Glob(filepath.Join(parent, ".platform-*"))
		require.NoError(t, err)
		require.Empty(t, unfinished)
	}
	assert.Positive(t, left, "some writers left something")
}

// TestSweepWhileOthersWrite sweeps again and again beside a process that writes: it
// must not lose a folder that it has just made and not yet locked.
func TestSweepWhileOthersWrite(t *testing.T) {
	parent := t.TempDir()
	living := writer(t, "forever", filepath.Join(parent, "bundle"), "writing")
	for range 300 {
		require.Empty(t, output.Sweep(filepath.Join(parent, "other"), anything))
	}
	kill(t, living)
}

// TestSweepFollowsNothing: what only has the name of a temporary is not opened, or is
// removed without what it leads to.
func TestSweepFollowsNothing(t *testing.T) {
	parent, elsewhere := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(elsewhere, "file"), []byte("precious"), 0o644))
	name := func(letter string) string { return ".platform-" + strings.Repeat(letter, 26) }
	require.NoError(t, os.Symlink(elsewhere, filepath.Join(parent, name("A"))))
	require.NoError(t, syscall.Mkfifo(filepath.Join(parent, name("B")), 0o644))
	require.NoError(t, os.Mkdir(filepath.Join(parent, name("C")), 0o755))
	require.NoError(t, os.Symlink(elsewhere, filepath.Join(parent, name("C"), "link")))
	require.NoError(t, output.File(filepath.Join(parent, "out"), []byte("x"), false))
	require.Empty(t, output.Sweep(filepath.Join(parent, "out"), anything))
	holdsOnly(t, parent, "out", name("A"), name("B"))
	assert.Equal(t, "precious", content(t, filepath.Join(elsewhere, "file")))
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
