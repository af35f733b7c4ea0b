package api_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/service"
)

const profileFile = "../../examples/provider_a/simulation/profile.yaml"

// host returns the name and port of an address.
func host(base string) string { return strings.TrimPrefix(base, "http://") }

func dial(t *testing.T, base string) net.Conn {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", host(base))
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	return conn
}

// TestShutdownDrains ends a server while a call is half sent: the call is still
// answered, new connections are refused, and the process ends well.
func TestShutdownDrains(t *testing.T) {
	server := build.Server(t, "--profile", profileFile)
	conn := dial(t, server.URL)
	head := fmt.Sprintf("POST /v1/environment-requests HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nIdempotency-Key: k\r\nContent-Length: %d\r\n\r\n", host(server.URL), len(accepted))
	_, err := io.WriteString(conn, head+accepted[:20])
	require.NoError(t, err)
	time.Sleep(100 * time.Millisecond) // the call is in the handler now
	require.NoError(t, server.Command.Process.Signal(syscall.SIGTERM))
	require.Eventually(t, func() bool {
		probe, err := net.Dial("tcp", strings.TrimPrefix(server.URL, "http://"))
		if err == nil {
			probe.Close()
		}
		return err != nil
	}, 5*time.Second, 10*time.Millisecond, "no new connection")
	_, err = io.WriteString(conn, accepted[20:])
	require.NoError(t, err)
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(t, err)
	defer response.Body.Close()
	assert.Equal(t, http.StatusOK, response.StatusCode)
	assert.NoError(t, server.Wait(), "exit code 0")
}

// TestSlowCallersDelayNoEnd ends server and portal while callers of each kind hang: the exit code is 0, as if they
// were not there.
func TestSlowCallersDelayNoEnd(t *testing.T) {
	layout := build.Binaries(t)
	for name, args := range map[string][]string{
		"server": {layout.Server, "--listen", "127.0.0.1:0", "--quiet", "--profile", profileFile},
		"portal": {layout.Portal, "--listen", "127.0.0.1:0", "--quiet", "--api", "http://127.0.0.1:1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			process := build.Start(t, exec.Command(args[0], args[1:]...))
			own := "Host: " + host(process.URL) + "\r\n"
			for _, sent := range []string{
				"GET /health HTTP/1.1\r\n" + own,
				"POST / HTTP/1.1\r\nHost: evil.test\r\nContent-Length: 10\r\n\r\n",
				"POST / HTTP/1.1\r\n" + own + "Origin: https://evil.test\r\nContent-Length: 10\r\n\r\n",
				"POST /none HTTP/1.1\r\n" + own + "Content-Length: 10\r\n\r\n",
				"POST /health HTTP/1.1\r\n" + own + "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n",
				"POST /theme HTTP/1.1\r\n" + own + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 10\r\n\r\n",
				"POST /v1/environment-requests/evaluate HTTP/1.1\r\n" + own + "Content-Type: application/json\r\nContent-Length: 10\r\n\r\n",
			} {
				_, err := io.WriteString(dial(t, process.URL), sent)
				require.NoError(t, err)
			}
			time.Sleep(100 * time.Millisecond) // the calls are in their handlers now
			require.NoError(t, process.Command.Process.Signal(syscall.SIGTERM))
			assert.NoError(t, process.Wait(), "exit code 0: %s", process.Log())
		})
	}
}

// TestSlowCallers checks the limits that docs/api-limits.md promises: 5 s for the headers,
// 10 s for the body, and that a refusal waits for no body.
func TestSlowCallers(t *testing.T) {
	server := build.Server(t, "--quiet", "--profile", profileFile)
	for name, tt := range map[string]struct {
		sent    string
		atLeast time.Duration
		atMost  time.Duration
	}{
		"headers":        {"GET /version HTTP/1.1\r\nHost: " + host(server.URL) + "\r\n", 4 * time.Second, 9 * time.Second},
		"body":           {"POST /v1/environment-requests/evaluate HTTP/1.1\r\nHost: " + host(server.URL) + "\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{", 9 * time.Second, 16 * time.Second},
		"foreign host":   {"POST / HTTP/1.1\r\nHost: evil.test\r\nContent-Length: 10\r\n\r\n", 0, 16 * time.Second},
		"foreign origin": {"POST / HTTP/1.1\r\nHost: " + host(server.URL) + "\r\nOrigin: https://evil.test\r\nContent-Length: 10\r\n\r\n", 0, 16 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn := dial(t, server.URL)
			start := time.Now()
			_, err := io.WriteString(conn, tt.sent)
			require.NoError(t, err)
			require.NoError(t, conn.SetReadDeadline(start.Add(tt.atMost)))
			_, err = io.ReadAll(conn)
			require.NoError(t, err, "the connection closes")
			assert.GreaterOrEqual(t, time.Since(start), tt.atLeast)
		})
	}
}

func TestLargeHeadersAreRefused(t *testing.T) {
	c := newAPI(t, "", service.Options{})
	conn := dial(t, c.base)
	go func() { // the server stops reading: what it does not take does not matter
		_, _ = io.WriteString(conn, "GET /version HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "+strings.Repeat("x", 2<<20)+"\r\n\r\n")
	}()
	line, err := bufio.NewReader(conn).ReadString('\n')
	require.NoError(t, err)
	assert.Contains(t, line, "431")
}
