package browser

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

const verdictText = `document.getElementById('verdict').innerText`

// checking is whether the verdict is marked as that of what was written before.
const checking = `!!document.querySelector('.stale') && document.querySelector('.checking').checkVisibility()`

// TestTheVerdictIsOfWhatIsWritten types a budget that would be denied: the verdict on the
// old one is marked at the first key, and is replaced while the field still has the focus.
func TestTheVerdictIsOfWhatIsWritten(t *testing.T) {
	t.Parallel()
	p := installed(t)
	b := p.open(desktop, "/requests/new")
	b.fill(requestForm())
	b.becomes(verdictText + `.includes('Policy would accept')`)
	equals(b, false, checking)
	b.focus("monthly_budget")
	b.do(evaluated(`monthly_budget.select()`))
	b.do(evaluated(`addEventListener('input', () => window.marked = ` + checking + `)`))
	b.press("1")
	b.holds(`window.marked`, "at the first key")
	b.becomes(verdictText + `.includes('Policy would deny')`)
	b.hasFocus("monthly_budget")
	equals(b, false, checking)
	b.contains("262.34 of 1 USD a month", verdictText)
	b.quiet()
}

// TestTypingFastBeforeASlowAPI changes a field twenty times before an API that takes two
// seconds for each answer: the last one counts, and the portal does not wait for the others.
func TestTypingFastBeforeASlowAPI(t *testing.T) {
	t.Parallel()
	p := installed(t)
	var slow atomic.Bool
	var given atomic.Int32
	address := p.behind(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if slow.Load() && strings.HasSuffix(r.URL.Path, "/evaluate") {
			body, _ := io.ReadAll(r.Body) // a server hears of a caller that left once it has read the call
			r.Body = io.NopCloser(bytes.NewReader(body))
			select {
			case <-time.After(2 * time.Second):
			case <-r.Context().Done():
				given.Add(1)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
	b := p.open(desktop, address+"/requests/new")
	b.fill(requestForm())
	b.becomes(verdictText + `.includes('Policy would accept')`)
	slow.Store(true)
	b.focus("monthly_budget")
	b.do(evaluated(`monthly_budget.value = ''`))
	start := time.Now()
	for range 4 {
		for _, key := range []string{"1", "2", kb.Backspace, kb.Backspace, "9"} {
			b.press(key)
		}
		time.Sleep(300 * time.Millisecond) // so that it is asked in between
	}
	b.becomes(verdictText + `.includes('of 9,999 USD a month')`)
	require.Less(t, time.Since(start), pollTime, "an answer takes two seconds; twenty of them one after the other take forty")
	require.Positive(t, given.Load(), "calls about old values were ended")
	b.quiet()
}

// TestAnAPIThatDiesBetweenTwoKeys leaves no old verdict, and its return brings a new one.
func TestAnAPIThatDiesBetweenTwoKeys(t *testing.T) {
	t.Parallel()
	p := installed(t)
	var down atomic.Bool
	address := p.failing(func(*http.Request) bool { return down.Load() })
	b := p.open(phone, address+"/requests/new")
	b.fill(requestForm())
	b.becomes(verdictText + `.includes('Policy would accept')`)
	b.focus("application")
	b.press("a")
	down.Store(true)
	b.press("b")
	b.becomes(verdictText + `.includes('Live check unavailable.')`)
	require.NotContains(t, evaluate[string](b, verdictText), "Accepted")
	require.Equal(t, "checkoutab", b.valueOf("application"))
	down.Store(false)
	b.press("c")
	b.becomes(verdictText + `.includes('Policy would accept')`)
	b.contains("Accepted", verdictText)
}

// TestLeavingAWrittenFormAsks, and one that was sent, or not written in, does not.
func TestLeavingAWrittenFormAsks(t *testing.T) {
	t.Parallel()
	const asks = `(() => {
		const leaving = new Event('beforeunload', {cancelable: true})
		dispatchEvent(leaving)
		return leaving.defaultPrevented
	})()`
	p := installed(t)
	b := p.open(desktop, "/requests/new")
	equals(b, false, asks)
	b.fill(requestForm())
	b.holds(asks)
	b.click(check)
	b.hasText("Nothing was sent yet.")
	b.holds(asks, "what was checked is not sent")
	b.do(evaluated(`addEventListener('pagehide', () => sessionStorage.asked = ` + asks + `)`))
	b.click(submit)
	b.hasHeading("checkout, development: Accepted")
	equals(b, "false", `sessionStorage.asked`)
	b.quiet()
}

// TestTheVerdictStaysInView as one line on a narrow page of any height, and at a zoom of 200 %. It covers no part of
// what has the focus.
func TestTheVerdictStaysInView(t *testing.T) {
	t.Parallel()
	p := installed(t)
	values := `"application":"checkout","owner":"payments-team@example.com","cost_centre":"CC-4711","data_classification":"restricted",` +
		`"monthly_budget":1,"business_justification":"Trying the new checkout against the payment partner.","environment":"production",` +
		`"network_cidr":"192.168.0.0/30","cluster_size":"small","region":"us-east-1","expiry_date":"2027-01-31",` +
		`"controls":{"encryption_at_rest":false,"private_cluster":false,"central_logging":false,"least_privilege":false}`
	denied := p.answered(http.MethodPost, "/v1/environment-requests", "denied", "{"+values+"}")
	require.GreaterOrEqual(t, strings.Count(string(denied), `"policy_id"`), 12, "9 violations and 3 advisories")
	for _, size := range [][2]int64{
		{phone, 844}, {phone, 667}, {phone, 600}, {768, 1024}, {720, 450}, {844, phone}, {small, 250}, {1440, 900},
	} {
		b := p.tab(size[0])
		b.do(chromedp.EmulateViewport(size[0], size[1]))
		wide := size[0] == 1440
		b.visit("/requests/new?from=" + p.requestIDs("denied")[0])
		b.focus("data_classification")
		fields := map[string]bool{}
		for range 80 {
			b.press(kb.Tab)
			at := evaluate[struct {
				Name, Problem string
			}](b, `(() => {
				const {activeElement: focus} = document, line = document.querySelector('#verdict .panel-head')
				const {left, right, top, bottom} = focus.getBoundingClientRect(), l = line.getBoundingClientRect()
				const covered = focus.closest('.request') && bottom - top < 200 && top < l.bottom && bottom > l.top && !line.contains(focus)
				return {Name: focus.closest('.request') && focus.name || '', Problem:
					focus.closest('.request') && (l.top < 0 || l.bottom > innerHeight) ? 'the verdict is out of view' :
					`+strconv.FormatBool(!wide)+` && (l.height > 44 || covered) ? 'the line is ' + l.height + ' high, from ' + l.top + '; the focus is from ' + top + ' to ' + bottom :
					focus.matches('[name=use]') && !focus.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)) ? 'the button is covered' :
					focus.matches('input, select, textarea, button') && (top < -1 || bottom > innerHeight + 1) ? 'the focus is from ' + top + ' to ' + bottom : ''}
			})()`)
			require.Empty(t, at.Problem, "%v: %s", size, at.Name)
			fields[at.Name] = true
		}
		for _, name := range []string{"monthly_budget", "application", "business_justification", "cluster_size", "network_cidr", "controls.least_privilege", "use"} {
			require.True(t, fields[name], "%v: %s", size, name)
		}
		b.tap(`#verdict [name=use]`)
		b.becomes(verdictText + `.includes('Policy would accept')`)
		require.Equal(t, "340", b.valueOf("monthly_budget"))
		b.quiet()
	}
}

// TestSubmitIsReachedInLowWindows: what stays in view must not hide the end of the receipt, also of a denied request.
func TestSubmitIsReachedInLowWindows(t *testing.T) {
	t.Parallel()
	p := installed(t)
	p.request("checkout", "2099-01-01")
	b := p.tab(desktop)
	for _, size := range [][2]int64{{1440, 900}, {1280, 400}, {1200, 360}, {1100, 300}} {
		b.do(chromedp.EmulateViewport(size[0], size[1]))
		b.visit("/requests/new?from=" + p.requestIDs("denied")[0])
		b.holds(`(() => {
			const button = document.querySelector('`+submit+`')
			button.scrollIntoView()
			const {left, top, width, height} = button.getBoundingClientRect()
			return document.elementFromPoint(left + width / 2, top + height / 2) == button
		})()`, "%v", size)
	}
	b.quiet()
}

// TestTheEmptyFormIsShort holds that Submit is on the first screen, also once there are prices, and that the empty form is
// at most 1,220 px high.
func TestTheEmptyFormIsShort(t *testing.T) {
	t.Parallel()
	p := installed(t)
	b := p.tab(1440)
	b.do(chromedp.EmulateViewport(1440, 900))
	b.visit("/requests/new")
	require.LessOrEqual(t, evaluate[int](b, `document.documentElement.scrollHeight`), 1220)
	require.Less(t, evaluate[float64](b, `document.querySelector('`+submit+`').getBoundingClientRect().bottom`), 900.0)
	b.fill(requestForm())
	b.becomes(`document.querySelector('aside').innerText.includes('more items')`)
	b.do(evaluated(`scrollTo(0, 0)`))
	require.Less(t, evaluate[float64](b, `document.querySelector('`+submit+`').getBoundingClientRect().bottom`), 900.0, "with prices")
}

// TestTheFormRestsWhileItIsWritten sums the shifts of the layout, with and without recent input, while wrong values are
// written and corrected.
func TestTheFormRestsWhileItIsWritten(t *testing.T) {
	t.Parallel()
	p := installed(t)
	for _, size := range []struct {
		width, height int64
		most          float64
	}{{1440, 900, .3}, {phone, height, .8}} {
		b := p.tab(size.width)
		b.do(chromedp.EmulateViewport(size.width, size.height))
		b.before(`window.shift = 0; new PerformanceObserver((list) => list.getEntries().forEach(({value}) => shift += value)).observe({type: 'layout-shift'})`)
		b.visit("/requests/new")
		for _, edit := range [][2]string{
			{"monthly_budget", "much"}, {"application", "X!"}, {"owner", "unknown"}, {"network_cidr", "52.20.0.0/20"},
			{"environment-2", " "}, {"cluster_size-3", " "}, {"monthly_budget", "10"},
			{"application", "checkout"}, {"owner", "a-team@example.com"}, {"network_cidr", "10.40.0.0/20"}, {"monthly_budget", "5000"},
		} {
			b.do(chromedp.Focus(chromedp.ID(edit[0])), evaluated(`document.activeElement.select()`))
			b.press(edit[1])
			b.answeredAll()
		}
		shift := evaluate[float64](b, `shift`)
		t.Logf("%d: %.3f", size.width, shift)
		require.Less(t, shift, size.most)
	}
}

// TestBackBringsTheVerdictBack of what the fields hold.
func TestBackBringsTheVerdictBack(t *testing.T) {
	t.Parallel()
	p := installed(t)
	b := p.open(desktop, "/requests/new")
	values := requestForm()
	values["expiry_date"], values["monthly_budget"] = "", "1"
	b.fill(values)
	b.click(submit)
	require.Contains(t, b.heading(), "Denied")
	b.leadsTo(back, "Every field is needed")
	b.becomes(verdictText + `.includes('Policy would deny')`)
	require.Equal(t, "checkout", b.valueOf("application"))
	b.contains("Use 21 Dec 2026", messagesOf("expiry_date"))
}

// TestTheFormOfOneRegion shows the new verdict also where the messages of the region change,
// which is no input there.
func TestTheFormOfOneRegion(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.lock(`{"provider": "provider_a", "mode": "simulation", "allowed_regions": ["us-west-1"]}`)
	b := p.open(desktop, "/requests/new")
	b.fill(requestForm())
	b.click(submit)
	b.visit(evaluate[string](b, `document.querySelector('a[href^="/requests/new?from="]').href`))
	b.becomes(verdictText + `.includes('Policy would accept')`)
	before := evaluate[string](b, verdictText)
	b.fill(map[string]string{"environment": "production"})
	b.becomes(messagesOf("region") + `.length > 0`)
	b.becomes(`!document.querySelector('form').classList.contains('stale')`)
	require.NotEqual(t, before, evaluate[string](b, verdictText), "the verdict is that of production")
	b.quiet()
}
