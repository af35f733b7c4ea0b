package serve_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/serve"
)

func options() serve.Options { return serve.Options{Logger: slog.New(slog.DiscardHandler)} }

func listen(t *testing.T) net.Listener {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	return listener
}

func TestServeAnswersWhatIsInFlight(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	listener := listen(t)
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		end()
		_, _ = io.WriteString(w, "done")
	})
	served := make(chan error, 1)
	go func() { served <- serve.Serve(ctx, listener, handler, options()) }()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, serve.URL(listener.Addr()), http.NoBody)
	require.NoError(t, err)
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	assert.Equal(t, "done", string(body))
	require.NoError(t, <-served)
}

// lines is a log that several goroutines write to.
type lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func TestTheAddressToServeAt(t *testing.T) {
	refused := errors.New("no handler")
	for name, test := range map[string]struct {
		address string
		made    error
		says    string
	}{
		"no address": {"nowhere", nil, "Cannot listen on nowhere: missing port in address."},
		"no handler": {"127.0.0.1:0", refused, "no handler"},
		"served":     {"127.0.0.1:0", nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, end := context.WithCancel(t.Context())
			defer end()
			out := &lines{}
			flags := serve.Flags{Listen: test.address, AllowHosts: []string{"extra.example"}, LogFormat: serve.Text}
			err := flags.Serve(ctx, flags.NewLog("test", out), serve.Server{Handler: func(hosts serve.Hosts) (http.Handler, error) {
				assert.True(t, hosts.Serve("extra.example"))
				assert.False(t, hosts.Serve("127.0.0.1"), "the port is not 80")
				if name == "served" {
					end()
				}
				return http.NotFoundHandler(), test.made
			}})
			if test.says == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, test.says)
			}
			assert.Equal(t, name == "served", strings.Contains(out.String(), "\nlistening on http://127.0.0.1:"), out.String())
		})
	}
}

func TestServeSaysWhyItFailed(t *testing.T) {
	listener := listen(t)
	require.NoError(t, listener.Close())
	require.ErrorContains(t, serve.Serve(t.Context(), listener, http.NotFoundHandler(), options()), "serve:")
}

// TestSlowCallersKeepNoWatcherOut: many connections that send nothing, or no body, and a probe is still answered.
func TestSlowCallersKeepNoWatcherOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		listener := pipes{make(chan net.Conn, 300)}
		logger := slog.New(slog.DiscardHandler)
		ctx, end := context.WithCancel(t.Context())
		ended := make(chan error)
		admin := serve.Admin(serve.NewMetrics("test"), logger, nil)
		go func() { ended <- serve.Serve(ctx, listener, admin, serve.AdminOptions(logger)) }()
		start := time.Now()
		for range 100 {
			for _, sent := range []string{"GET /health HTTP/1.1\r\n", "GET /health HTTP/1.1\r\nHost: any\r\nContent-Length: 1000\r\n\r\nx"} {
				conn := listener.dial(sent)
				go func() { _, _ = io.Copy(io.Discard, conn) }()
			}
		}
		probe := listener.dial("GET /health HTTP/1.1\r\nHost: any\r\n\r\n")
		answered(t, probe)
		assert.Zero(t, time.Since(start))
		_ = probe.Close()
		end()
		require.NoError(t, <-ended)
	})
}

// TestForeignReads: what a page of another site loads is refused; a link to here,
// and what no browser sends, is not.
func TestForeignReads(t *testing.T) {
	for headers, want := range map[[3]string]bool{
		{"cross-site", "no-cors", "image"}:     true,
		{"cross-site", "cors", "empty"}:        true,
		{"cross-site", "", ""}:                 true,
		{"cross-site", "navigate", "iframe"}:   true,
		{"cross-site", "navigate", "document"}: false,
		{"cross-site", "navigate", ""}:         false,
		{"same-site", "cors", "empty"}:         false,
		{"same-origin", "cors", "empty"}:       false,
		{"none", "navigate", "document"}:       false,
		{"", "", ""}:                           false,
	} {
		r := &http.Request{Method: http.MethodGet, URL: &url.URL{}, Header: http.Header{"Sec-Fetch-Site": {headers[0]}, "Sec-Fetch-Mode": {headers[1]}, "Sec-Fetch-Dest": {headers[2]}}}
		refused := false
		guard := serve.Guard(serve.Hosts{""}, func(_ http.ResponseWriter, _ *http.Request, why serve.Refusal) {
			refused = why == serve.ForeignRead
		})
		guard(http.NotFoundHandler()).ServeHTTP(httptest.NewRecorder(), r)
		assert.Equal(t, want, refused, headers)
	}
}
