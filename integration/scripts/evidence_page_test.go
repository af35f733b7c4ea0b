package scripts_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gotest.tools/v3/golden"

	"platform.internal/integration/build"
)

var evidence = filepath.Join("..", "..", "docs", "evidence.md")

// TestEvidence runs every command line of the page with its files, and compares what it
// prints. What is JSON is not on the page.
func TestEvidence(t *testing.T) {
	dir := t.TempDir()
	text, err := os.ReadFile(evidence)
	require.NoError(t, err)
	for _, found := range part.FindAllStringSubmatch(string(text), -1) {
		if found[1] != "" {
			require.NoError(t, os.WriteFile(filepath.Join(dir, found[1]), []byte("# "+found[1]+"\n"+found[2]), 0o600))
		}
	}
	path := filepath.Dir(build.Binaries(t).Platform) + string(os.PathListSeparator) + os.Getenv("PATH")
	page := part.ReplaceAllStringFunc(string(text), func(found string) string {
		commands, is := strings.CutPrefix(found, "```console\n")
		if !is {
			return found
		}
		var after strings.Builder
		for line := range strings.Lines(commands) {
			if command, is := strings.CutPrefix(line, "$ "); is {
				after.WriteString(line + shell(t, dir, path, command))
			}
		}
		return "```console\n" + after.String() + "```"
	})
	if golden.FlagUpdate() {
		require.NoError(t, os.WriteFile(evidence, []byte(page), 0o600))
		return
	}
	assert.Equal(t, page, string(text))
}

// shell returns what a command line prints that is no JSON.
func shell(t *testing.T, dir, path, command string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-o", "pipefail", "-c", command)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "PATH="+path)
	out, _ := cmd.Output()
	require.Contains(t, []int{0, 1}, cmd.ProcessState.ExitCode(), command)
	if strings.HasPrefix(string(out), "{") {
		return ""
	}
	return string(out)
}
