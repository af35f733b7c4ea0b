package portal_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/portal"
	"platform.internal/portal/internal/portaltest"
)

// TestBelowAPath requests pages through a proxy with a path prefix, which the proxy removes or
// keeps. No address on a page leads out of the prefix.
func TestBelowAPath(t *testing.T) {
	const prefix = "/environments"
	address := portaltest.Start(t, with(portaltest.Answers{portaltest.RequestsPath: portaltest.JSON(portaltest.List{Items: records(2)})}))
	handler, err := portal.New(portal.Options{API: address, Hosts: []string{"portal.example"}, PathPrefix: prefix})
	require.NoError(t, err)
	ask := func(method, path, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
		r.Host = "portal.example"
		if body != "" {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}
	for _, at := range []string{prefix, ""} {
		for _, path := range []string{"/", "/requests", "/requests/new", "/operations", "/policies", "/readiness", "/setup", "/nowhere"} {
			shown := ask(http.MethodGet, at+path, "").Body.String()
			for _, rooted := range regexp.MustCompile(`="(/[^"]*)"`).FindAllStringSubmatch(shown, -1) {
				own := strings.HasPrefix(rooted[0], `="`+prefix+"/") || strings.Contains(shown, `name="return" value`+rooted[0])
				require.True(t, own, "%s has %s", path, rooted[0])
			}
			style := regexp.MustCompile(`rel="stylesheet" href="([^"]+)"`).FindStringSubmatch(shown)[1]
			require.Equal(t, http.StatusOK, ask(http.MethodGet, style, "").Code)
		}
		left := ask(http.MethodPost, at+"/theme", "theme=dark&return=%2Frequests")
		require.Equal(t, prefix+"/requests", left.Header().Get("Location"))
	}
}
