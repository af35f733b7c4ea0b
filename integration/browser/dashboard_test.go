package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

func TestDashboardBeforeSetup(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	b := p.open(desktop, "/")
	b.hasText("No installation yet.")
	b.lacksText("figures")
	b.click(`a.button`)
	b.hasHeading("Setup")
	p.install()
	b.visit("/")
	require.Equal(t, []string{"0.00 USD", "0", "0", "0", "0"}, b.figures())
	b.quiet()
}

func TestDashboardWithRecords(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.fill()
	b := p.open(desktop, "/")
	require.Equal(t, []string{"2,361.06 USD", "12", "9", "0", "0"}, b.figures())
	b.hasText("The newest 8 of 12 requests")
	equals(b, 8, `document.querySelectorAll('[aria-labelledby=requests] tbody tr').length`)
	equals(b, "notifications reporting inventory", `[...document.querySelectorAll('[aria-labelledby=requests] tbody th a')]
		.slice(0, 3).map(a => a.firstChild.data).join(' ')`, "those that were sent last")
	b.hasText("Needs attention")
	require.Less(t, evaluate[float64](b, `document.querySelector('.figures').getBoundingClientRect().bottom`), 480.0)
	b.click(`[aria-labelledby=attention] td:last-child a`)
	require.Contains(t, b.heading(), "inventory, development: Denied")
	b.quiet()
}

func TestRowsBecomeCardsOnThePhone(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.fill()
	b := p.open(phone, "/policies")
	equals(b, `"Level "`, `getComputedStyle(document.querySelector('td'), '::before').content`)
	equals(b, "grid", `getComputedStyle(document.querySelector('td')).display`)
	p.propose(p.requestIDs("accepted")[0])
	for path, labels := range map[string][]string{
		"/requests": {"Sent", "Cost", "Ends"}, "/environments?q=e": {"Cost", "Ends"}, "/operations": {"Change", "Cost", "Ends"},
	} {
		b.visit(path)
		equals(b, labels, `[...document.querySelector('.rows tbody tr').querySelectorAll('[data-label]')].map(e =>
			getComputedStyle(e, '::before').content == '"' + e.dataset.label + ' "' ? e.dataset.label : '')`, path)
	}
	b.quiet()
}

func TestDashboardWhenTheAPIIsDown(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.fill()
	p.api.Close()
	b := p.tab(desktop)
	response, err := chromedp.Run(b.ctx, chromedp.NavigateResponse(p.portal.URL))
	require.NoError(t, err)
	require.EqualValues(t, http.StatusOK, response.Status)
	b.hasText("No answer came from " + p.api.URL)
	b.hasText("api_unavailable")
	require.Equal(t, []string{"Unavailable", "Unavailable", "Unavailable", "Unavailable", "Unavailable"}, b.figures(), "never zero for what is not known")
	b.lacksText("No requests yet.")
	equals(b, p.portal.URL+"/", `document.querySelector('.notice a').href`)
	b.quiet()
}

func TestWithoutScripts(t *testing.T) {
	t.Parallel()
	p := installed(t)
	b := p.tab(phone)
	_, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	require.NoError(t, err)
	b.visit("/")
	b.isEmpty(`document.documentElement.className`, "the script must not have run")
	b.holds(`document.querySelector('.side nav').checkVisibility()`, "the navigation is in the page")
	equals(b, false, `document.getElementById('open-navigation').checkVisibility()`)
	equals(b, 0, `document.querySelectorAll('.copy').length`, "no button that cannot work")
	require.LessOrEqual(t, evaluate[int](b, `document.documentElement.scrollWidth`), phone)
	b.click(themeButton("dark"))
	equals(b, "dark", `document.documentElement.dataset.theme`)
}

func TestCopy(t *testing.T) {
	t.Parallel()
	p := installed(t)
	b := p.open(desktop, "/requests/"+p.request("checkout", "2027-01-31"))
	b.permit(browser.PermissionSettingGranted)
	b.tap(".copy")
	b.says("Copied the request ID.")
	b.contains("Copied", `document.querySelector('.copy').innerText`)
	b.permit(browser.PermissionSettingDenied)
	b.tap(".copy")
	b.says("Select the text of the request ID and copy it.")
	b.contains("req-", `getSelection().toString()`, "the text is selected already")
	b.quiet()
}

// TestCopyingTwice presses again before the button has its name back: the time
// that it says "Copied" starts anew.
func TestCopyingTwice(t *testing.T) {
	t.Parallel()
	p := installed(t)
	b := p.tab(desktop)
	b.before(clock)
	b.visit("/requests/" + p.request("checkout", "2027-01-31"))
	b.permit(browser.PermissionSettingGranted)
	const word = `document.querySelector('.copy').firstChild.data`
	for _, spoken := range []string{"Copied the request ID.", "Copied the request ID.\u00a0"} {
		b.tap(".copy")
		b.becomes(`document.getElementById('live').textContent == ` + quoted(spoken))
		b.do(evaluated(`elapse(1500)`))
		equals(b, "Copied", word)
	}
	b.do(evaluated(`elapse(500)`))
	equals(b, "Copy", word)
	b.quiet()
}

// figures returns the four values as a reader sees them.
func (b *tab) figures() []string {
	b.t.Helper()
	return evaluate[[]string](b, `[...document.querySelectorAll('.figures dd')].map(dd => dd.firstElementChild.innerText.trim())`)
}

// permit sets whether pages may write to the clipboard.
func (b *tab) permit(setting browser.PermissionSetting) {
	b.t.Helper()
	_, err := chromedp.CallBrowser(b.ctx, browser.SetPermission, browser.SetPermissionParams{
		Permission: &browser.PermissionDescriptor{Name: "clipboard-write"}, Setting: setting,
		BrowserContextID: chromedp.FromContext(b.ctx).BrowserContextID,
	})
	require.NoError(b.t, err)
}

// says waits for words in the live region.
func (b *tab) says(words string) {
	b.t.Helper()
	b.becomes(`document.getElementById('live').textContent.trim() === ` + quoted(words))
}
