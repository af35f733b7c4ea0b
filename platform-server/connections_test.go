package server_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/serve"
)

// stream sends a call whose length is not declared.
func (s fakeServer) stream(method, path, body string, headers ...string) reply {
	s.t.Helper()
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, s.request(method, path, io.MultiReader(strings.NewReader(body)), headers...))
	return s.read(w)
}

// serve answers the connections of listener as platform-server does.
func startAPI(t testing.TB, listener net.Listener, handler http.Handler) {
	t.Helper()
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		ended <- serve.Serve(ctx, listener, handler, serve.Options{Logger: slog.New(slog.DiscardHandler)})
	}()
	t.Cleanup(func() {
		end()
		assert.NoError(t, <-ended)
	})
}

// raw writes bytes to a served connection and returns all that comes back until
// it closes.
func (s fakeServer) raw(text string) string {
	s.t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(s.t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(s.t, err)
	startAPI(s.t, listener, s.handler)
	conn, err := (&net.Dialer{}).DialContext(s.t.Context(), "tcp", listener.Addr().String())
	require.NoError(s.t, err)
	defer conn.Close()
	_, err = io.WriteString(conn, text)
	require.NoError(s.t, err)
	require.NoError(s.t, conn.SetReadDeadline(time.Now().Add(10*time.Second)))
	answered, err := io.ReadAll(conn)
	require.NoError(s.t, err, "the connection closes")
	return string(answered)
}

// TestLengthAndChunks sends both a length and chunks, and a second request
// behind them: the connection must close before it is answered.
func TestLengthAndChunks(t *testing.T) {
	answered := newServer(t, &fake{}).raw("POST /v1/environment-requests/evaluate HTTP/1.1\r\nHost: api.test\r\nContent-Type: application/json\r\n" +
		"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n" +
		"GET /version HTTP/1.1\r\nHost: api.test\r\n\r\n")
	assert.Equal(t, 1, strings.Count(answered, "HTTP/1.1 "), answered)
	assert.Contains(t, answered, "Connection: close")
}

// TestARefusalWaitsForNoBody: a caller that the API does not serve is answered and let go, whatever it announced.
func TestARefusalWaitsForNoBody(t *testing.T) {
	for header, code := range map[string]string{
		"Host: evil.test": "host_not_allowed",
		"Host: api.test\r\nOrigin: https://evil.test":      "cross_origin_refused",
		"Host: api.test\r\nSec-Fetch-Site: cross-site":     "cross_origin_refused",
		"Host: api.test\r\nContent-Type: text/plain":       "unsupported_media_type",
		"Host: api.test\r\nContent-Type: application/json": "body_too_large",
	} {
		answered := newServer(t, &fake{}).raw("POST /v1/environment-requests/evaluate HTTP/1.1\r\n" + header + "\r\nContent-Length: 65537\r\n\r\n")
		assert.Contains(t, answered, "Connection: close")
		assert.Contains(t, answered, code)
	}
}

// TestHalfABody: the caller declares more than comes.
func TestHalfABody(t *testing.T) {
	s := newServer(t, &fake{})
	served := httptest.NewServer(s.handler)
	t.Cleanup(served.Close)
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", served.Listener.Addr().String())
	require.NoError(t, err)
	defer conn.Close()
	_, err = io.WriteString(conn, "POST /v1/environment-requests/evaluate HTTP/1.1\r\nHost: api.test\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
	require.NoError(t, err)
	require.NoError(t, conn.(*net.TCPConn).CloseWrite())
	require.NoError(t, conn.SetReadDeadline(time.Now().Add(10*time.Second)))
	answered, err := io.ReadAll(conn)
	require.NoError(t, err)
	assert.Contains(t, string(answered), `"malformed_body"`)
	assert.Contains(t, string(answered), "The body is incomplete")
}

// TestHeadHasNoBody and the length that GET has.
func TestHeadHasNoBody(t *testing.T) {
	served := httptest.NewServer(newServer(t, &fake{}).handler)
	t.Cleanup(served.Close)
	for _, path := range []string{"/health", requests} {
		lengths := map[string]int64{}
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			r, err := http.NewRequestWithContext(t.Context(), method, served.URL+path, http.NoBody)
			require.NoError(t, err)
			r.Host = "api.test"
			response, err := http.DefaultClient.Do(r)
			require.NoError(t, err)
			body, err := io.ReadAll(response.Body)
			require.NoError(t, err)
			require.NoError(t, response.Body.Close())
			assert.Equal(t, http.StatusOK, response.StatusCode)
			assert.Equal(t, method == http.MethodHead, len(body) == 0)
			lengths[method] = response.ContentLength
		}
		assert.Equal(t, lengths["GET"], lengths["HEAD"])
	}
}

// once is a listener of one connection.
type once struct {
	conns chan net.Conn
}

func (o once) Accept() (net.Conn, error) {
	conn, open := <-o.conns
	if !open {
		return nil, net.ErrClosed
	}
	return conn, nil
}

func (o once) Close() error { close(o.conns); return nil }
func (once) Addr() net.Addr { return &net.TCPAddr{} }

// TestSlowServices: the time limit of a body is over when the body is there, and
// does not end the call.
func TestSlowServices(t *testing.T) {
	for name, text := range map[string]string{
		"post":            fmt.Sprintf("POST %s/evaluate HTTP/1.1\r\nHost: api.test\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", requests, len(aRequest), aRequest),
		"get":             fmt.Sprintf("GET %s/req-0 HTTP/1.1\r\nHost: api.test\r\n\r\n", requests),
		"get with a body": fmt.Sprintf("GET %s/req-0 HTTP/1.1\r\nHost: api.test\r\nContent-Length: 1\r\n\r\nx", requests),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ours, theirs := net.Pipe()
				listener := once{make(chan net.Conn, 1)}
				listener.conns <- theirs
				var ended error
				f := &fake{}
				f.hold = func() { time.Sleep(time.Minute) }
				handler := newServer(t, f).handler
				startAPI(t, listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					handler.ServeHTTP(w, r)
					ended = r.Context().Err()
				}))
				go func() { _, _ = io.WriteString(ours, text) }()
				response, err := http.ReadResponse(bufio.NewReader(ours), nil)
				require.NoError(t, err)
				_, err = io.ReadAll(response.Body)
				require.NoError(t, err)
				require.NoError(t, response.Body.Close())
				assert.Equal(t, http.StatusOK, response.StatusCode)
				synctest.Wait()
				assert.NoError(t, ended)
				require.NoError(t, ours.Close())
			})
		})
	}
}
