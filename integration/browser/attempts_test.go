package browser

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/service"
	server "platform.internal/platform-server"
	"platform.internal/portal"
	providera "platform.internal/provider-a"
)

// records counts the requests that are stored.
func (p *platform) records() int {
	p.t.Helper()
	return strings.Count(string(p.answered(http.MethodGet, "/v1/environment-requests", "", "")), `"record_path"`)
}

func TestADoubleClickSendsOneRequest(t *testing.T) {
	p := startPlatform(t)
	p.install()
	var sent atomic.Int32
	address := p.behind(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost && r.URL.Path == "/v1/environment-requests" {
				sent.Add(1)
				time.Sleep(200 * time.Millisecond)
			}
			next.ServeHTTP(w, r)
		})
	})
	b := open(t, startChromium(t), desktop)
	b.visit(address + "/requests/new")
	b.fill(requestForm())
	b.follow(`for (const n of [1, 2, 3]) document.querySelector('` + submit + `').click()`)
	require.Equal(t, "checkout, development: Accepted", b.heading())
	require.EqualValues(t, 1, sent.Load())

	bare := open(t, b.ctx, desktop)
	bare.withoutScripts()
	bare.visit(address + "/requests/new")
	values := requestForm()
	values["application"] = "billing"
	bare.fill(values)
	bare.follow(`for (const n of [1, 2, 3]) document.querySelector('` + submit + `').click()`)
	require.Equal(t, "billing, development: Accepted", bare.heading())
	require.Equal(t, 2, p.records(), "one each, with scripts and without")
}

// leadsTo runs an expression and waits for words in the page. Chromium may bring
// a page that it kept alive, and then nothing is loaded that could be waited for.
func (b *tab) leadsTo(expression, words string) {
	b.t.Helper()
	b.do(evaluated(expression))
	require.Eventually(b.t, func() bool {
		text, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`document.querySelector('main').innerText`))
		return err == nil && strings.Contains(text, words)
	}, pollTime, 50*time.Millisecond, words)
}

const (
	back       = `history.back()`
	sendTheOne = `document.querySelector('` + submit + `').click()`
)

// TestBackIsANewAttempt goes back to a form that was sent, changes it and sends
// it again.
func TestBackIsANewAttempt(t *testing.T) {
	p := startPlatform(t)
	p.install()
	b := open(t, startChromium(t), desktop)
	b.visit(p.portal.URL + "/requests/new")
	b.fill(requestForm())
	b.click(submit)
	b.leadsTo(back, "Every field is needed")
	b.fill(map[string]string{"application": "billing"})
	b.leadsTo(sendTheOne, "billing, development: Accepted")
	require.Equal(t, 2, p.records())
	b.quiet()
}

// TestAnOldKeyIsAnswered is the same without scripts, where the browser may bring
// the old key.
func TestAnOldKeyIsAnswered(t *testing.T) {
	p := startPlatform(t)
	p.install()
	b := open(t, startChromium(t), desktop)
	b.withoutScripts()
	b.visit(p.portal.URL + "/requests/new")
	key := evaluate[string](b, `document.getElementsByName('key')[0].value`)
	b.fill(requestForm())
	b.click(submit)
	b.leadsTo(back, "Every field is needed")
	b.do(evaluated(`document.getElementsByName('key')[0].value = ` + quoted(key)))
	values := requestForm()
	values["application"] = "billing"
	b.fill(values)
	b.leadsTo(sendTheOne, "You changed a request that was already sent. Check it and send it as a new one.")
	require.Equal(t, "billing", evaluate[string](b, `document.getElementById('application').value`))
	b.leadsTo(sendTheOne, "billing, development: Accepted")
}

func TestTwoTabs(t *testing.T) {
	p := startPlatform(t)
	browser := startChromium(t)
	first, second := open(t, browser, desktop), open(t, browser, desktop)
	for _, b := range []*tab{first, second} {
		b.visit(p.portal.URL + "/setup")
		b.do(chromedp.Click(chromedp.CSS(`#provider`)))
	}
	first.click(`main form .button`)
	second.do(chromedp.Click(chromedp.CSS(`#mode-sandbox`)))
	second.click(`main form .button`)
	require.Contains(t, second.text(), "Already locked")
	require.Contains(t, second.text(), "Simulation")

	for _, b := range []*tab{first, second} {
		b.visit(p.portal.URL + "/requests/new")
		b.fill(requestForm())
		b.click(submit)
		require.Equal(t, "checkout, development: Accepted", b.heading())
	}
	require.Equal(t, 1, p.records(), "the same request is one record")
	first.click(`main form .button`)
	second.click(`main form .button`)
	require.Equal(t, evaluate[string](first, `location.pathname`), evaluate[string](second, `location.pathname`), "and one proposal")
}

// TestARestartKeepsWhatWasWritten replaces the platform by one without state.
func TestARestartKeepsWhatWasWritten(t *testing.T) {
	fresh := func() http.Handler {
		return server.New(service.New(service.Options{Adapters: catalog{providera.New()}, Now: today}), server.Options{Hosts: []string{"127.0.0.1"}})
	}
	var now atomic.Pointer[http.Handler]
	restart := func() { h := fresh(); now.Store(&h) }
	restart()
	p := &platform{t: t, api: httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*now.Load()).ServeHTTP(w, r) }))}
	t.Cleanup(p.api.Close)
	view, err := portal.New(portal.Options{API: p.api.URL, Hosts: []string{"127.0.0.1"}})
	require.NoError(t, err)
	p.portal = httptest.NewServer(view)
	t.Cleanup(p.portal.Close)

	p.install()
	b := open(t, startChromium(t), desktop)
	b.visit(p.portal.URL + "/requests/new")
	b.fill(requestForm())
	restart()
	b.click(submit)
	require.Contains(t, b.text(), "The platform has no installation any more: a restart loses it.")
	require.Equal(t, "checkout", evaluate[string](b, `document.getElementById('application').value`))
	p.install()
	b.click(submit)
	require.Equal(t, "checkout, development: Accepted", b.heading())
	review := evaluate[string](b, `location.href`)
	restart()
	b.click(`main form .button`)
	require.Contains(t, b.text(), "installation_required", "the proposal's request is gone")
	p.install()
	b.visit(review)
	require.Contains(t, b.text(), "request_not_found")
}
