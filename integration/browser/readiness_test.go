package browser

import (
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
	p := installed(t)
	for name, prepare := range map[string]func(*tab){"with scripts": func(*tab) {}, "without": (*tab).withoutScripts} {
		b := p.tab(phone)
		prepare(b)
		b.visit("/readiness")
		for range 2 {
			b.click(`main form button`)
			b.hasFocus("checks", name)
			equals(b, p.portal.URL+"/readiness#checks", `location.href`)
		}
		b.quiet()
	}
}

func TestTheChecksAreThoseOfNow(t *testing.T) {
	t.Parallel()
	p := installed(t)
	b := p.open(desktop, "/readiness")
	b.hasText("Ready for simulation, with 1 note. Zero direct cloud changes.", "prices are old")
	p.api.Close()
	b.click(`main form button`)
	b.hasText("Readiness is not known. Zero direct cloud changes.")
	b.hasText("api_unavailable")
	b.quiet()
}

// TestReadinessPrintsOnOneSheet prints the longest form of the page: real
// adapters of all providers, and each mode, with boundaries to settle.
func TestReadinessPrintsOnOneSheet(t *testing.T) {
	t.Parallel()
	modes := []string{"enterprise", "sandbox", "simulation"}
	if testing.Short() {
		modes = modes[:1] // the longest page
	}
	for _, mode := range modes {
		for _, provider := range providers.IDs() {
			p := &platform{t: t, api: &httptest.Server{URL: build.StartServer(t)}}
			p.lock(`{"provider":"` + provider + `","mode":"` + mode + `"}`)
			p.portal = servePortal(t, p.api.URL)
			b := p.open(desktop, "/readiness")
			b.hasText("Provider A")
			require.Len(t, b.printed(), 1, "%s, %s", provider, mode)
			b.quiet()
		}
	}
}
