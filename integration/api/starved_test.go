package api_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
)

// commands are the programs that serve. What is asked for at path leaves a line in
// the log.
func commands(t *testing.T) map[string]struct {
	args []string
	path string
} {
	layout := build.Binaries(t)
	return map[string]struct {
		args []string
		path string
	}{
		"server": {[]string{layout.Server, "--listen", "127.0.0.1:0", "--profile", profileFile}, "/v1/environment-requests?" + strings.Repeat("x", 100)},
		"portal": {[]string{layout.Portal, "--listen", "127.0.0.1:0", "--api", "http://127.0.0.1:1"}, "/requests/req-" + strings.Repeat("x", 100)},
	}
}

// unread starts a command with a pipe as its standard error, which was read until the
// address, and returns the address and the end to read from.
func unread(t *testing.T, args []string) (*exec.Cmd, string, *os.File) {
	t.Helper()
	read, write, err := os.Pipe()
	require.NoError(t, err)
	t.Cleanup(func() { read.Close() })
	command := exec.Command(args[0], args[1:]...)
	command.Stderr = write
	require.NoError(t, command.Start())
	require.NoError(t, write.Close())
	t.Cleanup(func() { _ = command.Process.Kill() })
	lines := bufio.NewReaderSize(read, 16)
	for {
		line, err := lines.ReadString('\n')
		require.NoError(t, err)
		if address, listens := strings.CutPrefix(strings.TrimSpace(line), "listening on "); listens {
			return command, address, read
		}
	}
}

// TestAnUnreadOrClosedLogChangesNothing writes thousands of lines to a log without a reader. Every call still gets an
// answer, and the process ends on a signal.
func TestAnUnreadOrClosedLogChangesNothing(t *testing.T) {
	for name, c := range commands(t) {
		for _, closed := range []bool{false, true} {
			t.Run(name+map[bool]string{false: ", unread", true: ", closed"}[closed], func(t *testing.T) {
				command, address, stderr := unread(t, c.args)
				if closed {
					require.NoError(t, stderr.Close())
				}
				client := &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 8}}
				var callers sync.WaitGroup
				for range 8 {
					callers.Go(func() {
						for range 250 {
							response, err := client.Get(address + c.path)
							if !assert.NoError(t, err) {
								return
							}
							_, _ = io.Copy(io.Discard, response.Body)
							response.Body.Close()
						}
					})
				}
				callers.Wait()
				if !closed {
					waits, err := io.CopyN(io.Discard, stderr, 1)
					require.NoError(t, err)
					assert.Equal(t, int64(1), waits, "the pipe was full")
				}
				assert.NoError(t, ends(t, command))
			})
		}
	}
}

// ends ends a process and returns how it ended, which is to be within 10 s.
func ends(t *testing.T, command *exec.Cmd) error {
	t.Helper()
	require.NoError(t, command.Process.Signal(syscall.SIGTERM))
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	select {
	case err := <-ended:
		return err
	case <-time.After(10 * time.Second):
		t.Fatal("the process does not end")
		return nil
	}
}

// TestTheLastLinesOfALogAreRead reads a log that is longer than the buffer of a pipe to its end.
func TestTheLastLinesOfALogAreRead(t *testing.T) {
	command, address, stderr := unread(t, commands(t)["server"].args)
	for range 1000 {
		response, err := http.Get(address + "/version")
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
	}
	log := make(chan string, 1)
	go func() {
		all, _ := io.ReadAll(stderr)
		log <- string(all)
	}()
	require.NoError(t, ends(t, command))
	assert.Equal(t, 1000, strings.Count(<-log, "path=/version status=200"))
}

// TestIdleConnectionsKeepNobodyOut: as many as the limit of open files nearly
// allows, with a request and without. The adapter, too, still starts.
func TestIdleConnectionsKeepNobodyOut(t *testing.T) {
	layout := build.Binaries(t)
	limited := func(args ...string) *build.Process {
		return build.Start(t, exec.Command("sh", append([]string{"-c", `ulimit -n 128 && exec "$0" "$@"`}, args...)...))
	}
	server := limited(layout.Server, "--listen", "127.0.0.1:0", "--quiet", "--profile", profileFile)
	portal := limited(layout.Portal, "--listen", "127.0.0.1:0", "--api", server.URL)
	for _, process := range []*build.Process{server, portal} {
		for i := range 220 {
			conn := dial(t, process.URL)
			if i%2 == 0 {
				_, err := io.WriteString(conn, "GET /health HTTP/1.1\r\nHost: "+host(process.URL)+"\r\n\r\n")
				require.NoError(t, err)
			}
		}
	}
	client := &http.Client{Timeout: 8 * time.Second, Transport: &http.Transport{}}
	get := func(address string) {
		response, err := client.Get(address)
		require.NoError(t, err, address)
		assert.Equal(t, http.StatusOK, response.StatusCode, address)
		require.NoError(t, response.Body.Close())
		client.CloseIdleConnections()
	}
	get(server.URL + "/health")
	get(server.URL + "/v1/platform/providers")
	get(portal.URL + "/requests")

	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL+"/v1/environment-requests/evaluate", strings.NewReader(accepted))
	require.NoError(t, err)
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	require.NoError(t, err)
	assert.Equal(t, http.StatusOK, response.StatusCode)
	require.NoError(t, response.Body.Close())
	assert.NotContains(t, server.Log()+portal.Log(), "too many open files")
}
