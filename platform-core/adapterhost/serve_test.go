package adapterhost

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	hclog "github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	"platform.internal/platform-core/internal/providerv1"
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
		rpc.CookieVariable + "=" + rpc.Cookie, "PLUGIN_PROTOCOL_VERSIONS=1", "PLUGIN_UNIX_SOCKET_DIR=" + t.TempDir(),
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

// TestAHostOfTheLibraryRunsAnAdapter runs an adapter of package plugin with a host that consists only of
// hashicorp/go-plugin. Package plugin speaks the protocol of the library without using it. The test is not
// parallel: the library passes the stdin of this process to the adapter. The adapter ends when stdin ends.
func TestAHostOfTheLibraryRunsAnAdapter(t *testing.T) {
	open, feed, err := os.Pipe()
	require.NoError(t, err)
	defer func(before *os.File) { os.Stdin, err = before, errors.Join(open.Close(), feed.Close()) }(os.Stdin)
	os.Stdin = open
	path := filepath.Join(install(t, "good"), "good")
	client := goplugin.NewClient(&goplugin.ClientConfig{
		HandshakeConfig:  libraryHandshake,
		VersionedPlugins: map[int]goplugin.PluginSet{1: {"adapter": &library{}}},
		AllowedProtocols: []goplugin.Protocol{goplugin.ProtocolGRPC},
		Cmd:              &exec.Cmd{Path: path, Args: []string{path}},
		Logger:           hclog.NewNullLogger(),
		SkipHostEnv:      true,
	})
	t.Cleanup(client.Kill)
	protocol, err := client.Client()
	require.NoError(t, err)
	assert.Equal(t, 1, client.NegotiatedVersion())
	require.NoError(t, protocol.Ping())
	connection, err := protocol.Dispense("adapter")
	require.NoError(t, err)
	var answer providerv1.DescribeResponse
	require.NoError(t, connection.(*grpc.ClientConn).Invoke(t.Context(), "/platform.provider.v1.AdapterService/Describe", &providerv1.DescribeRequest{}, &answer))
	assert.Equal(t, "sample", answer.GetDescription().GetId())
}
