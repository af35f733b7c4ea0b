package portal_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/portal/internal/portaltest"
)

// TestBelowAPath requests pages through a proxy with a path prefix, which the proxy removes or
// keeps. No address on a page leads out of the prefix.
func TestBelowAPath(t *testing.T) {
	const prefix = "/environments"
	address := portaltest.Start(t, with(portaltest.Answers{portaltest.RequestsPath: portaltest.JSON(portaltest.List{Items: records(2)})}))
	handler := start(t, address, prefix)
	for _, at := range []string{prefix, ""} {
		for _, path := range []string{"/", "/requests", "/requests/new", "/operations", "/policies", "/readiness", "/setup", "/nowhere"} {
			shown := exchange(handler, http.MethodGet, at+path, nil).Body.String()
			for _, rooted := range regexp.MustCompile(`="(/[^"]*)"`).FindAllStringSubmatch(shown, -1) {
				own := strings.HasPrefix(rooted[0], `="`+prefix+"/") || strings.Contains(shown, `name="return" value`+rooted[0])
				require.True(t, own, "%s has %s", path, rooted[0])
			}
			style := regexp.MustCompile(`rel="stylesheet" href="([^"]+)"`).FindStringSubmatch(shown)[1]
			require.Equal(t, http.StatusOK, exchange(handler, http.MethodGet, style, nil).Code)
		}
		left := exchange(handler, http.MethodPost, at+"/theme", url.Values{"theme": {"dark"}, "return": {"/requests"}})
		require.Equal(t, prefix+"/requests", left.Header().Get("Location"))
	}
}
