package serve_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/serve"
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

func startServer(t *testing.T) *served {
	t.Helper()
	listener := listen(t)
	ctx, end := context.WithCancel(t.Context())
	s := &served{t, listener.Addr().String(), make(chan struct{}, 2*limit), make(chan struct{}), end, make(chan error, 1)}
	o := options()
	o.MaxConnections = limit
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/wait" {
			s.entered <- struct{}{}
			<-s.release
		}
		_, _ = io.WriteString(w, "done")
	})
	go func() { s.ended <- serve.Serve(ctx, listener, handler, o) }()
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

// TestConnectionsWithoutARequestKeepNobodyOut: they were opened, and nothing is
// sent.
func TestConnectionsWithoutARequestKeepNobodyOut(t *testing.T) {
	s := startServer(t)
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
	s := startServer(t)
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

// pipes is a listener whose connections have no buffers and wait in a synctest
// bubble.
type pipes struct{ conns chan net.Conn }

func (p pipes) Accept() (net.Conn, error) {
	conn, open := <-p.conns
	if !open {
		return nil, net.ErrClosed
	}
	return conn, nil
}

func (p pipes) Close() error { close(p.conns); return nil }
func (pipes) Addr() net.Addr { return &net.TCPAddr{} }

// dial returns a connection that has sent a request.
func (p pipes) dial(request string) net.Conn {
	ours, theirs := net.Pipe()
	_ = ours.SetDeadline(time.Now().Add(5 * time.Minute))
	p.conns <- theirs
	go func() { _, _ = io.WriteString(ours, request) }()
	synctest.Wait()
	return ours
}

// TestTheLongestIdleConnectionIsClosed where there are as many as may be, and no
// other one. In the bubble the server has seen that a connection is idle before the
// next request is sent.
func TestTheLongestIdleConnectionIsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		listener := pipes{make(chan net.Conn, 2*limit)}
		ctx, end := context.WithCancel(t.Context())
		ended := make(chan error)
		o := options()
		o.MaxConnections = limit
		go func() { ended <- serve.Serve(ctx, listener, http.NotFoundHandler(), o) }()
		const get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
		answered := func(conn net.Conn) {
			response, err := http.ReadResponse(bufio.NewReader(conn), nil)
			require.NoError(t, err)
			_, err = io.Copy(io.Discard, response.Body)
			require.NoError(t, err)
			require.NoError(t, response.Body.Close())
			time.Sleep(time.Millisecond) // so that no two are idle since the same moment
		}
		again := func(conn net.Conn) {
			go func() { _, _ = io.WriteString(conn, get) }()
			answered(conn)
		}
		var idle []net.Conn
		for range limit {
			conn := listener.dial(get)
			answered(conn)
			idle = append(idle, conn)
		}
		again(idle[0]) // so that the second is idle for longest
		one := listener.dial(get)
		answered(one)
		_, err := idle[1].Read(make([]byte, 1))
		require.ErrorIs(t, err, io.EOF)
		for _, other := range []net.Conn{idle[0], idle[2], idle[3], one} {
			again(other)
		}
		end()
		require.NoError(t, <-ended)
	})
}

// TestTheLongestSendingConnectionIsClosed where none is idle and its answer takes
// long already; one whose request is worked on is not, however long that takes.
func TestTheLongestSendingConnectionIsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		listener := pipes{make(chan net.Conn, 8)}
		ctx, end := context.WithCancel(t.Context())
		ended, release := make(chan error), make(chan struct{})
		o := options()
		o.MaxConnections = 5
		go func() {
			ended <- serve.Serve(ctx, listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/wait" {
					_, _ = io.ReadAll(r.Body)
					<-release
				}
				_, _ = w.Write(make([]byte, 1<<20))
			}), o)
		}()
		const get, head = "GET / HTTP/1.1\r\nHost: h\r\n\r\n", "HEAD / HTTP/1.1\r\nHost: h\r\n\r\n"
		working := listener.dial("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n")
		asked := listener.dial("POST /wait HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n")
		reader := bufio.NewReader(asked)
		line, err := reader.ReadString('\n')
		require.NoError(t, err)
		assert.Contains(t, line, "100 Continue")
		_, _ = reader.ReadString('\n')
		_, err = asked.Write([]byte("x"))
		require.NoError(t, err)

		answered := func(conn net.Conn) {
			response, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: http.MethodHead})
			require.NoError(t, err)
			require.NoError(t, response.Body.Close())
			assert.Equal(t, http.StatusOK, response.StatusCode)
		}
		whole := func(reader *bufio.Reader) {
			response, err := http.ReadResponse(reader, nil)
			require.NoError(t, err)
			n, err := io.Copy(io.Discard, response.Body)
			require.NoError(t, err)
			require.NoError(t, response.Body.Close())
			assert.EqualValues(t, 1<<20, n)
		}
		time.Sleep(30 * time.Second)
		first := listener.dial(get) // of those that read nothing of their answers
		time.Sleep(4 * time.Second)
		second := listener.dial(get)
		third := listener.dial(head)
		answered(third) // so that it is idle
		start := time.Now()
		fourth := listener.dial(get)
		assert.Zero(t, time.Since(start))
		_, err = third.Read(make([]byte, 1))
		require.ErrorIs(t, err, io.EOF, "the idle one first")

		one := listener.dial(head)
		answered(one)
		assert.InDelta(t, 6, time.Since(start).Seconds(), 1, "when the first sends for 10 s")
		_, err = io.Copy(io.Discard, first)
		require.NoError(t, err)
		another := listener.dial(head)
		answered(another)
		require.NoError(t, one.Close())

		close(release)
		for _, left := range []*bufio.Reader{bufio.NewReader(working), bufio.NewReader(second), bufio.NewReader(fourth), reader} {
			whole(left)
		}
		end()
		require.NoError(t, <-ended)
		_ = another.Close()
	})
}

// TestEndingWhileAConnectionWaits ends the server anyway.
func TestEndingWhileAConnectionWaits(t *testing.T) {
	s := startServer(t)
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
