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
	b := open(t, chromium(t), desktop)
	b.visit(p.portal.URL)
	require.Contains(t, b.text(), "No installation yet.")
	require.NotContains(t, b.text(), "figures")
	b.click(`a.button`)
	require.Equal(t, "Setup", b.heading())
	p.install()
	b.visit(p.portal.URL)
	require.Equal(t, []string{"0.00 USD", "0", "0", "0", "0"}, b.figures())
	b.quiet()
}

func TestDashboardEmpty(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	b := open(t, chromium(t), desktop)
	b.visit(p.portal.URL)
	require.Contains(t, b.text(), "No requests yet.")
	require.Contains(t, b.text(), "Simulation, zero cloud changes")
	require.Equal(t, []string{"0.00 USD", "0", "0", "0", "0"}, b.figures())
	b.quiet()
}

func TestDashboardWithRecords(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.fill()
	b := open(t, chromium(t), desktop)
	b.visit(p.portal.URL)
	require.Equal(t, []string{"2,361.06 USD", "12", "9", "0", "0"}, b.figures())
	require.Contains(t, b.text(), "The newest 8 of 12 requests")
	require.Equal(t, 8, evaluate[int](b, `document.querySelectorAll('[aria-labelledby=requests] tbody tr').length`))
	require.Equal(t, "notifications reporting inventory", evaluate[string](b, `[...document.querySelectorAll('[aria-labelledby=requests] tbody th a')]
		.slice(0, 3).map(a => a.firstChild.data).join(' ')`), "those that were sent last")
	require.Contains(t, b.text(), "Needs attention")
	require.Less(t, evaluate[float64](b, `document.querySelector('.figures').getBoundingClientRect().bottom`), 480.0)
	b.click(`[aria-labelledby=attention] td:last-child a`)
	require.Contains(t, b.heading(), "inventory, development: Denied")
	b.quiet()
}

func TestRowsBecomeCardsOnThePhone(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.fill()
	b := open(t, chromium(t), phone)
	b.visit(p.portal.URL + "/policies")
	require.Equal(t, `"Level "`, evaluate[string](b, `getComputedStyle(document.querySelector('td'), '::before').content`))
	require.Equal(t, "grid", evaluate[string](b, `getComputedStyle(document.querySelector('td')).display`))
	p.propose(p.requestIDs("accepted")[0])
	for path, labels := range map[string][]string{
		"/requests": {"Sent", "Cost", "Ends"}, "/environments?q=e": {"Cost", "Ends"}, "/operations": {"Change", "Cost", "Ends"},
	} {
		b.visit(p.portal.URL + path)
		require.Equal(t, labels, evaluate[[]string](b, `[...document.querySelector('.rows tbody tr').querySelectorAll('[data-label]')].map(e =>
			getComputedStyle(e, '::before').content == '"' + e.dataset.label + ' "' ? e.dataset.label : '')`), path)
	}
	b.quiet()
}

func TestDashboardWhenTheAPIIsDown(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.fill()
	p.api.Close()
	b := open(t, chromium(t), desktop)
	response, err := chromedp.Run(b.ctx, chromedp.NavigateResponse(p.portal.URL))
	require.NoError(t, err)
	require.EqualValues(t, http.StatusOK, response.Status)
	require.Contains(t, b.text(), "No answer came from "+p.api.URL)
	require.Contains(t, b.text(), "api_unavailable")
	require.Equal(t, []string{"Unavailable", "Unavailable", "Unavailable", "Unavailable", "Unavailable"}, b.figures(), "never zero for what is not known")
	require.NotContains(t, b.text(), "No requests yet.")
	require.Equal(t, p.portal.URL+"/", evaluate[string](b, `document.querySelector('.notice a').href`))
	b.quiet()
}

func TestWithoutScripts(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	b := open(t, chromium(t), phone)
	_, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	require.NoError(t, err)
	b.visit(p.portal.URL)
	require.Empty(t, evaluate[string](b, `document.documentElement.className`), "the script must not have run")
	require.True(t, evaluate[bool](b, `document.querySelector('.side nav').checkVisibility()`), "the navigation is in the page")
	require.False(t, evaluate[bool](b, `document.getElementById('open-navigation').checkVisibility()`))
	require.Zero(t, evaluate[int](b, `document.querySelectorAll('.copy').length`), "no button that cannot work")
	require.LessOrEqual(t, evaluate[int](b, `document.documentElement.scrollWidth`), phone)
	b.click(themeButton("dark"))
	require.Equal(t, "dark", evaluate[string](b, `document.documentElement.dataset.theme`))
}

func TestCopy(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	b := open(t, chromium(t), desktop)
	b.visit(p.portal.URL + "/requests/" + p.id("checkout", "2027-01-31"))
	b.permit(browser.PermissionSettingGranted)
	b.do(chromedp.Click(chromedp.CSS(".copy")))
	b.says("Copied the request ID.")
	require.Contains(t, evaluate[string](b, `document.querySelector('.copy').innerText`), "Copied")
	b.permit(browser.PermissionSettingDenied)
	b.do(chromedp.Click(chromedp.CSS(".copy")))
	b.says("Select the text of the request ID and copy it.")
	require.Contains(t, evaluate[string](b, `getSelection().toString()`), "req-", "the text is selected already")
	b.quiet()
}

// TestCopyingTwice presses again before the button has its name back: the time
// that it says "Copied" starts anew.
func TestCopyingTwice(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	b := open(t, chromium(t), desktop)
	b.before(clock)
	b.visit(p.portal.URL + "/requests/" + p.id("checkout", "2027-01-31"))
	b.permit(browser.PermissionSettingGranted)
	const word = `document.querySelector('.copy').firstChild.data`
	for _, spoken := range []string{"Copied the request ID.", "Copied the request ID.\u00a0"} {
		b.do(chromedp.Click(chromedp.CSS(".copy")))
		b.becomes(`document.getElementById('live').textContent == ` + quoted(spoken))
		b.do(evaluated(`elapse(1500)`))
		require.Equal(t, "Copied", evaluate[string](b, word))
	}
	b.do(evaluated(`elapse(500)`))
	require.Equal(t, "Copy", evaluate[string](b, word))
	b.quiet()
}

func TestNotFound(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	b := open(t, chromium(t), desktop)
	response, err := chromedp.Run(b.ctx, chromedp.NavigateResponse(p.portal.URL+"/nowhere"))
	require.NoError(t, err)
	require.EqualValues(t, http.StatusNotFound, response.Status)
	require.Contains(t, b.text(), "Page not found")
	require.Contains(t, b.text(), "route_not_found")
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
