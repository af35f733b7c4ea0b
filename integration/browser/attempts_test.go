package browser

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/integration/providers"
	"platform.internal/platform-core/serve"
	"platform.internal/platform-core/service"
	server "platform.internal/platform-server"
)

// records counts the requests that are stored.
func (p *platform) records() int {
	p.t.Helper()
	return strings.Count(string(p.answered(http.MethodGet, "/v1/environment-requests", "", "")), `"record_path"`)
}

// TestADoubleClickSendsOneRequest presses twice with the mouse; the second press
// comes when the first has sent the form already, before there is an answer.
func TestADoubleClickSendsOneRequest(t *testing.T) {
	t.Parallel()
	p := installed(t)
	var sent atomic.Int32
	arrived, answer := make(chan struct{}, 2), make(chan struct{})
	address := p.behind(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if r.Method == http.MethodPost && r.URL.Path == "/v1/environment-requests" {
			sent.Add(1)
			arrived <- struct{}{}
			held(r, answer)
		}
		next.ServeHTTP(w, r)
	})
	b := p.open(desktop, address+"/requests/new")
	b.fill(requestForm())
	x, y := b.middle(submit)
	for count := range 2 {
		b.mouse(chromedp.MousePressed, x, y, count+1)
		b.mouse(chromedp.MouseReleased, x, y, count+1)
		if count == 0 {
			<-arrived
		}
	}
	close(answer)
	b.shows("checkout, development: Accepted")
	require.EqualValues(t, 1, sent.Load())
}

// TestADoubleClickWithoutScripts may send the form twice: the key makes it one
// request.
func TestADoubleClickWithoutScripts(t *testing.T) {
	t.Parallel()
	p := installed(t)
	b := p.tab(desktop)
	b.withoutScripts()
	b.visit("/requests/new")
	b.fill(requestForm())
	x, y := b.middle(submit)
	for count := range 2 {
		b.mouse(chromedp.MousePressed, x, y, count+1)
		b.mouse(chromedp.MouseReleased, x, y, count+1)
	}
	b.shows("checkout, development: Accepted")
	require.Equal(t, 1, p.records())
}

// TestASendWithoutAnAnswerCanBeRepeated sends a form to which no page comes: its
// buttons are back after a while.
func TestASendWithoutAnAnswerCanBeRepeated(t *testing.T) {
	t.Parallel()
	p := installed(t)
	var sent atomic.Int32
	b := p.tab(desktop)
	b.before(clock)
	b.visit(p.front(noPage(&sent)) + "/requests/new")
	const busy = `document.querySelector('.request').ariaBusy`
	for n := range int32(2) {
		x, y := b.middle(submit)
		b.do(chromedp.MouseClickXY(x, y))
		require.Eventually(t, func() bool { return sent.Load() == n+1 }, pollTime, 10*time.Millisecond)
		equals(b, "true", busy)
		b.do(evaluated(`elapse(4900)`))
		equals(b, "true", busy)
		b.do(evaluated(`elapse(100)`))
		b.holds(busy + ` === null`)
	}
}

// leave runs an expression that leaves the page, which may be gone before it has
// answered.
func (b *tab) leave(expression string) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, evaluated(expression)); err != nil {
		require.ErrorContains(b.t, err, "Inspected target navigated or closed", expression)
	}
}

// leadsTo runs an expression and waits for words in the page. Chromium may bring
// a page that it kept alive, and then nothing is loaded that could be waited for.
func (b *tab) leadsTo(expression, words string) {
	b.t.Helper()
	b.leave(expression)
	b.shows(words)
}

// keptAlive leaves the page and comes back to it, as Chromium has kept it alive
// with all that its script has done to it.
func (b *tab) keptAlive(leave func()) {
	b.t.Helper()
	b.do(evaluated(`addEventListener('pageshow', ({persisted}) => window.persisted = persisted)`))
	leave()
	b.leave(back)
	require.Eventually(b.t, func() bool {
		alive, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`!!window.persisted`))
		return err == nil && alive
	}, pollTime, 50*time.Millisecond, "the page must come back alive, or this shows nothing")
}

const (
	back       = `history.back()`
	sendTheOne = `document.querySelector('` + submit + `').click()`
)

// TestBackIsANewAttempt goes back to a form that was sent, changes it and sends
// it again; twice, since Chromium keeps the page alive where nothing was edited,
// and where policy was asked on the way it loads the page anew and brings back
// what its fields held.
func TestBackIsANewAttempt(t *testing.T) {
	t.Parallel()
	p := installed(t)
	b := p.open(desktop, "/requests/new")
	const key = `document.getElementsByName('key')[0].value`
	first := evaluate[string](b, key)
	values, err := json.Marshal(requestForm())
	require.NoError(t, err)
	b.do(evaluated(`for (const [name, value] of Object.entries(` + string(values) + `)) {
		for (const card of document.getElementsByName(name)) card.checked = card.value == value
		if (document.getElementById(name).type != 'radio') document.getElementById(name).value = value
	}`))
	b.keptAlive(func() { b.click(submit) })
	second := evaluate[string](b, key)
	require.NotEqual(t, first, second)
	b.fill(map[string]string{"application": "billing"})
	b.click(submit)
	b.hasHeading("billing, development: Accepted")
	b.leadsTo(back, "Every field is needed")
	b.becomes(`document.getElementById('application').value == 'billing'`) // once the page has loaded
	require.NotContains(t, []string{first, second}, evaluate[string](b, key))
	b.fill(map[string]string{"application": "search"})
	b.click(submit)
	b.hasHeading("search, development: Accepted")
	require.Equal(t, 3, p.records())
	b.quiet()
}

// TestBackBringsTheButtonsBack goes back to forms that hold no key, and presses
// their buttons once more.
func TestBackBringsTheButtonsBack(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	b := p.open(desktop, "/setup?provider=provider_a&mode=sandbox")
	const lock = `main form .button`
	b.keptAlive(func() { b.click(lock) })
	b.click(lock)
	b.hasHeading("Setup: boundaries")

	p.install()
	b.visit("/requests?q=nothing")
	const filter = `[role=search] .button`
	b.keptAlive(func() { b.click(filter) })
	b.click(filter)
	b.contains("decision=", `location.search`)
}

// TestAnOldKeyIsAnswered is the same without scripts, where the browser may bring
// the old key.
func TestAnOldKeyIsAnswered(t *testing.T) {
	t.Parallel()
	p := installed(t)
	b := p.tab(desktop)
	b.withoutScripts()
	b.visit("/requests/new")
	key := evaluate[string](b, `document.getElementsByName('key')[0].value`)
	b.fill(requestForm())
	b.click(submit)
	b.leadsTo(back, "Every field is needed")
	b.do(evaluated(`document.getElementsByName('key')[0].value = ` + quoted(key)))
	values := requestForm()
	values["application"] = "billing"
	b.fill(values)
	b.leadsTo(sendTheOne, "You changed a request that was already sent. Check it and send it as a new one.")
	equals(b, "billing", `document.getElementById('application').value`)
	b.leadsTo(sendTheOne, "billing, development: Accepted")
}

func TestTwoTabs(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	first, second := p.tab(desktop), p.tab(desktop)
	for _, b := range []*tab{first, second} {
		b.visit("/setup")
		b.tap(`#provider`)
	}
	first.click(`main form .button`)
	second.do(chromedp.Click(chromedp.CSS(`#mode-sandbox`)))
	second.click(`main form .button`)
	second.hasText("Already locked")
	second.hasText("Simulation")

	for _, b := range []*tab{first, second} {
		b.visit("/requests/new")
		b.fill(requestForm())
		b.click(submit)
		b.hasHeading("checkout, development: Accepted")
	}
	require.Equal(t, 1, p.records(), "the same request is one record")
	first.click(`main form .button`)
	second.click(`main form .button`)
	equals(second, evaluate[string](first, `location.pathname`), `location.pathname`, "and one proposal")
}

// TestARestartKeepsWhatWasWritten replaces the platform by one without state.
func TestARestartKeepsWhatWasWritten(t *testing.T) {
	t.Parallel()
	var now atomic.Pointer[http.Handler]
	var restart func()
	p := &platform{t: t, api: build.Serve(t, func(hosts serve.Hosts) (http.Handler, error) {
		restart = func() {
			fresh := server.New(service.New(service.Options{Adapters: providers.Adapters, Now: today}), server.Options{Hosts: hosts})
			now.Store(&fresh)
		}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*now.Load()).ServeHTTP(w, r) }), nil
	})}
	restart()
	p.portal = servePortal(t, p.api.URL)

	p.install()
	b := p.open(desktop, "/requests/new")
	b.fill(requestForm())
	b.answeredAll()
	restart()
	b.fill(map[string]string{"owner": "payments-team@example.com"})
	b.becomes(verdictText + `.includes('The platform has no installation any more')`)
	const setUp = `[...document.querySelectorAll('main a[href="/setup"]')].map((a) => a.target + ' ' + a.innerText).join()`
	equals(b, "_blank Set it up in another tab, then check it again", setUp)
	b.click(submit)
	b.hasText("The platform has no installation any more: a restart loses it.")
	equals(b, "_blank Set it up in another tab, then send it again", setUp)
	equals(b, "checkout", `document.getElementById('application').value`)
	p.install()
	b.click(submit)
	b.hasHeading("checkout, development: Accepted")
	review := evaluate[string](b, `location.href`)
	restart()
	b.click(`main form .button`)
	b.hasText("installation_required", "the proposal's request is gone")
	p.install()
	b.visit(review)
	b.hasText("request_not_found")
}
