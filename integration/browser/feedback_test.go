package browser

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// said is what stands beside a field.
func said(field string) string {
	return `document.getElementById('` + field + `-said').innerText`
}

func TestPolicySpeaksAsAFieldIsLeft(t *testing.T) {
	p := startPlatform(t)
	p.install()
	b := open(t, startChromium(t), desktop)
	b.visit(p.portal.URL + "/requests/new")
	b.fill(map[string]string{"network_cidr": "52.20.0.0/20"})
	b.becomes(said("network_cidr") + `.includes('Use 10.')`)
	require.Contains(t, evaluate[string](b, `document.getElementById('live').textContent`), "private", "it is said aloud too")
	require.Empty(t, evaluate[string](b, `[...document.querySelectorAll('.said')].filter(s => s.id != 'network_cidr-said').map(s => s.innerText).join('')`),
		"nothing is said of fields that nobody touched")

	b.do(chromedp.Click(chromedp.CSS(`[name=use]`)))
	b.becomes(said("network_cidr") + ` == ''`)
	require.Equal(t, "network_cidr", b.focused())
	require.Equal(t, "10.20.0.0/20", evaluate[string](b, `document.getElementById('network_cidr').value`))

	b.fill(map[string]string{"application": "!"})
	b.becomes(`document.getElementById('application').ariaInvalid == 'true'`)
	b.fill(requestForm())
	b.becomes(`document.getElementById('verdict').innerText.includes('USD 260.34 of 1,500 a month')`)
	require.Equal(t, "checkout development eu-west-1 1 500",
		evaluate[string](b, `[...document.querySelectorAll('[data-follows]')].map(dd => dd.textContent).join(' ')`))
	require.Empty(t, evaluate[string](b, `[...document.querySelectorAll('.said')].map(s => s.innerText).join('')`))
	require.Contains(t, string(p.answered(http.MethodGet, "/v1/environment-requests", "", "")), `"items":[]`, "nothing is stored")
	b.quiet()
}

// TestAnswersOutOfOrder lets the first answer come after the second.
func TestAnswersOutOfOrder(t *testing.T) {
	p := startPlatform(t)
	p.install()
	var calls atomic.Int32
	late := make(chan struct{})
	address := p.behind(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/evaluate") && calls.Add(1) == 1 {
				<-late
			}
			next.ServeHTTP(w, r)
		})
	})
	b := open(t, startChromium(t), desktop)
	b.visit(address + "/requests/new")
	b.fill(map[string]string{"network_cidr": "52.20.0.0/20"})
	b.fill(map[string]string{"network_cidr": "10.20.0.0/20", "cost_centre": "!"})
	b.becomes(said("cost_centre") + `.includes('Cost centre must be')`)
	close(late)
	time.Sleep(200 * time.Millisecond)
	require.Empty(t, evaluate[string](b, said("network_cidr")), "an old answer says nothing of the new value")
}

// TestFeedbackThatDoesNotCome fails the check, and then restarts the platform
// under a form that is filled in.
func TestFeedbackThatDoesNotCome(t *testing.T) {
	p := startPlatform(t)
	p.install()
	var down atomic.Bool
	address := p.behind(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if down.Load() {
				panic(http.ErrAbortHandler)
			}
			next.ServeHTTP(w, r)
		})
	})
	b := open(t, startChromium(t), desktop)
	b.visit(address + "/requests/new")
	key := evaluate[string](b, `document.getElementsByName('key')[0].value`)
	b.fill(requestForm())
	b.becomes(`document.getElementById('verdict').innerText.includes('Policy would accept')`)
	down.Store(true)
	b.fill(map[string]string{"owner": "other@example.com"})
	b.becomes(`document.getElementById('verdict').innerText.includes('No answer.')`)
	b.click(submit)
	require.Contains(t, b.text(), "A retry makes no second request.")
	require.Equal(t, key, evaluate[string](b, `document.getElementsByName('key')[0].value`))
	down.Store(false)
	b.click(submit)
	require.Equal(t, "checkout, development: Accepted", b.heading())
	require.Contains(t, b.text(), "other@example.com")
}
