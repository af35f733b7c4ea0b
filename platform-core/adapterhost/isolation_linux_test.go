package adapterhost

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAnAdapterSeesNothingOfItsHost(t *testing.T) {
	t.Setenv("AWS_SECRET_ACCESS_KEY", "canary")
	reader, writer, err := os.Pipe()
	require.NoError(t, err)
	defer func() { _ = errorsOf(reader.Close(), writer.Close()) }()
	// As if the host had been started with the descriptor.
	_, _, failed := syscall.Syscall(syscall.SYS_FCNTL, writer.Fd(), syscall.F_SETFD, 0)
	require.Zero(t, failed)
	pipe, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", writer.Fd()))
	require.NoError(t, err)

	lines := seen(t, start(t, "spying", Options{plain: true}))
	assert.Equal(t, []string{
		"PLATFORM_ADAPTER", "PLUGIN_MAX_PORT", "PLUGIN_MIN_PORT", "PLUGIN_PROTOCOL_VERSIONS", "PLUGIN_UNIX_SOCKET_DIR",
	}, having(lines, "env "))
	assert.NotContains(t, strings.Join(having(lines, "fd "), "\n"), pipe)
	own, err := os.Readlink("/proc/self/fd/0")
	require.NoError(t, err)
	assert.NotContains(t, having(lines, "fd 0 "), own)
	folder := having(lines, "folder ")
	require.Len(t, folder, 1)
	assert.True(t, strings.HasPrefix(folder[0], "/tmp/platform-adapter-"), folder[0])
	assert.NoDirExists(t, folder[0])
	assert.Equal(t, []string{"drwx------"}, having(lines, "folder's mode "), "no other user may enter it")
}

func errorsOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func TestTheHostsStdinIsItsOwn(t *testing.T) {
	t.Parallel()
	_, feed, lines, _ := startHost(t)
	_, err := feed.WriteString("for-the-host\n")
	require.NoError(t, err)
	require.True(t, lines.Scan())
	assert.Equal(t, "for-the-host", lines.Text())
}
