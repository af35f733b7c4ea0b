package shell_test

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/portal/internal/shell"
)

// The size budgets of the design, in bytes before compression.
const (
	styleBudget  = 25_000
	scriptBudget = 10_000
)

// get returns the headers and the content of an asset.
func get(t *testing.T, path string) (http.Header, []byte) {
	t.Helper()
	set, err := shell.LoadAssets()
	require.NoError(t, err)
	request := httptest.NewRequest(http.MethodGet, path, nil)
	recorder := httptest.NewRecorder()
	require.True(t, set.Serve(recorder, request), path)
	return recorder.Header(), recorder.Body.Bytes()
}

func content(t *testing.T, path string) []byte {
	t.Helper()
	_, plain := get(t, path)
	return plain
}

func paths(t *testing.T) []string {
	t.Helper()
	set, err := shell.LoadAssets()
	require.NoError(t, err)
	return []string{set.Style, set.Script, set.Icon}
}

func TestBudgets(t *testing.T) {
	set, err := shell.LoadAssets()
	require.NoError(t, err)
	require.Less(t, len(content(t, set.Style)), styleBudget)
	require.Less(t, len(content(t, set.Script)), scriptBudget)
}

func TestNamesHoldTheHashOfTheContent(t *testing.T) {
	name := regexp.MustCompile(`^/assets/(portal|icon)\.([0-9a-f]{12})\.(css|js|svg)$`)
	for _, path := range paths(t) {
		require.Regexp(t, name, path)
		sum := sha256.Sum256(content(t, path))
		require.Equal(t, hex.EncodeToString(sum[:6]), name.FindStringSubmatch(path)[2])
	}
}

func TestHeaders(t *testing.T) {
	for _, path := range paths(t) {
		header, _ := get(t, path)
		require.Equal(t, "public, max-age=31536000, immutable", header.Get("Cache-Control"))
		require.Regexp(t, `^(text/css|text/javascript); charset=utf-8$|^image/svg\+xml$`, header.Get("Content-Type"))
	}
}

func TestOtherNamesAreUnknown(t *testing.T) {
	set, err := shell.LoadAssets()
	require.NoError(t, err)
	for _, path := range []string{"/assets/", "/assets/portal.css", "/assets/style/10-tokens.css", "/assets/../assets.go"} {
		request := &http.Request{Method: http.MethodGet, URL: httptest.NewRequest(http.MethodGet, "/", nil).URL}
		request.URL.Path = path
		require.False(t, set.Serve(httptest.NewRecorder(), request), path)
	}
}
