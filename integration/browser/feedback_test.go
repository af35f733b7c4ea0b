package browser

import (
	"bytes"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// messagesOf is the text beside a field.
func messagesOf(field string) string {
	return `document.getElementById('` + field + `-messages').innerText`
}

func TestPolicySpeaksAsAFieldIsLeft(t *testing.T) {
	t.Parallel()
	p := installed(t)
	b := p.open(desktop, "/requests/new")
	b.fill(map[string]string{"network_cidr": "52.20.0.0/20"})
	b.becomes(messagesOf("network_cidr") + `.includes('Use 10.')`)
	b.contains("private", `document.getElementById('live').textContent`, "it is spoken aloud too")
	b.isEmpty(`[...document.querySelectorAll('.messages')].filter(s => s.id != 'network_cidr-messages').map(s => s.innerText).join('')`, "there is no message on untouched fields")

	b.tap(`[name=use]`)
	b.becomes(messagesOf("network_cidr") + ` == ''`)
	b.hasFocus("network_cidr")
	equals(b, "10.20.0.0/20", `document.getElementById('network_cidr').value`)

	b.fill(map[string]string{"application": "!"})
	b.becomes(`document.getElementById('application').ariaInvalid == 'true'`)
	b.fill(requestForm())
	b.becomes(`document.getElementById('verdict').innerText.includes('262.34 of 1,500 USD a month')`)
	equals(b, "checkout development eu-west-1 1,500 USD", `[...document.querySelectorAll('[data-follows]')].map(dd => dd.textContent).join(' ')`)
	equals(b, 0, `document.querySelectorAll('[aria-invalid=true]').length`, "there are only notes")
	require.Contains(t, string(p.answered(http.MethodGet, "/v1/environment-requests", "", "")), `"items":[]`, "nothing is stored")
	b.quiet()
}

// holding returns a portal whose API speaks of a form that holds certain words
// only once the channel of those is closed.
func (p *platform) holding(holds map[string]chan struct{}) string {
	return p.behind(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // the portal did not wait any longer
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		for words, hold := range holds {
			if bytes.Contains(body, []byte(words)) {
				held(r, hold)
			}
		}
		next.ServeHTTP(w, r)
	})
}

// held waits for the test, or for the caller to give up: a test that fails must
// not wait without end.
func held(r *http.Request, hold <-chan struct{}) {
	select {
	case <-hold:
	case <-r.Context().Done():
	}
}

// waits waits until the given number of calls of the page's script have no answer.
func (b *tab) waits(calls string) {
	b.t.Helper()
	b.becomes(`window.waiting == ` + calls)
}

// TestAnswersOutOfOrder lets the first of two answers come while the second is
// still out, and after it. Either way the page shows only the second.
// TestAnEditIsOneCall counts the calls of the portal and of the API. The text is written slowly: a call is answered
// before the field is left.
func TestAnEditIsOneCall(t *testing.T) {
	t.Parallel()
	p := installed(t)
	var asked []string
	var mu sync.Mutex
	address := p.behind(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, r.Method+" "+r.URL.Path)
		next.ServeHTTP(w, r)
	})
	b := p.open(desktop, address+"/requests/new")
	b.fill(requestForm())
	b.answeredAll()
	sent := `performance.getEntriesByType('resource').filter(({initiatorType}) => initiatorType == 'xmlhttprequest').length`
	for _, edit := range []struct {
		name string
		do   func()
	}{
		{"a text that is written and left", func() {
			b.do(chromedp.Focus(chromedp.ID("network_cidr")), evaluated(`network_cidr.value = '52.20.0.0/2'`))
			b.press(kb.End + "0")
			b.answeredAll()
			b.isEmpty(messagesOf("network_cidr"), "not while it is written")
			b.press(kb.Tab)
			b.becomes(messagesOf("network_cidr") + `.includes('Use 10.')`)
		}},
		{"a card", func() { b.tap(`[name=cluster_size][value=medium]`) }},
		{"a switch", func() {
			b.do(evaluated(`document.querySelector('[name="controls.private_cluster"]:not([type=hidden])').click()`))
		}},
		{"a choice", func() { b.fill(map[string]string{"region": "eu-central-1"}) }},
		{"a cell", func() { b.tap(`.grid tr:last-child button:not([aria-current])`) }},
	} {
		asked = nil
		before := evaluate[int](b, sent)
		edit.do()
		b.answeredAll()
		equals(b, before+1, sent, edit.name)
		require.Equal(t, []string{"POST /v1/environment-requests/evaluate"}, asked, edit.name)
	}
	b.quiet()
}

func TestAnswersOutOfOrder(t *testing.T) {
	t.Parallel()
	for name, order := range map[string][]string{
		"first, then second": {"52.20.0.0/20", "10.20.0.0/20"},
		"second, then first": {"10.20.0.0/20", "52.20.0.0/20"},
	} {
		t.Run(name, func(t *testing.T) {
			p := installed(t)
			holds := map[string]chan struct{}{"52.20.0.0/20": make(chan struct{}), "10.20.0.0/20": make(chan struct{})}
			b := p.tab(desktop)
			b.visit(p.holding(holds) + "/requests/new")
			b.fill(map[string]string{"network_cidr": "52.20.0.0/20"})
			b.fill(map[string]string{"network_cidr": "10.20.0.0/20"})
			for i, left := range []string{"1", "0"} {
				close(holds[order[i]])
				b.waits(left)
				b.isEmpty(messagesOf("network_cidr"), "an old answer says nothing of the new value")
			}
			b.quiet()
		})
	}
}

// TestAFieldThatIsWrittenKeepsItsAdvice goes back to a field and writes before
// the answer about its old value comes.
func TestAFieldThatIsWrittenKeepsItsAdvice(t *testing.T) {
	t.Parallel()
	p := installed(t)
	hold := make(chan struct{})
	b := p.tab(desktop)
	b.visit(p.holding(map[string]chan struct{}{"old!": hold}) + "/requests/new")
	b.focus("application")
	b.press("old!" + kb.Tab)
	b.waits("1")
	b.do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)))
	b.press("new!")
	b.hasFocus("application")
	close(hold)
	b.waits("0")
	b.isEmpty(messagesOf("application"), "there is no message on the old value under the hand that writes")
	b.press(kb.Tab)
	b.becomes(messagesOf("application") + `.includes('Application must be')`)
	b.quiet()
}

// TestAnAnsweredMessageGoesWhileOneWrites corrects a budget and does not leave it.
func TestAnAnsweredMessageGoesWhileOneWrites(t *testing.T) {
	t.Parallel()
	p := installed(t)
	b := p.open(desktop, "/requests/new")
	values := requestForm()
	values["monthly_budget"] = "50"
	b.fill(values)
	b.becomes(messagesOf("monthly_budget") + `.includes('needs a budget')`)
	b.focus("monthly_budget")
	b.press(kb.End + "0")
	b.becomes(messagesOf("monthly_budget") + ` == ''`)
	b.hasFocus("monthly_budget")
	b.quiet()
}

// TestAdviceWithTheFocusStays waits on "Use" while an answer comes that has other
// advice: the button must not vanish from under the keyboard. Once it is left,
// the new advice is there.
func TestAdviceWithTheFocusStays(t *testing.T) {
	t.Parallel()
	p := installed(t)
	hold := make(chan struct{})
	b := p.tab(desktop)
	b.visit(p.holding(map[string]chan struct{}{"elsewhere": hold}) + "/requests/new")
	b.fill(map[string]string{"network_cidr": "52.20.0.0/20"})
	b.becomes(messagesOf("network_cidr") + `.includes('Use 10.')`)
	b.focus("network_cidr")
	b.press("elsewhere" + kb.Tab)
	b.waits("1")
	b.hasFocus("Use 10.20.0.0/20")
	close(hold)
	b.waits("0")
	b.hasFocus("Use 10.20.0.0/20")
	b.do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)))
	b.becomes(messagesOf("network_cidr") + `.includes('Network range must be')`)
	b.hasFocus("network_cidr")
	b.quiet()
}

// TestChangesAreAnnounced follows the live region: fields by their labels, what is
// resolved, and the verdict, all in sentences; nothing where nothing changed.
func TestChangesAreAnnounced(t *testing.T) {
	t.Parallel()
	p := installed(t)
	b := p.open(desktop, "/requests/new")
	b.do(evaluated(`window.heard = []; new MutationObserver(() => heard.push(live.textContent.trim())).observe(live, {childList: true})`))
	heard := func() []string { return evaluate[[]string](b, `heard`) }
	values := requestForm()
	values["environment"], values["cluster_size"], values["expiry_date"] = "production", "medium", ""
	b.fill(values)
	b.answeredAll()
	require.Len(t, heard(), 1)
	require.Regexp(t, `Policy would accept this request\. 722\.38 of 1,500 USD a month\.$`, heard()[0])

	b.fill(map[string]string{"environment": "development"})
	b.answeredAll()
	require.Len(t, heard(), 2)
	require.Regexp(t, `^Expiry date: \S.*\. Use 21 Dec 2026\. No policy problems so far: 1 field to complete\. 645\.00 of 1,500 USD a month\.$`, heard()[1])

	b.focus("business_justification")
	b.press(" More of it.")
	b.press(kb.Tab)
	b.answeredAll()
	require.Len(t, heard(), 2, "nothing changed")

	b.fill(map[string]string{"expiry_date": "2027-01-31"})
	b.answeredAll()
	require.Regexp(t, `^Expiry date: resolved\..* Policy would accept this request\. 645\.00 of 1,500 USD a month\.$`, heard()[2])
	b.fill(map[string]string{"expiry_date": ""})
	b.answeredAll()
	b.fill(map[string]string{"environment": "production"})
	b.answeredAll()
	require.Regexp(t, `Policy would accept this request\.`, heard()[4])
	require.Len(t, heard(), 5)
	b.quiet()
}

// TestFeedbackThatDoesNotCome fails the check, and then restarts the platform
// under a form that is filled in.
func TestFeedbackThatDoesNotCome(t *testing.T) {
	t.Parallel()
	p := installed(t)
	var down atomic.Bool
	address := p.failing(func(*http.Request) bool { return down.Load() })
	b := p.open(desktop, address+"/requests/new")
	key := evaluate[string](b, `document.getElementsByName('key')[0].value`)
	b.fill(requestForm())
	b.becomes(`document.getElementById('verdict').innerText.includes('Policy would accept')`)
	down.Store(true)
	require.NotEmpty(t, evaluate[string](b, `[...document.querySelectorAll('.price')].map((e) => e.innerText).join('')`))
	b.fill(map[string]string{"owner": "other@example.com"})
	b.becomes(`document.getElementById('verdict').innerText.includes('Live check unavailable.')`)
	b.isEmpty(`[...document.querySelectorAll('.price, .messages')].map((e) => e.innerText).join('')`, "what was right before")
	b.click(submit)
	b.hasText("A retry makes no second request.")
	equals(b, key, `document.getElementsByName('key')[0].value`)
	down.Store(false)
	b.click(submit)
	b.hasHeading("checkout, development: Accepted")
	b.hasText("other@example.com")
}
