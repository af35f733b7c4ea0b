package kit_test

import (
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
)

const (
	repository = "../.."
	page       = "docs/adapters.md"
	contract   = "docs/adapter-contract.md"
)

// left is what a repository of its own does not share with this one.
var left = []string{".git", ".bin", "bin", "node_modules"}

// clone returns a copy of the repository as it is now, as a repository of its
// own, which goes away with the test.
func clone(t *testing.T) string {
	t.Helper()
	to := t.TempDir()
	require.NoError(t, filepath.WalkDir(repository, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(repository, path)
		switch {
		case err != nil:
			return err
		case slices.Contains(left, entry.Name()) && entry.IsDir():
			return fs.SkipDir
		case slices.Contains(left, entry.Name()): // a worktree's .git is a file that names the repository
			return nil
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(to, name), 0o755)
		case !entry.Type().IsRegular():
			return nil
		}
		return duplicate(path, filepath.Join(to, name))
	}))
	run(t, to, `git init --quiet
git add --all
git -c user.name=author -c user.email=author@example.com commit --quiet --message start`)
	return to
}

func duplicate(from, to string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, info.Mode().Perm())
}

// run runs a script in a folder, outside of any workspace setting of this test.
func run(t *testing.T, dir, script string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-euo", "pipefail", "-c", script)
	cmd.Dir = dir
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "GOWORK=") || strings.HasPrefix(v, "GOFLAGS=") })
	cmd.Env = append(cmd.Env, "GOFLAGS=-trimpath") // what is compiled in one copy is then there for the next
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s\n%s", script, out)
}

// blocks returns the shell blocks of a page, in order.
func blocks(t *testing.T, dir, page string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, page))
	require.NoError(t, err)
	var found []string
	for rest := string(text); ; {
		_, after, more := strings.Cut(rest, "\n```sh\n")
		if !more {
			return found
		}
		block, next, _ := strings.Cut(after, "\n```\n")
		found, rest = append(found, block), "\n"+next
	}
}

// TestThePageLeadsToACertificate follows the page word for word with a third
// adapter, in a copy of the repository.
func TestThePageLeadsToACertificate(t *testing.T) {
	dir := clone(t)
	steps := blocks(t, dir, page)
	require.Len(t, steps, 7)
	for _, step := range steps {
		began := time.Now()
		run(t, dir, step)
		t.Logf("%5.1fs  %s", time.Since(began).Seconds(), strings.Split(step, "\n")[0])
	}
	data, err := os.ReadFile(filepath.Join(dir, "bin/provider-c.certificate.json"))
	require.NoError(t, err)
	var certificate adaptertest.Report
	require.NoError(t, json.Unmarshal(data, &certificate))
	assert.True(t, certificate.Conforms)
	assert.Equal(t, "provider_c", certificate.Adapter.ID)
	assert.Equal(t, "0.2.0", certificate.Adapter.Version, "the release build carries its version")
	assert.NoDirExists(t, filepath.Join(repository, "provider-c"), "nothing is left behind")
	assert.Equal(t, lines(t, filepath.Join(dir, "go.work")), slices.Insert(lines(t, filepath.Join(repository, "go.work")), 10, "\t./provider-c"),
		"the workspace gets one line more, and keeps the others")
}

func lines(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return strings.Split(string(text), "\n")
}

// TestTheBuildRemovesOldAdapters reads from make which files of bin/adapters it
// would remove: all but the lock file and the adapters that it makes.
func TestTheBuildRemovesOldAdapters(t *testing.T) {
	bin := t.TempDir()
	adapters := filepath.Join(bin, "adapters")
	require.NoError(t, os.Mkdir(adapters, 0o755))
	for _, name := range []string{"adapters.lock.json", "platform-provider-a", "platform-provider-b", "platform-provider-old"} {
		require.NoError(t, os.WriteFile(filepath.Join(adapters, name), nil, 0o755))
	}
	cmd := exec.CommandContext(t.Context(), "make", "--no-print-directory", "-n", "-C", repository, "build", "BIN="+bin)
	commands, err := cmd.Output()
	require.NoError(t, err)
	assert.Contains(t, strings.Split(string(commands), "\n"), "rm -f "+filepath.Join(adapters, "platform-provider-old"))
}

// TestThePageNamesEveryProperty compares the table of the page on the contract with the suite.
func TestThePageNamesEveryProperty(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(repository, contract))
	require.NoError(t, err)
	_, table, ok := strings.Cut(string(text), "| property | what the adapter promises |\n|---|---|\n")
	require.True(t, ok)
	table, _, _ = strings.Cut(table, "\n\n")
	var rows []string
	for _, p := range adaptertest.Properties() {
		rows = append(rows, "| `"+p.Name+"` | "+p.Meaning+" |")
	}
	assert.Equal(t, rows, strings.Split(table, "\n"))
}
