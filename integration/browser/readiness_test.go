package browser

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/integration/providers"
)

// TestRunningTheChecksFocusesTheResult presses the button, with scripts and
// without, and presses it again where the address stays the same.
func TestRunningTheChecksFocusesTheResult(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	tabs := chromium(t)
	for name, prepare := range map[string]func(*tab){"with scripts": func(*tab) {}, "without": (*tab).withoutScripts} {
		b := open(t, tabs, phone)
		prepare(b)
		b.visit(p.portal.URL + "/readiness")
		for range 2 {
			b.click(`main form button`)
			require.Equal(t, "checks", b.focused(), name)
			require.Equal(t, p.portal.URL+"/readiness#checks", evaluate[string](b, `location.href`))
		}
		b.quiet()
	}
}

func TestTheChecksAreThoseOfNow(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	b := open(t, chromium(t), desktop)
	b.visit(p.portal.URL + "/readiness")
	require.Contains(t, b.text(), "Ready for simulation, with 1 note. Zero direct cloud changes.", "prices are old")
	p.api.Close()
	b.click(`main form button`)
	require.Contains(t, b.text(), "Readiness is not known. Zero direct cloud changes.")
	require.Contains(t, b.text(), "api_unavailable")
	b.quiet()
}

// TestReadinessPrintsOnOneSheet prints the longest form of the page: real
// adapters of all providers, and each mode, with boundaries to settle.
func TestReadinessPrintsOnOneSheet(t *testing.T) {
	t.Parallel()
	tabs := chromium(t)
	modes := []string{"enterprise", "sandbox", "simulation"}
	if testing.Short() {
		modes = modes[:1] // the longest page
	}
	for _, mode := range modes {
		for _, provider := range providers.IDs() {
			p := &platform{t: t, api: &httptest.Server{URL: build.StartServer(t)}}
			p.answered(http.MethodPost, "/v1/platform/installations", "", `{"provider":"`+provider+`","mode":"`+mode+`"}`)
			server := servePortal(t, p.api.URL)
			b := open(t, tabs, desktop)
			b.visit(server.URL + "/readiness")
			require.Contains(t, b.text(), "Provider A")
			require.Len(t, b.printed(), 1, "%s, %s", provider, mode)
			b.quiet()
		}
	}
}
