package browser

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/providers"
	"platform.internal/platform-core/profile"
)

// TestJourney goes from no installation to a proposal, with a denial and its fix
// on the way.
func TestJourney(t *testing.T) {
	t.Parallel()
	for name, width := range map[string]int64{"without scripts": desktop, "on the phone": phone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := startPlatform(t)
			b := p.tab(width)
			if name == "without scripts" {
				b.withoutScripts()
			}
			b.journey(p)
		})
	}
}

func (b *tab) journey(p *platform) {
	b.t.Helper()
	b.visit("/")
	b.click(`main a.button`)
	b.hasHeading("Setup")
	b.tap(`#provider`)
	b.click(`main form .button`)
	b.hasHeading("Provider locked")
	b.click(`main a.button`)
	b.hasHeading("New environment")

	values := requestForm()
	values["expiry_date"], values["monthly_budget"] = "", "100"
	b.fill(values)
	b.click(check)
	b.contains("Policy would deny this request: 1 thing to change, 1 field to complete", `document.getElementById('verdict').textContent`)
	b.click(submit)
	b.hasHeading("checkout, development: Denied, 2 things to change")
	b.lacksText("Create review proposal")
	b.click(`section[aria-labelledby=fix] a.button`)
	b.hasText("The fix is filled in")
	equals(b, "2026-12-21", `document.getElementById('expiry_date').value`)
	b.click(submit)
	b.hasHeading("checkout, development: Accepted")
	require.LessOrEqual(b.t, evaluate[int64](b, `document.documentElement.scrollWidth`), evaluate[int64](b, `innerWidth`))
	b.click(`main form .button`)
	b.contains("/proposals/prop-", `location.pathname`)
	b.hasText("Ready for review")
	require.Equal(b.t, 2, strings.Count(string(p.answered(http.MethodGet, "/v1/environment-requests", "", "")), `"request_id"`))
}

// TestJourneysThroughTheOtherModes goes, without scripts, from no installation over
// the boundaries and a fault in them to a proposal that is saved.
func TestJourneysThroughTheOtherModes(t *testing.T) {
	t.Parallel()
	type journey struct{ provider, mode, asked, wrong string }
	var journeys []journey
	for id, adapter := range providers.Adapters {
		description, err := adapter.Describe(t.Context())
		require.NoError(t, err)
		for mode, asked := range map[profile.Mode]string{profile.Sandbox: "%d boundary", profile.Enterprise: "%d boundaries"} {
			boundaries := description.BoundariesOf(mode)
			journeys = append(journeys, journey{id, string(mode), fmt.Sprintf(asked, len(boundaries)), "must be " + boundaries[0].Form})
		}
	}
	for _, in := range journeys {
		t.Run(in.provider+"/"+in.mode, func(t *testing.T) {
			t.Parallel()
			p := startAllProviders(t)
			b := p.tab(desktop)
			b.withoutScripts()
			b.visit("/setup")
			b.do(evaluated(`for (const value of [` + quoted(in.provider) + `, ` + quoted(in.mode) + `])
				document.querySelector('[type=radio][value=' + value + ']').checked = true`))
			b.click(`main form .button`)
			b.hasText("asks for " + in.asked)
			const first = `document.querySelector('main [type=text]')`
			b.do(evaluated(first + `.value = 'wrong'`))
			b.click(`main form .button`)
			b.hasText(in.wrong)
			b.holds(`document.querySelector('.faults').innerText.startsWith(document.querySelector('main .field label').innerText)`, "the label's words")
			b.do(evaluated(first + `.value = ''`))
			b.click(`main form .button`)
			b.hasText(in.wrong, "an empty boundary is asked for")
			b.becomes(`document.activeElement.matches('.notice')`) // the focus scrolls
			b.click(`[name=placeholders]`)
			b.hasHeading("Provider locked")
			b.click(`main a.button`)
			b.fill(exampleOf(t, in.provider, in.mode))
			b.click(submit)
			require.Contains(t, b.heading(), ": Accepted")
			b.hasText("Only simulation mode shows resources")
			b.click(`main form .button`)
			b.hasText("Ready for review")
			b.saves(p)
		})
	}
}

// saves saves the whole proposal and compares it with what the API has. The browser reserves the name with an
// empty file until the download ends.
func (b *tab) saves(p *platform) {
	b.t.Helper()
	folder := b.downloads()
	id := strings.TrimPrefix(evaluate[string](b, `location.pathname`), "/proposals/")
	b.do(evaluated(`document.querySelector('a[href$="/proposal.json"]').click()`))
	var saved []byte
	require.Eventually(b.t, func() bool {
		var err error
		saved, err = os.ReadFile(filepath.Join(folder, "proposal.json"))
		return err == nil && len(saved) > 0
	}, pollTime, pollTime/100)
	require.Equal(b.t, string(p.answered(http.MethodGet, "/v1/deployment-proposals/"+id, "", "")), string(saved))
}

// TestJourneyByKeyboard uses only the keyboard, from the form to the proposal.
func TestJourneyByKeyboard(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	b := p.open(desktop, "/setup")
	b.tabTo("provider")
	b.press(" ")
	b.follows(kb.Enter)
	b.hasHeading("Provider locked")
	b.tabTo("New environment", "main")
	b.follows(kb.Enter)
	for _, write := range []struct{ field, keys string }{
		{"application", "checkout"}, {"owner", "team@example.com"}, {"cost_centre", "CC-1"}, {"data_classification", " "},
		{"monthly_budget", "1500"}, {"business_justification", "A reason that is long enough."}, {"environment", " " + kb.ArrowLeft},
		{"network_cidr", "10.40.0.0/20"}, {"cluster_size", " "},
	} {
		b.tabTo(write.field)
		b.press(write.keys)
	}
	b.tabTo("expiry_date")
	b.becomes(`document.getElementById('verdict').innerText.includes('Policy would accept this request.')`)
	b.follows(kb.Enter)
	b.hasHeading("checkout, production: Accepted")
	b.tabTo("Create review proposal", "main")
	b.follows(kb.Enter)
	b.contains("/proposals/prop-", `location.pathname`)
	b.quiet()
}

// tabTo presses Tab until the focus is on an ID or on words.
func (b *tab) tabTo(what string, within ...string) {
	b.t.Helper()
	for range 40 {
		b.press(kb.Tab)
		inside := len(within) == 0 || evaluate[bool](b, `!!document.activeElement.closest(`+quoted(within[0])+`)`)
		if inside && b.focused() == what {
			return
		}
	}
	require.FailNow(b.t, "no Tab leads to it", what)
}

// follows presses keys that lead to another page, and waits for it.
func (b *tab) follows(keys string) {
	b.t.Helper()
	_, err := chromedp.RunResponse(b.ctx, chromedp.KeyEvent(keys))
	require.NoError(b.t, err)
}

// TestControlEnterSubmits sends the form from the one field in which Enter is a
// new line, with the key that each system has for it.
func TestControlEnterSubmits(t *testing.T) {
	t.Parallel()
	p := installed(t)
	b := p.tab(desktop)
	for _, modifier := range []chromedp.Modifier{chromedp.ModifierCtrl, chromedp.ModifierCommand} {
		b.visit("/requests/new")
		b.fill(requestForm())
		b.focus("business_justification")
		_, err := chromedp.RunResponse(b.ctx, chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(modifier)))
		require.NoError(t, err)
		b.hasHeading("checkout, development: Accepted")
	}
}

// TestFaultsTakeTheFocus holds the error summary to its promises, with and
// without scripts.
func TestFaultsTakeTheFocus(t *testing.T) {
	t.Parallel()
	p := installed(t)
	for _, scripts := range []bool{true, false} {
		b := p.tab(phone)
		if !scripts {
			b.withoutScripts()
		}
		b.visit("/requests/new")
		b.click(submit)
		equals(b, "Error: New environment – Self-Service Environment Platform", `document.title`)
		b.holds(`document.activeElement.matches('.notice')`, "the summary has the focus")
		b.holds(`[...document.querySelectorAll('.notice a')].every(a =>
			document.getElementById(a.hash.slice(1)).parentElement.closest('.field').innerText.includes(a.innerText))`, "the same words stand beside the field")
		b.press(kb.Tab)
		b.do(evaluated(`document.activeElement.click()`))
		b.hasFocus("data_classification")
		top := evaluate[float64](b, `document.activeElement.closest('.field').querySelector('legend').getBoundingClientRect().top`)
		require.True(t, top >= 0 && top < height, "%v: the label is seen", top)
	}
}
