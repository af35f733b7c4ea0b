package serve_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/serve"
)

// call sends a call with headers, names and values in turn.
func call(t *testing.T, h http.Handler, method, path string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, http.NoBody)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// TestNamesOfARequest are taken over where they are of the usual form.
func TestNamesOfARequest(t *testing.T) {
	const trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	h := serve.Observed(serve.Observer{}, http.NotFoundHandler())
	for given, taken := range map[string]bool{
		"a": true, "3f2504e0-4f89-11d3-9a0c-0305e82c3301": true, "Root=1-67-12:Self/x+y@z": true, strings.Repeat("x", 128): true,
		"": false, strings.Repeat("x", 129): false, "a b": false, "a\tb": false, "a\"b": false, "é": false,
	} {
		got := call(t, h, "GET", "/", serve.RequestIDHeader, given).Header().Get(serve.RequestIDHeader)
		if taken {
			assert.Equal(t, given, got)
		} else {
			assert.Regexp(t, `^[0-9a-f]{32}$`, got)
		}
	}
	zero := func(from, to int) string { return trace[:from] + strings.Repeat("0", to-from) + trace[to:] }
	for given, taken := range map[string]bool{
		trace: true, "01" + trace[2:]: true,
		"": false, "ff" + trace[2:]: false, zero(3, 35): false, zero(36, 52): false, strings.ToUpper(trace): false, trace + "-x": false,
	} {
		got := call(t, h, "GET", "/", serve.TraceHeader, given).Header().Get(serve.TraceHeader)
		assert.Equal(t, taken, got == given && given != "", given)
		assert.True(t, taken || got == "", given)
	}
}

func TestALineARequest(t *testing.T) {
	var log bytes.Buffer
	h := serve.Observed(serve.Observer{Logger: slog.New(slog.NewJSONHandler(&log, nil))}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		entry := serve.EntryOf(r.Context())
		entry.Code, entry.Record = problem.CapacityExhausted, "req-1"
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, "four")
	}))
	call(t, h, "GET", "/a%0ab?secret=1", serve.RequestIDHeader, "the-id", "Cookie", "secret")
	var line map[string]any
	require.NoError(t, json.Unmarshal(log.Bytes(), &line))
	delete(line, "time")
	assert.GreaterOrEqual(t, line["microseconds"], 0.0)
	delete(line, "microseconds")
	assert.Equal(t, map[string]any{
		"level": "INFO", "msg": "request", "method": "GET", "path": "/a\nb", "status": 418.0, "bytes": 4.0, "remote": "192.0.2.1",
		"request_id": "the-id", "code": "capacity_exhausted", "record": "req-1",
	}, line)
}

// TestMetricsOfRequests has a route that answers, one that panics, and what asks for
// none.
func TestMetricsOfRequests(t *testing.T) {
	m := serve.NewMetrics("a-program")
	h := serve.Observed(serve.Observer{Metrics: m, Route: func(r *http.Request) string { return r.URL.Path }}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gone" {
			panic(http.ErrAbortHandler)
		}
		_, _ = io.WriteString(w, "done")
	}))
	call(t, h, "GET", "/there")
	call(t, h, "OWN", "/there")
	assert.Panics(t, func() { call(t, h, "GET", "/gone") })
	got := call(t, serve.Admin(m, slog.New(slog.DiscardHandler), nil), "GET", "/metrics")
	for _, line := range []string{
		`platform_http_requests_total{method="GET",route="/there",status="200"} 1`,
		`platform_http_requests_total{method="other",route="/there",status="200"} 1`,
		`platform_http_requests_total{method="GET",route="/gone",status="0"} 1`,
		`platform_http_request_duration_seconds_count{route="/there"} 2`,
		`platform_http_requests_in_flight 0`, `platform_build_info{`, `process_start_time_seconds `, `go_goroutines `,
	} {
		assert.Contains(t, got.Body.String(), "\n"+line)
	}
	problems, err := promlint.New(got.Body).Lint()
	require.NoError(t, err)
	assert.Empty(t, problems)
}

func TestAdmin(t *testing.T) {
	checks := []serve.HealthCheck{{Name: "store", OK: true}, {Name: "capacity", OK: true, Detail: "much"}}
	h := serve.Admin(serve.NewMetrics("a-program"), slog.New(slog.DiscardHandler), func(ctx context.Context) []serve.HealthCheck {
		_, bounded := ctx.Deadline()
		assert.True(t, bounded)
		return checks
	})
	assert.JSONEq(t, `{"status":"ok"}`, call(t, h, "GET", "/health").Body.String())
	ready := call(t, h, "GET", "/ready")
	assert.Equal(t, http.StatusOK, ready.Code)
	assert.JSONEq(t, `{"status":"ready","checks":[{"name":"store","ok":true},{"name":"capacity","ok":true,"detail":"much"}]}`, ready.Body.String())
	checks[1].OK = false
	ready = call(t, h, "GET", "/ready")
	assert.Equal(t, http.StatusServiceUnavailable, ready.Code)
	assert.Contains(t, ready.Body.String(), `"not ready"`)
	assert.Equal(t, http.StatusMethodNotAllowed, call(t, h, "POST", "/metrics").Code)
	assert.Equal(t, http.StatusNotFound, call(t, h, "GET", "/").Code)
}

func TestBelow(t *testing.T) {
	var path, raw string
	h := serve.Below("/a/b", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { path, raw = r.URL.Path, r.URL.RawPath }))
	for asked, want := range map[string][2]string{
		"/a/b": {"/", ""}, "/a/b/": {"/", ""}, "/a/b/x": {"/x", ""}, "/a/b/x%2Fy": {"/x/y", "/x%2Fy"},
		"/x": {"/x", ""}, "/": {"/", ""}, "/a/bx": {"/a/bx", ""}, "/a%2Fb/x": {"/a/b/x", "/a%2Fb/x"}, "/a/b//x": {"//x", ""},
	} {
		call(t, h, "GET", asked)
		assert.Equal(t, want, [2]string{path, raw}, asked)
	}
}
