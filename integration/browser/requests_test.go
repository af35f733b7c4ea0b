package browser

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync/atomic"

	"github.com/stretchr/testify/require"
)

// id sends a request, or finds it again, and returns its ID.
func (p *platform) id(application, expiry string) string {
	p.t.Helper()
	p.request(application, expiry)
	var list struct {
		Items []struct {
			RequestID string `json:"request_id"`
		} `json:"items"`
	}
	require.NoError(p.t, json.Unmarshal(p.answered(http.MethodGet, "/v1/environment-requests?application="+application, "", ""), &list))
	require.Len(p.t, list.Items, 1)
	return list.Items[0].RequestID
}

// behind returns a portal that reaches the API through a handler, which can be
// slow or fail; next is the API.
func (p *platform) behind(handler func(next http.Handler) http.Handler) string {
	p.t.Helper()
	address, err := url.Parse(p.api.URL)
	require.NoError(p.t, err)
	between := httptest.NewServer(handler(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(address) }}))
	p.t.Cleanup(between.Close)
	return servePortal(p.t, between.URL).URL
}

// front returns an address of the portal behind a handler; next is the portal.
func (p *platform) front(handler func(next http.Handler) http.Handler) string {
	p.t.Helper()
	own := p.portal.Listener.Addr().String()
	between := httptest.NewServer(handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Host = own // as a proxy has it
		p.portal.Config.Handler.ServeHTTP(w, r)
	})))
	p.t.Cleanup(between.Close)
	return between.URL
}

// noPage counts the forms that are sent, and answers them so that the browser
// stays on the page.
func noPage(sent *atomic.Int32) func(next http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodPost || r.Header.Get("Sec-Fetch-Mode") != "navigate" {
				next.ServeHTTP(w, r)
				return
			}
			sent.Add(1)
			w.WriteHeader(http.StatusNoContent)
		})
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
