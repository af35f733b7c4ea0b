package scripts_test

import (
	"bytes"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/problem"
)

// TestInterrupt sends one signal to a command that waits for standard input: it
// ends, with one document and its exit code.
func TestInterrupt(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			var out, notes bytes.Buffer
			cmd := exec.Command(build.Binaries(t).Platform, "request", "validate", "-", "--profile", "testdata/shared/profile.yaml")
			cmd.Stdout, cmd.Stderr = &out, &notes
			stdin, err := cmd.StdinPipe()
			require.NoError(t, err)
			defer stdin.Close()
			require.NoError(t, cmd.Start())
			time.Sleep(300 * time.Millisecond) // until it waits
			require.NoError(t, cmd.Process.Signal(signal))
			late := time.AfterFunc(10*time.Second, func() { _ = cmd.Process.Kill() })
			defer late.Stop()
			require.Error(t, cmd.Wait())
			assert.Equal(t, problem.ExitInterrupted, cmd.ProcessState.ExitCode())
			assert.NoError(t, oneDocument(out.String()))
			assert.Contains(t, notes.String(), "interrupted")
		})
	}
}
