package assets_test

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/portal/internal/assets"
)

// The budgets of the design, in bytes before compression.
const (
	styleBudget  = 15_000
	scriptBudget = 6_000
)

func get(t *testing.T, path, encoding string) *http.Response {
	t.Helper()
	set, err := assets.Load()
	require.NoError(t, err)
	request := httptest.NewRequest(http.MethodGet, path, nil)
	request.Header.Set("Accept-Encoding", encoding)
	recorder := httptest.NewRecorder()
	require.True(t, set.Serve(recorder, request), path)
	return recorder.Result()
}

func body(t *testing.T, r io.Reader) []byte {
	t.Helper()
	content, err := io.ReadAll(r)
	require.NoError(t, err)
	return content
}

func paths(t *testing.T) []string {
	t.Helper()
	set, err := assets.Load()
	require.NoError(t, err)
	return []string{set.Style, set.Script, set.Icon}
}

func TestBudgets(t *testing.T) {
	set, err := assets.Load()
	require.NoError(t, err)
	require.Less(t, len(body(t, get(t, set.Style, "").Body)), styleBudget)
	require.Less(t, len(body(t, get(t, set.Script, "").Body)), scriptBudget)
}

func TestNamesHoldTheHashOfTheContent(t *testing.T) {
	name := regexp.MustCompile(`^/assets/(portal|icon)\.([0-9a-f]{12})\.(css|js|svg)$`)
	for _, path := range paths(t) {
		require.Regexp(t, name, path)
		sum := sha256.Sum256(body(t, get(t, path, "").Body))
		require.Equal(t, hex.EncodeToString(sum[:6]), name.FindStringSubmatch(path)[2])
	}
}

func TestHeaders(t *testing.T) {
	for _, path := range paths(t) {
		answer := get(t, path, "br, gzip")
		require.Equal(t, "public, max-age=31536000, immutable", answer.Header.Get("Cache-Control"))
		require.Equal(t, "Accept-Encoding", answer.Header.Get("Vary"))
		require.Regexp(t, `^(text/css|text/javascript); charset=utf-8$|^image/svg\+xml$`, answer.Header.Get("Content-Type"))
	}
}

func TestCompressedIsTheSame(t *testing.T) {
	for _, path := range paths(t) {
		plain := get(t, path, "gzip;q=0, identity")
		require.Empty(t, plain.Header.Get("Content-Encoding"))
		compressed := get(t, path, "gzip;q=0.5")
		require.Equal(t, "gzip", compressed.Header.Get("Content-Encoding"))
		unpacked, err := gzip.NewReader(compressed.Body)
		require.NoError(t, err)
		require.Equal(t, body(t, plain.Body), body(t, unpacked))
	}
}

func TestOtherNamesAreUnknown(t *testing.T) {
	set, err := assets.Load()
	require.NoError(t, err)
	for _, path := range []string{"/assets/", "/assets/portal.css", "/assets/style/10-tokens.css", "/assets/../assets.go"} {
		request := &http.Request{Method: http.MethodGet, URL: httptest.NewRequest(http.MethodGet, "/", nil).URL}
		request.URL.Path = path
		require.False(t, set.Serve(httptest.NewRecorder(), request), path)
	}
}
