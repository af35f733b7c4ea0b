package adapterhost

import (
	"bufio"
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"platform.internal/platform-core/internal/convert"
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
		handshake.MagicCookieKey + "=" + handshake.MagicCookieValue, "PLUGIN_PROTOCOL_VERSIONS=1",
		"PLUGIN_UNIX_SOCKET_DIR=" + t.TempDir(), "PLUGIN_MULTIPLEX_GRPC=true",
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

// A host takes Unavailable for a crash and replaces the process, so no error of
// an adapter may come out as that.
func TestBlame(t *testing.T) {
	over, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	<-late.Done()
	unavailable := status.Error(codes.Unavailable, "mine")
	for name, c := range map[string]struct {
		ctx  context.Context
		err  error
		want codes.Code
	}{
		"no error":         {t.Context(), nil, codes.OK},
		"its own":          {t.Context(), errors.New("mine"), codes.Internal},
		"a status":         {t.Context(), unavailable, codes.Internal},
		"its own deadline": {t.Context(), context.DeadlineExceeded, codes.Internal},
		"cancelled":        {over, errors.New("stopped"), codes.Canceled},
		"too late":         {late, unavailable, codes.DeadlineExceeded},
		"an odd request":   {t.Context(), &convert.Error{Field: "request"}, codes.InvalidArgument},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, status.Code(blame(c.ctx, c.err))) })
	}
}
