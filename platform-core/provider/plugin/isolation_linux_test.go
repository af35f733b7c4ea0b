package plugin

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/provider"
)

func count(log *journal, text string) int { return strings.Count(log.String(), text) }

// gone reports whether a process has ended; one that nobody has reaped has.
func gone(pid int) bool {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return true
	}
	_, state, _ := bytes.Cut(status, []byte(") "))
	return bytes.HasPrefix(state, []byte("Z"))
}

// seen returns what a spying adapter can see of its host.
func seen(t *testing.T, adapter provider.Adapter) []string {
	t.Helper()
	files, err := adapter.Generate(t.Context(), sampleOrder(environment.Small))
	require.NoError(t, err)
	return strings.Split(string(files[1].Content), "\n")
}

// having returns the rest of the lines that start with prefix, sorted.
func having(lines []string, prefix string) []string {
	var found []string
	for _, line := range lines {
		if rest, ok := strings.CutPrefix(line, prefix); ok {
			found = append(found, rest)
		}
	}
	slices.Sort(found)
	return found
}

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

	lines := seen(t, start(t, "spying", Options{}))
	assert.Equal(t, []string{
		"PLATFORM_ADAPTER", "PLUGIN_MAX_PORT", "PLUGIN_MIN_PORT", "PLUGIN_MULTIPLEX_GRPC", "PLUGIN_PROTOCOL_VERSIONS",
		"PLUGIN_UNIX_SOCKET_DIR",
	}, having(lines, "env "))
	assert.NotContains(t, strings.Join(having(lines, "fd "), "\n"), pipe)
	own, err := os.Readlink("/proc/self/fd/0")
	require.NoError(t, err)
	assert.NotContains(t, having(lines, "fd 0 "), own)
	folder := having(lines, "folder ")
	require.Len(t, folder, 1)
	assert.True(t, strings.HasPrefix(folder[0], "/tmp/platform-adapter-"), folder[0])
	assert.NoDirExists(t, filepath.Dir(folder[0]))
}

func errorsOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

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

func TestTheHostsStdinIsItsOwn(t *testing.T) {
	t.Parallel()
	_, feed, lines, _ := startHost(t)
	_, err := feed.WriteString("for-the-host\n")
	require.NoError(t, err)
	require.True(t, lines.Scan())
	assert.Equal(t, "for-the-host", lines.Text())
}

func TestAnAdapterEndsWithItsHost(t *testing.T) {
	t.Parallel()
	for _, signal := range []os.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		host, _, _, adapter := startHost(t)
		require.False(t, gone(adapter))
		require.NoError(t, host.Process.Signal(signal))
		require.Eventually(t, func() bool { return gone(adapter) }, 5*time.Second, time.Millisecond, "%s", signal)
	}
}

// Callers lose no call and get no wrong answer while the process under them is
// killed again and again.
func TestConcurrentCallersLoseNoCall(t *testing.T) {
	t.Parallel()
	const callers, kills = 32, 8
	adapter := start(t, "identified", Options{})
	done, stop := context.WithCancel(t.Context())
	var calls atomic.Int64
	var working sync.WaitGroup
	for range callers {
		working.Go(func() {
			for done.Err() == nil {
				size := environment.Sizes()[rand.IntN(3)]
				got, err := adapter.Evaluate(context.Background(), sampleOrder(size))
				if !assert.NoError(t, err) || !assert.Equal(t, sampleEvaluation(sampleOrder(size)), got) {
					return
				}
				calls.Add(1)
			}
		})
	}
	for range kills {
		id := pid(t, adapter)
		time.Sleep(50 * time.Millisecond)
		require.NoError(t, syscall.Kill(id, syscall.SIGKILL))
		require.Eventually(t, func() bool { return pid(t, adapter) != id }, 10*time.Second, time.Millisecond)
	}
	stop()
	working.Wait()
	t.Logf("%d calls, %d kills", calls.Load(), kills)
	assert.Greater(t, calls.Load(), int64(callers))
}
