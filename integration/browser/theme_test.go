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
	p := installed(t)
	b := p.tab(desktop)
	b.prefer("prefers-color-scheme", "light")
	b.visit("/")
	const page = `getComputedStyle(document.body).backgroundColor`
	light := evaluate[string](b, page)
	b.sidebarIsDark()

	b.choose("dark")
	dark := evaluate[string](b, page)
	require.NotEqual(t, light, dark)
	equals(b, "dark", `document.documentElement.dataset.theme`)
	equals(b, "dark", `document.querySelector('[name=color-scheme]').content`)
	equals(b, "Dark", `[...document.querySelectorAll('[aria-pressed=true]')].map(b => b.innerText).join()`)
	b.sidebarIsDark()

	b.choose("light")
	b.prefer("prefers-color-scheme", "dark")
	equals(b, light, page, "the choice overrides the system")
	b.choose("system")
	equals(b, dark, page, "the system decides again")
	equals(b, "light dark", `document.querySelector('[name=color-scheme]').content`)
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
	p := installed(t)
	b := p.open(desktop, "/requests/new")
	const written = `document.getElementById('application').value`
	for _, theme := range []string{"dark", "light"} {
		b.fill(map[string]string{"application": "half-done"})
		b.do(evaluated(`window.same = true`))
		b.choose(theme)
		b.keeps(theme)
		equals(b, "half-done", written)
		b.holds(`window.same`, "the page was not left")
		b.click(submit)
		b.hasText("There is a problem")
		equals(b, theme, `document.documentElement.dataset.theme`)
	}
}

// TestTheThemeWithoutScriptsLeadsToTheForm changes it on the page that answers a
// form with faults, which has no address of its own.
func TestTheThemeWithoutScriptsLeadsToTheForm(t *testing.T) {
	t.Parallel()
	p := installed(t)
	b := p.tab(desktop)
	b.withoutScripts()
	for _, send := range []string{submit, check} {
		b.visit("/requests/new")
		b.click(send)
		b.hasText("There is a problem")
		b.click(themeButton("dark"))
		equals(b, p.portal.URL+"/requests/new", `location.href`)
		b.hasHeading("New environment")
	}
}

// TestAThemeThatCannotBeKept refuses what the script sends: the browser sends the form as
// it would without scripts.
func TestAThemeThatCannotBeKept(t *testing.T) {
	t.Parallel()
	p := installed(t)
	address := p.front(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if r.URL.Path == "/theme" && r.Header.Get("Sec-Fetch-Mode") != "navigate" {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		next.ServeHTTP(w, r)
	})
	b := p.open(desktop, address+"/readiness")
	b.click(themeButton("dark"))
	equals(b, address+"/readiness", `location.href`)
	equals(b, "dark", `document.documentElement.dataset.theme`)
}
