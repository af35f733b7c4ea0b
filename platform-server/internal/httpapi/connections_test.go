package httpapi_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// stream sends a call whose length is not declared.
func (s server) stream(method, path, body string, headers ...string) reply {
	s.t.Helper()
	r := httptest.NewRequestWithContext(s.t.Context(), method, path, io.MultiReader(strings.NewReader(body)))
	r.Host = "api.test"
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return s.read(w)
}

// raw writes bytes to a served connection and returns all that comes back until
// it closes.
func (s server) raw(text string) string {
	s.t.Helper()
	served := httptest.NewServer(s.handler)
	s.t.Cleanup(served.Close)
	conn, err := (&net.Dialer{}).DialContext(s.t.Context(), "tcp", served.Listener.Addr().String())
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
	assert.Contains(t, string(answered), "could not be read whole")
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
