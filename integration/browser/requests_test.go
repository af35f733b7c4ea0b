package browser

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// proxy answers a call itself, or has next answer it.
type proxy func(w http.ResponseWriter, r *http.Request, next http.Handler)

// serve serves the proxy before next and returns its address.
func (handle proxy) serve(t *testing.T, next http.Handler) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handle(w, r, next) }))
	t.Cleanup(server.Close)
	return server.URL
}

// behind returns a portal that reaches the API through a proxy, which can be slow or fail.
func (p *platform) behind(handle proxy) string {
	p.t.Helper()
	address, err := url.Parse(p.api.URL)
	require.NoError(p.t, err)
	api := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(address) }}
	return servePortal(p.t, handle.serve(p.t, api)).URL
}

// failing returns a portal whose calls of the API get no answer while failed is true.
func (p *platform) failing(failed func(*http.Request) bool) string {
	return p.behind(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if failed(r) {
			panic(http.ErrAbortHandler)
		}
		next.ServeHTTP(w, r)
	})
}

// front returns an address of the portal behind a proxy.
func (p *platform) front(handle proxy) string {
	p.t.Helper()
	own := p.portal.Listener.Addr().String()
	return handle.serve(p.t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Host = own // as a proxy has it
		p.portal.Config.Handler.ServeHTTP(w, r)
	}))
}

// noPage counts the forms that are sent, and answers them so that the browser
// stays on the page.
func noPage(sent *atomic.Int32) proxy {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if r.Method != http.MethodPost || r.Header.Get("Sec-Fetch-Mode") != "navigate" {
			next.ServeHTTP(w, r)
			return
		}
		sent.Add(1)
		w.WriteHeader(http.StatusNoContent)
	}
}

// requestForm are values that policy accepts.
func requestForm() map[string]string {
	return map[string]string{
		"application": "checkout", "owner": "payments-team@example.com", "cost_centre": "CC-4711", "data_classification": "internal",
		"monthly_budget": "1 500", "business_justification": "Trying the new checkout against the payment partner.",
		"environment": "development", "network_cidr": "10.40.0.0/20", "cluster_size": "small", "expiry_date": "2027-01-31",
	}
}

// fill writes values into the form, as a hand that leaves each field would.
func (b *tab) fill(values map[string]string) {
	b.t.Helper()
	encoded, err := json.Marshal(values)
	require.NoError(b.t, err)
	b.do(evaluated(`for (const [name, value] of Object.entries(` + string(encoded) + `)) {
		const cards = [...document.querySelectorAll('[type=radio][name="' + name + '"]')]
		const input = cards.find((card) => card.value == value) || document.getElementById(name)
		if (cards.length) input.checked = true
		else input.value = value
		input.dispatchEvent(new Event('input', {bubbles: true}))
		input.dispatchEvent(new Event('change', {bubbles: true}))
	}`))
}

// heading returns the h1 of the page.
func (b *tab) heading() string {
	b.t.Helper()
	return evaluate[string](b, `document.querySelector('h1').innerText`)
}

// The buttons of the form. The first of its kind takes Enter and is not seen.
const (
	submit = `[aria-labelledby=receipt] .button:first-child`
	check  = `[aria-labelledby=receipt] .button:last-child`
)
