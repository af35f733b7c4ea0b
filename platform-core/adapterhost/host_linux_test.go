package adapterhost

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// startHost starts a host process with an identifying adapter; it returns the
// host, its stdin, its output line by line, and the adapter's process ID.
func startHost(t *testing.T) (*exec.Cmd, *os.File, *bufio.Scanner, int) {
	t.Helper()
	dir := install(t, "identified")
	link(t, filepath.Join(dir, "host"))
	stdin, feed, err := os.Pipe()
	require.NoError(t, err)
	t.Cleanup(func() { _ = errorsOf(feed.Close(), stdin.Close()) })
	host := &exec.Cmd{Path: filepath.Join(dir, "host"), Args: []string{"host", dir}, Stdin: stdin, Stderr: os.Stderr}
	output, err := host.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, host.Start())
	t.Cleanup(func() { _ = errorsOf(host.Process.Kill(), host.Wait()) })
	lines := bufio.NewScanner(output)
	require.True(t, lines.Scan())
	adapter, err := strconv.Atoi(lines.Text())
	require.NoError(t, err)
	return host, feed, lines, adapter
}
