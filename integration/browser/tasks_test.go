package browser

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// person does a task and counts what that takes.
type person struct {
	*tab
	clicks, keys int
}

// clicksOn clicks an element; where it leads to another page, that is waited for.
func (p *person) clicksOn(selector string, leads bool) {
	p.t.Helper()
	p.clicks++
	if leads {
		p.click(selector)
		return
	}
	p.do(chromedp.Click(chromedp.CSS(selector)))
}

// types presses keys: each character of a text is one.
func (p *person) types(keys string) {
	p.t.Helper()
	p.keys += len([]rune(keys))
	p.press(keys)
}

// TestTasks does what people come for and bounds what it takes. -v prints the table.
func TestTasks(t *testing.T) {
	t.Parallel()
	site := startPlatform(t)
	who := &person{tab: site.tab(desktop)}
	who.do(chromedp.EmulateViewport(desktop, 900))
	task := func(name string, clicks, keys int, do func()) {
		t.Helper()
		who.clicks, who.keys = 0, 0
		do()
		t.Logf("%-62s %d clicks, %d keys", name, who.clicks, who.keys)
		require.LessOrEqual(t, who.clicks, clicks, name)
		require.LessOrEqual(t, who.keys, keys, name)
	}

	task("first set-up, in simulation", 3, 0, func() {
		who.visit("/")
		who.clicksOn(`main a.button`, true)
		who.clicksOn(`#provider`, false)
		who.clicksOn(`main form .button`, true)
		who.hasHeading("Provider locked")
	})

	stops := 0
	task("a whole request by keyboard, beside its texts: Tab and Space", 0, 20, func() {
		who.visit("/requests/new")
		who.focus("data_classification")
		for field, text := range map[string]string{ // what has to be written is written
			"application": "checkout", "owner": "team@example.com", "cost_centre": "CC-1", "monthly_budget": "900",
			"business_justification": "Integration tests of the checkout.", "network_cidr": "10.40.0.0/20", "expiry_date": "2027-01-31",
		} {
			who.do(evaluated(fmt.Sprintf(`document.getElementById(%q).value = %q`, field, text)))
		}
		for who.focused() != "Submit" {
			switch who.focused() {
			case "data_classification", "environment", "cluster_size":
				who.types(" ")
			}
			who.types(kb.Tab)
			stops++
		}
	})
	require.LessOrEqual(t, stops, 16)

	who.fill(map[string]string{"monthly_budget": "10", "expiry_date": ""})
	task("denied in the form, and fixed there", 2, 0, func() {
		who.becomes(verdictText + `.includes('Apply 2 changes')`)
		who.clicksOn(`#verdict [name=use]`, false)
		who.becomes(verdictText + `.includes('Policy would accept this request.')`)
		who.clicksOn(submit, true)
		require.Contains(t, who.heading(), "Accepted")
	})

	task("understand what is built: the picture is on the first screen", 0, 0, func() {
		require.Less(t, evaluate[float64](who.tab, `document.querySelector('.t-net').getBoundingClientRect().top`), 600.0)
	})

	task("hand it to a reviewer: make the proposal, download the bundle", 2, 0, func() {
		who.clicksOn(`main form[action$="/proposal"] .button`, true)
		folder := who.downloads()
		who.clicksOn(`main a.button`, false)
		require.Eventually(t, func() bool {
			files, err := filepath.Glob(filepath.Join(folder, "prop-*.zip"))
			return err == nil && len(files) == 1
		}, pollTime, pollTime/100)
	})

	denied := site.wants("late", map[string]any{"application": "late", "expiry_date": "", "monthly_budget": 100})
	task("denied, from its page, and fixed", 2, 0, func() {
		who.visit("/requests/" + denied)
		who.clicksOn(`section[aria-labelledby=fix] a.button`, true)
		who.clicksOn(submit, true)
		require.Contains(t, who.heading(), "Accepted")
	})

	task("compare two requests of an environment", 1, 0, func() {
		who.clicksOn(`section[aria-labelledby=history] td a[href*="/requests/compare"]`, true)
		who.hasHeading("Compare two requests")
	})

	task("start from an accepted request", 2, 0, func() {
		who.visit("/requests")
		who.clicksOn(`tbody th a`, true)
		who.clicksOn(`main a[href*="/requests/new?from="]`, true)
		require.NotEmpty(t, who.valueOf("application"))
	})
	who.quiet()
}
