package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// themeButton is a button of the theme's form.
func themeButton(theme string) string { return `[name=theme][value=` + theme + `]` }

// choose presses a button of the theme's form, and waits until it is the chosen
// one.
func (b *tab) choose(theme string) {
	b.t.Helper()
	x, y := b.middle(themeButton(theme))
	b.do(chromedp.MouseClickXY(x, y))
	b.becomes(`document.querySelector('` + themeButton(theme) + `[aria-pressed=true]') != null`)
}

// keeps waits until pages are served in a theme.
func (b *tab) keeps(theme string) {
	b.t.Helper()
	b.becomes(`fetch('/readiness').then(page => page.text()).then(page => page.includes(` + quoted(`data-theme="`+theme+`"`) + `))`)
}

func TestThemeOverride(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	b := open(t, chromium(t), desktop)
	b.prefer("prefers-color-scheme", "light")
	b.visit(p.portal.URL)
	const page = `getComputedStyle(document.body).backgroundColor`
	light := evaluate[string](b, page)
	b.sidebarIsDark()

	b.choose("dark")
	dark := evaluate[string](b, page)
	require.NotEqual(t, light, dark)
	require.Equal(t, "dark", evaluate[string](b, `document.documentElement.dataset.theme`))
	require.Equal(t, "dark", evaluate[string](b, `document.querySelector('[name=color-scheme]').content`))
	require.Equal(t, "Dark", evaluate[string](b, `[...document.querySelectorAll('[aria-pressed=true]')].map(b => b.innerText).join()`))
	b.sidebarIsDark()

	b.choose("light")
	b.prefer("prefers-color-scheme", "dark")
	require.Equal(t, light, evaluate[string](b, page), "the choice overrides the system")
	b.choose("system")
	require.Equal(t, dark, evaluate[string](b, page), "the system decides again")
	require.Equal(t, "light dark", evaluate[string](b, `document.querySelector('[name=color-scheme]').content`))
	b.quiet()
}

// sidebarIsDark checks that the sidebar is dark in each theme.
func (b *tab) sidebarIsDark() {
	b.t.Helper()
	require.Less(b.t, evaluate[int](b, `Math.max(...getComputedStyle(document.querySelector('.side'))
		.backgroundColor.match(/\d+/g).map(Number))`), 64)
}

// TestTheThemeKeepsTheForm changes the theme over a form that is being filled in,
// and over one that was not taken.
func TestTheThemeKeepsTheForm(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	b := open(t, chromium(t), desktop)
	b.visit(p.portal.URL + "/requests/new")
	const written = `document.getElementById('application').value`
	for _, theme := range []string{"dark", "light"} {
		b.fill(map[string]string{"application": "half-done"})
		b.do(evaluated(`window.same = true`))
		b.choose(theme)
		b.keeps(theme)
		require.Equal(t, "half-done", evaluate[string](b, written))
		require.True(t, evaluate[bool](b, `window.same`), "the page was not left")
		b.click(submit)
		require.Contains(t, b.text(), "There is a problem")
		require.Equal(t, theme, evaluate[string](b, `document.documentElement.dataset.theme`))
	}
}

// TestTheThemeWithoutScriptsLeadsToTheForm changes it on the page that answers a
// form with faults, which has no address of its own.
func TestTheThemeWithoutScriptsLeadsToTheForm(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	b := open(t, chromium(t), desktop)
	b.withoutScripts()
	for _, send := range []string{submit, check} {
		b.visit(p.portal.URL + "/requests/new")
		b.click(send)
		require.Contains(t, b.text(), "There is a problem")
		b.click(themeButton("dark"))
		require.Equal(t, p.portal.URL+"/requests/new", evaluate[string](b, `location.href`))
		require.Equal(t, "New environment", b.heading())
	}
}

// TestAThemeThatCannotBeKept refuses what the script sends: the browser sends the form as
// it would without scripts.
func TestAThemeThatCannotBeKept(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	address := p.front(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/theme" && r.Header.Get("Sec-Fetch-Mode") != "navigate" {
				w.WriteHeader(http.StatusInternalServerError)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	b := open(t, chromium(t), desktop)
	b.visit(address + "/readiness")
	b.click(themeButton("dark"))
	require.Equal(t, address+"/readiness", evaluate[string](b, `location.href`))
	require.Equal(t, "dark", evaluate[string](b, `document.documentElement.dataset.theme`))
}
