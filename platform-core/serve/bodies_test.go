package serve_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/serve"
)

// slow are callers that hold what they announced: each sends start at once and drip each second.
// Paths: /read reads the body, any other one answers without.
var slow = map[string]struct {
	start, drip string
	// within is when the connection is closed, at the latest.
	within time.Duration
}{
	"refused, body withheld":     {"POST /refuse HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n", "", time.Second},
	"refused, body drips":        {"POST /refuse HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n", "x", time.Second},
	"refused, chunks drip":       {"POST /refuse HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n", time.Second},
	"refused, large":             {"POST /refuse HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n", "x", time.Second},
	"refused, asks to continue":  {"POST /refuse HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n", "", time.Second},
	"refused, long answer":       {"POST /long HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n", "", time.Second},
	"refused, GET with a body":   {"GET /refuse HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n", "", time.Second},
	"refused, HTTP/1.0":          {"POST /refuse HTTP/1.0\r\nHost: h\r\nConnection: keep-alive\r\nContent-Length: 10\r\n\r\n", "", time.Second},
	"refused by a panic":         {"POST /abort HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n", "", time.Second},
	"accepted, body withheld":    {"POST /read HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n", "", serve.BodyTime},
	"accepted, body drips":       {"POST /read HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n", "x", serve.BodyTime},
	"accepted, chunks drip":      {"POST /read HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n", serve.BodyTime},
	"accepted, asks to continue": {"POST /read HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n", "", serve.BodyTime},
	"headers drip":               {"GET / HTTP/1.1\r\nX: ", "x", 5 * time.Second},
}

// drip sends start and then drip each second until the connection is closed.
func (p pipes) drip(start, drip string) net.Conn {
	conn := p.dial(start)
	if drip == "" {
		return conn
	}
	go func() {
		for {
			time.Sleep(time.Second)
			if _, err := io.WriteString(conn, drip); err != nil {
				return
			}
		}
	}()
	return conn
}

// bodies serves a listener of pipes inside a bubble.
func bodies(t *testing.T, maxConnections int) (listener pipes, end func() error) {
	t.Helper()
	listener = pipes{make(chan net.Conn, 8)}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	o := options()
	o.MaxConnections = maxConnections
	go func() {
		ended <- serve.Serve(ctx, listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/abort":
				panic(http.ErrAbortHandler)
			case "/read":
				_, _ = io.Copy(io.Discard, r.Body)
			case "/work":
				_, _ = io.Copy(io.Discard, r.Body)
				time.Sleep(2 * time.Second)
			case "/long":
				_, _ = w.Write(make([]byte, 1<<20))
			}
			if r.Context().Err() != nil {
				w.WriteHeader(http.StatusInternalServerError)
			}
		}), o)
	}()
	return listener, func() error { cancel(); return <-ended }
}

// TestABodyThatDoesNotArriveKeepsNoConnection, whether its request is refused or read.
func TestABodyThatDoesNotArriveKeepsNoConnection(t *testing.T) {
	for name, caller := range slow {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				listener, end := bodies(t, 3)
				start := time.Now()
				conn := listener.drip(caller.start, caller.drip)
				received, _ := io.ReadAll(conn) // a pipe that is closed has an error of its own
				assert.LessOrEqual(t, time.Since(start), caller.within)
				answer := strings.TrimPrefix(string(received), "HTTP/1.1 100 Continue\r\n\r\n")
				if answer != "" {
					assert.Contains(t, answer, "\r\nConnection: close\r\n")
				}
				require.NoError(t, end())
				time.Sleep(time.Second) // the drip ends
			})
		})
	}
}

// TestABodyThatArrivedLeavesTheConnectionOpen, unless it came in chunks: net/http drops the length that came
// beside them, and the two together can hide a second request.
func TestABodyThatArrivedLeavesTheConnectionOpen(t *testing.T) {
	for name, test := range map[string]struct {
		request string
		open    bool
	}{
		"no body":          {"GET / HTTP/1.1\r\nHost: h\r\n\r\n", true},
		"read":             {"POST /read HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx", true},
		"not read":         {"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx", false},
		"chunks":           {"POST /read HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n", false},
		"length and chunk": {"POST /read HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				listener, end := bodies(t, 3)
				conn := listener.dial(test.request + "GET /second HTTP/1.1\r\nHost: h\r\n\r\n")
				reader := bufio.NewReader(conn)
				for _, answered := range []bool{true, test.open} {
					response, err := http.ReadResponse(reader, nil)
					require.Equal(t, answered, err == nil, err)
					if answered {
						assert.Equal(t, http.StatusOK, response.StatusCode)
						_, _ = io.Copy(io.Discard, response.Body)
						_ = response.Body.Close()
					}
				}
				_ = conn.Close()
				require.NoError(t, end())
			})
		})
	}
}

// TestSlowCallersDelayNoEnd: the server ends within 5 s and without an error while each of them hangs, and still
// answers who is nearly done.
func TestSlowCallersDelayNoEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		listener, end := bodies(t, 100)
		for _, caller := range slow {
			conn := listener.drip(caller.start, caller.drip)
			go func() { _, _ = io.Copy(io.Discard, conn) }()
		}
		listener.dial("GET /long HTTP/1.1\r\nHost: h\r\n\r\n") // and reads nothing of its answer
		late := listener.dial("POST /work HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nx")
		working := listener.dial("POST /work HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx")
		time.Sleep(100 * time.Millisecond)
		start := time.Now()
		status := make(chan int, 2)
		for _, conn := range []net.Conn{late, working} {
			go func() {
				response, err := http.ReadResponse(bufio.NewReader(conn), nil)
				if err != nil {
					status <- 0
					return
				}
				status <- response.StatusCode
				_ = response.Body.Close()
			}()
		}
		go func() {
			time.Sleep(300 * time.Millisecond)
			_, _ = io.WriteString(late, "x")
		}()
		require.NoError(t, end())
		assert.Less(t, time.Since(start), 5*time.Second)
		assert.Equal(t, []int{http.StatusOK, http.StatusOK}, []int{<-status, <-status})
		time.Sleep(time.Second) // the drips end
	})
}

// TestTheLongestAwaitedBodyIsGivenUp where there are as many connections as may be, and none is idle: who only
// announces bodies keeps nobody out.
func TestTheLongestAwaitedBodyIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		listener, end := bodies(t, limit)
		working := listener.dial("POST /work HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx")
		var waiting []net.Conn
		for range limit - 1 {
			waiting = append(waiting, listener.dial("POST /read HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nx"))
			time.Sleep(100 * time.Millisecond)
		}
		start := time.Now()
		one := listener.dial("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
		answered(t, one)
		assert.LessOrEqual(t, time.Since(start), time.Second)
		_, err := io.ReadAll(waiting[0])
		require.NoError(t, err, "the first is closed without an answer")
		for _, other := range waiting[1:] {
			go func() { _, _ = io.WriteString(other, "x") }()
			answered(t, other)
		}
		answered(t, working)
		for _, conn := range append(waiting, one, working) {
			_ = conn.Close()
		}
		require.NoError(t, end())
	})
}

// TestWorkEndsWithTheServer: a handler that would run for minutes loses its context, so the
// server ends within 5 s and without an error.
func TestWorkEndsWithTheServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		listener := pipes{make(chan net.Conn, 1)}
		ctx, cancel := context.WithCancel(t.Context())
		ended, begun := make(chan error), make(chan struct{})
		go func() {
			ended <- serve.Serve(ctx, listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				close(begun)
				select {
				case <-r.Context().Done():
					w.WriteHeader(http.StatusServiceUnavailable)
				case <-time.After(time.Hour):
				}
			}), options())
		}()
		conn := listener.dial("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
		<-begun
		start := time.Now()
		cancel()
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		require.NoError(t, err)
		assert.Equal(t, http.StatusServiceUnavailable, response.StatusCode)
		_ = response.Body.Close()
		require.NoError(t, <-ended)
		assert.Less(t, time.Since(start), 5*time.Second)
	})
}
