package scripts_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/problem"
)

// onTerminal runs platform in a terminal with the given number of columns, and presses Ctrl-C
// once it wrote the text until; never for "".
func onTerminal(t *testing.T, columns uint16, until string, args ...string) (output string, exit int) {
	t.Helper()
	cmd := exec.Command(build.Binaries(t).Platform, args...)
	cmd.Env = append(os.Environ(), "NO_COLOR=1", "COLUMNS=200", "TERM=dumb") // which it does not read
	return typed(t, cmd, columns, until, "\x03")
}

// typed runs a command in a terminal, and types keys once it wrote the text until; never for "".
func typed(t *testing.T, cmd *exec.Cmd, columns uint16, until, keys string) (output string, exit int) {
	t.Helper()
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: columns})
	require.NoError(t, err)
	defer terminal.Close()
	late := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer late.Stop()
	var all strings.Builder
	pressed, buffer := until == "", make([]byte, 4096)
	for {
		n, err := terminal.Read(buffer) // an error when the command ended
		all.Write(buffer[:n])
		if !pressed && strings.Contains(all.String(), until) {
			pressed = true
			_, writeErr := terminal.WriteString(keys)
			require.NoError(t, writeErr)
		}
		if err != nil {
			break
		}
	}
	_ = cmd.Wait()
	return all.String(), cmd.ProcessState.ExitCode()
}

// TestCompletionInItsShells installs the completion as `platform completion --help` says, and presses Tab. Of PowerShell
// there is no package.
func TestCompletionInItsShells(t *testing.T) {
	platform := build.Binaries(t).Platform
	for _, shell := range []string{"bash", "zsh", "fish"} {
		t.Run(shell, func(t *testing.T) {
			install := regexp.MustCompile(shell + `: add to ~/(\S+)\n +(.*)\n`).FindStringSubmatch(help(t, platform, []string{"completion"}))
			require.NotNil(t, install)
			home := t.TempDir()
			file := filepath.Join(home, install[1])
			require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
			require.NoError(t, os.WriteFile(file, []byte(install[2]+"\necho is ready\n"), 0o644))
			cmd := exec.Command(shell, "-i")
			cmd.Dir = home
			cmd.Env = []string{"HOME=" + home, "TERM=xterm", "PATH=" + filepath.Dir(platform) + string(os.PathListSeparator) + os.Getenv("PATH")}
			shown, _ := typed(t, cmd, 100, "is ready",
				"platform setup in\t--prov\tprovider_b --mo\tsand\t--color al\t-q --outp\tmade.json\rexit\r")
			made, err := os.ReadFile(filepath.Join(home, "made.json"))
			require.NoError(t, err, shown)
			assert.Contains(t, string(made), `"mode": "sandbox"`)
		})
	}
}

// manyRequests makes a folder with count accepted requests, and one that is denied.
func manyRequests(t *testing.T, n int) (folder string) {
	t.Helper()
	folder = t.TempDir()
	text, err := os.ReadFile("testdata/shared/request.yaml")
	require.NoError(t, err)
	denied, err := os.ReadFile("testdata/shared/denied.yaml")
	require.NoError(t, err)
	for i := range n {
		require.NoError(t, os.WriteFile(filepath.Join(folder, fmt.Sprintf("%05d.yaml", i)), text, 0o600))
	}
	require.NoError(t, os.WriteFile(filepath.Join(folder, "00002-denied.yaml"), denied, 0o600))
	return folder
}

var (
	sequence = regexp.MustCompile(`\x1b\[[0-9;]*[mK]`)
	progress = regexp.MustCompile(`\r\x1b\[K[0-9]+ of 101 files`)
)

// TestATerminalHasColoursWidthAndProgress, and a pipe has none of them.
func TestATerminalHasColoursWidthAndProgress(t *testing.T) {
	folder := manyRequests(t, 100)
	args := []string{"request", "validate", folder, "--profile", "testdata/shared/profile.yaml", "-o", "text"}
	shown, exit := onTerminal(t, 60, "", args...)
	assert.Equal(t, problem.ExitDenied, exit)
	assert.Contains(t, shown, "\x1b[1;31mdenied\x1b[0m:")
	assert.Regexp(t, progress, shown)
	plain := sequence.ReplaceAllString(shown, "")
	for line := range strings.SplitSeq(plain, "\r\n") {
		if words := strings.Fields(line); len(words) > 1 && !strings.Contains(line, folder) {
			assert.LessOrEqual(t, len(line[strings.LastIndex(line, "\r")+1:]), 60, "%q", line)
		}
	}
	assert.Less(t, strings.Index(plain, "denied:"), strings.Index(plain, "accepted:"), "failures come first")
	assert.True(t, strings.HasSuffix(plain, "101 files: 100 accepted, 1 denied, 0 malformed, 0 failed\r\n"), plain[len(plain)-200:])

	bare, _ := onTerminal(t, 60, "", append(args, "--color", "never", "--quiet")...)
	assert.NotContains(t, bare, "\x1b", "neither colours nor progress")
	piped, err := exec.Command(build.Binaries(t).Platform, args...).CombinedOutput()
	require.Error(t, err)
	assert.NotContains(t, string(piped), "\x1b")
	assert.NotContains(t, string(piped), "\r")
	document, _ := onTerminal(t, 80, "", "request", "validate", "testdata/shared/request.yaml", "--profile", "testdata/shared/profile.yaml", "--quiet")
	assert.NotContains(t, document, "\x1b", "a document has no colours")
}

// TestCtrlCKeepsWhatWasDone: in a terminal, and by a signal to a command that is piped.
func TestCtrlCKeepsWhatWasDone(t *testing.T) {
	folder := manyRequests(t, 10_000)
	args := []string{"request", "validate", folder, "--profile", "testdata/shared/profile.yaml"}
	shown, exit := onTerminal(t, 80, "denied", append(args, "-o", "text")...)
	assert.Equal(t, problem.ExitInterrupted, exit)
	last := strings.Join(strings.Fields(shown[max(0, len(shown)-200):]), " ")
	assert.Regexp(t, `[0-9]+ files: [0-9]+ accepted, 1 denied, 0 malformed, 0 failed; interrupted, [0-9]+ not evaluated$`, last)

	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		cmd := exec.Command(build.Binaries(t).Platform, args...)
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		first := make([]byte, 100_000) // so that some files are done
		_, err = io.ReadFull(out, first)
		require.NoError(t, err)
		require.NoError(t, cmd.Process.Signal(signal))
		rest, err := io.ReadAll(out)
		require.NoError(t, err)
		_ = cmd.Wait()
		assert.Equal(t, problem.ExitInterrupted, cmd.ProcessState.ExitCode())
		text := string(first) + string(rest)
		require.NoError(t, oneDocument(text))
		assert.Contains(t, text, "\"interrupted\": true,\n")
		assert.Regexp(t, `"not_evaluated": [1-9]`, text)
	}
}

// TestAReaderThatLeaves: head -1 is quiet.
func TestAReaderThatLeaves(t *testing.T) {
	folder := manyRequests(t, 300)
	for _, format := range []string{"json", "text"} {
		out, err := exec.Command("sh", "-c", `"$0" request validate "$1" --profile testdata/shared/profile.yaml -q -o `+format+` | head -n 1`,
			build.Binaries(t).Platform, folder).CombinedOutput()
		require.NoError(t, err)
		assert.Equal(t, 1, strings.Count(string(out), "\n"), string(out))
	}
}
