package browser

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// hostileAPI returns the address of a portal before an API whose words, but for
// the provider and the mode, are such that a page must survive: markup, a bidirectional override, and 500
// characters without a space.
func hostileAPI(t *testing.T) (address, word string) {
	t.Helper()
	word = `</code></pre></details><img src=x onerror=document.title=1>` + "\u202e" + strings.Repeat("w", 500)
	stage := map[string]any{"stage": word, "status": word, "performed_by": word}
	artifact := map[string]any{"path": word, "sha256": word, "size": 1, "content": word}
	proposal := map[string]any{
		"schema": word, "proposal_id": word, "request_id": word, "provider": word, "mode": word, "status": word, "content_hash": word,
		"artifacts": []any{artifact, artifact}, "safety_marker": artifact, "guarded_stages": []any{stage},
	}
	check := map[string]any{"title": word, "status": word, "message": word, "remediation": word}
	facts := map[string]any{"id": word, "version": word, "digest": word, "confinement": map[string]any{"level": word, "open": []any{word}}}
	answers := map[string]any{
		"GET /v1/platform/installation":           map[string]any{"provider": "provider_a", "mode": "sandbox", "allowed_regions": []any{word}},
		"POST /v1/platform/installation/validate": map[string]any{"mode": word, "checks": []any{check}},
		"GET /v1/platform/providers":              map[string]any{"items": []any{map[string]any{"id": word, "display_name": word, "adapter": facts}}},
		"GET /v1/deployment-proposals":            map[string]any{"items": []any{proposal}, "next": word},
		"GET /v1/deployment-proposals/{id}":       proposal,
	}
	mux := http.NewServeMux()
	for pattern, answer := range answers {
		body, err := json.Marshal(answer)
		require.NoError(t, err)
		mux.HandleFunc(pattern, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(body)
		})
	}
	api := httptest.NewServer(mux)
	t.Cleanup(api.Close)
	return servePortal(t, api.URL).URL, word
}

func TestHostileEvidenceIsTextAndFits(t *testing.T) {
	t.Parallel()
	address, word := hostileAPI(t)
	b := open(t, chromium(t), desktop)
	for _, path := range []string{"/proposals/prop-1", "/proposals/prop-1#picture", "/proposals/prop-1#policy", "/proposals/prop-1#files", "/proposals/prop-1#runbook", "/operations", "/readiness"} {
		b.visit(address + path)
		b.do(evaluated(openAll))
		b.contains(word, `document.querySelector('main').textContent`, path)
		equals(b, 0, `document.images.length`, path)
		for _, width := range []int64{desktop, phone, small} {
			b.do(chromedp.EmulateViewport(width, height))
			b.fits(path, width)
		}
		b.quiet()
	}
}
