package adapterhost

import (
	"bufio"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/internal/rpc"
)

func TestAnAdapterStartedByHandSaysWhatItIs(t *testing.T) {
	t.Parallel()
	by := exec.Command(filepath.Join(install(t, "good"), "good"))
	output, err := by.CombinedOutput()
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit)
	assert.Equal(t, 1, exit.ExitCode())
	assert.Contains(t, string(output), "not meant to be executed directly")
}

// The connection's end would end an adapter too. This one has none yet: its
// host was killed while the adapter was starting.
func TestAnAdapterEndsWithItsStdin(t *testing.T) {
	t.Parallel()
	adapter := exec.Command(filepath.Join(install(t, "good"), "good"))
	adapter.Env = []string{
		rpc.Handshake.MagicCookieKey + "=" + rpc.Handshake.MagicCookieValue, "PLUGIN_PROTOCOL_VERSIONS=1",
		"PLUGIN_UNIX_SOCKET_DIR=" + t.TempDir(),
	}
	stdin, err := adapter.StdinPipe()
	require.NoError(t, err)
	stdout, err := adapter.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, adapter.Start())
	t.Cleanup(func() { _ = adapter.Process.Kill() })
	line, err := bufio.NewReader(stdout).ReadString('\n')
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(line, "1|1|"), line)
	began := time.Now()
	require.NoError(t, stdin.Close())
	assert.NoError(t, adapter.Wait(), "it ends with status 0")
	assert.Less(t, time.Since(began), 5*time.Second)
}
