package httpserve_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/httpserve"
)

// limit is how many connections the servers of these tests have.
const limit = 4

// served is a server with few connections; its requests to /wait end when the
// test sends to release.
type served struct {
	t       *testing.T
	address string
	// entered gets a value for each request to /wait that has begun.
	entered, release chan struct{}
	end              context.CancelFunc
	ended            chan error
}

func serve(t *testing.T) *served {
	t.Helper()
	listener := listen(t)
	ctx, end := context.WithCancel(t.Context())
	s := &served{t, listener.Addr().String(), make(chan struct{}, 2*limit), make(chan struct{}), end, make(chan error, 1)}
	o := options(io.Discard)
	o.MaxConnections = limit
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/wait" {
			s.entered <- struct{}{}
			<-s.release
		}
		_, _ = io.WriteString(w, "done")
	})
	go func() { s.ended <- httpserve.Serve(ctx, listener, handler, o) }()
	t.Cleanup(end)
	return s
}

func (s *served) dial() net.Conn {
	s.t.Helper()
	conn, err := (&net.Dialer{}).DialContext(s.t.Context(), "tcp", s.address)
	require.NoError(s.t, err)
	require.NoError(s.t, conn.SetDeadline(time.Now().Add(20*time.Second)))
	s.t.Cleanup(func() { _ = conn.Close() })
	return conn
}

func send(t *testing.T, conn net.Conn, path string) {
	t.Helper()
	_, err := io.WriteString(conn, "GET "+path+" HTTP/1.1\r\nHost: h\r\n\r\n")
	require.NoError(t, err)
}

func answered(t *testing.T, conn net.Conn) {
	t.Helper()
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(t, err)
	_, err = io.ReadAll(response.Body)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	assert.Equal(t, http.StatusOK, response.StatusCode)
}

// TestTheLongestIdleConnectionIsClosed where there are as many as may be, and no
// other one.
func TestTheLongestIdleConnectionIsClosed(t *testing.T) {
	s := serve(t)
	var idle []net.Conn
	for range limit {
		conn := s.dial()
		send(t, conn, "/")
		answered(t, conn)
		idle = append(idle, conn)
	}
	send(t, idle[0], "/") // so that the second is idle for longest
	answered(t, idle[0])
	one := s.dial()
	send(t, one, "/")
	answered(t, one)
	_, err := idle[1].Read(make([]byte, 1))
	require.ErrorIs(t, err, io.EOF)
	for _, other := range []net.Conn{idle[0], idle[2], idle[3], one} {
		send(t, other, "/")
		answered(t, other)
	}
}

// TestConnectionsWithoutARequestKeepNobodyOut: they were opened, and nothing is
// sent.
func TestConnectionsWithoutARequestKeepNobodyOut(t *testing.T) {
	s := serve(t)
	for range 2 * limit {
		s.dial()
	}
	for range limit {
		one := s.dial()
		send(t, one, "/")
		answered(t, one)
	}
}

// TestBusyConnectionsAreNotClosed: one more waits until one of them is done.
func TestBusyConnectionsAreNotClosed(t *testing.T) {
	s := serve(t)
	var busy []net.Conn
	for range limit {
		conn := s.dial()
		send(t, conn, "/wait")
		<-s.entered
		busy = append(busy, conn)
	}
	one := s.dial()
	send(t, one, "/wait")
	select {
	case <-s.entered:
		t.Error("one more is served than may be")
	case <-time.After(50 * time.Millisecond):
	}
	s.release <- struct{}{}
	<-s.entered
	for range limit {
		s.release <- struct{}{}
	}
	for _, conn := range append(busy, one) {
		// The one that was done first was idle when the last came.
		if response, err := http.ReadResponse(bufio.NewReader(conn), nil); assert.NoError(t, err) {
			assert.Equal(t, http.StatusOK, response.StatusCode)
			_ = response.Body.Close()
		}
	}
}

// TestEndingWhileAConnectionWaits ends the server all the same.
func TestEndingWhileAConnectionWaits(t *testing.T) {
	s := serve(t)
	for range limit {
		send(t, s.dial(), "/wait")
		<-s.entered
	}
	s.dial()
	s.end()
	for range limit {
		s.release <- struct{}{}
	}
	require.NoError(t, <-s.ended)
}
