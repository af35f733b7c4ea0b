package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

func TestFirstTabStopIsTheSkipLink(t *testing.T) {
	p := startPlatform(t)
	p.fill()
	b := open(t, startChromium(t), desktop)
	b.visit(p.portal.URL)
	b.press(kb.Tab)
	require.Equal(t, "Skip to content", b.focused())
	require.GreaterOrEqual(t, evaluate[float64](b, `document.activeElement.getBoundingClientRect().top`), 0.0,
		"the skip link must be on the screen while it has the focus")
	require.Equal(t, "none", evaluate[string](b, `getComputedStyle(document.activeElement).clipPath`))
	b.press(kb.Enter)
	require.Equal(t, "main", b.focused())
	b.quiet()
}

func TestEveryFocusIsSeen(t *testing.T) {
	p := startPlatform(t)
	p.install()
	b := open(t, startChromium(t), desktop)
	b.visit(p.portal.URL)
	for range 12 {
		b.press(kb.Tab)
		require.True(t, evaluate[bool](b, `(() => {
			const e = document.activeElement
			const box = e.getBoundingClientRect()
			const hit = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height, 40) / 2)
			return e === document.body ||
				(parseFloat(getComputedStyle(e).outlineWidth) >= 2 && (e === hit || e.contains(hit)))
		})()`), "no ring, or covered: %s", b.focused())
	}
	b.quiet()
}

func TestDrawer(t *testing.T) {
	p := startPlatform(t)
	p.install()
	b := open(t, startChromium(t), phone)
	b.visit(p.portal.URL)
	const navShown = `document.querySelector('nav').checkVisibility()`
	require.False(t, evaluate[bool](b, navShown), "the navigation waits in the drawer")
	b.press(kb.Tab + kb.Tab + kb.Tab)
	require.Equal(t, "open-navigation", b.focused())

	b.press(kb.Enter)
	require.True(t, evaluate[bool](b, navShown))
	require.Equal(t, "close-navigation", b.focused())
	require.Equal(t, "true", evaluate[string](b, `document.getElementById('open-navigation').ariaExpanded`))
	require.Equal(t, 1, evaluate[int](b, `document.querySelectorAll('nav').length`), "one navigation, moved")
	for range 12 {
		b.press(kb.Tab)
		require.True(t, evaluate[bool](b, `document.activeElement === document.body || drawer.contains(document.activeElement)`),
			"the focus left the drawer: %s", b.focused())
	}

	b.press(kb.Escape)
	b.becomes(`!drawer.open && !!document.querySelector('.side nav')`)
	require.False(t, evaluate[bool](b, navShown))
	require.Equal(t, "open-navigation", b.focused(), "the focus returns")
	require.Equal(t, "false", evaluate[string](b, `document.getElementById('open-navigation').ariaExpanded`))
	b.quiet()
}

func TestDrawerClosesWhenTheScreenGrows(t *testing.T) {
	p := startPlatform(t)
	p.install()
	b := open(t, startChromium(t), phone)
	b.visit(p.portal.URL)
	b.do(chromedp.Click(chromedp.ID("open-navigation")), chromedp.EmulateViewport(desktop, height))
	b.becomes(`!drawer.open && document.querySelector('.side nav').checkVisibility()`)
	b.quiet()
}

func TestNoSidewaysScroll(t *testing.T) {
	browser := startChromium(t)
	for name, address := range states(t) {
		b := open(t, browser, desktop)
		b.visit(address)
		for _, width := range []int64{desktop, 768, phone, small} {
			b.do(chromedp.EmulateViewport(width, height))
			b.fits(name, width)
		}
	}
}

// fits fails the test when something reaches beyond the right edge.
func (b *tab) fits(name string, width int64) {
	b.t.Helper()
	require.LessOrEqual(b.t, evaluate[int64](b, `document.documentElement.scrollWidth`), width, "%s at %d", name, width)
	require.Empty(b.t, evaluate[[]string](b, `[...document.querySelectorAll('main *, header *')]
		.filter(e => !e.closest('.scroll, .unseen, thead') && e.getBoundingClientRect().right > innerWidth + 1)
		.map(e => e.outerHTML.slice(0, 80))`), "%s at %d", name, width)
}

func TestThemeOverride(t *testing.T) {
	p := startPlatform(t)
	p.install()
	b := open(t, startChromium(t), desktop)
	b.prefer("prefers-color-scheme", "light")
	b.visit(p.portal.URL)
	const page = `getComputedStyle(document.body).backgroundColor`
	light := evaluate[string](b, page)
	b.sidebarIsDark()

	b.choose("dark")
	dark := evaluate[string](b, page)
	require.NotEqual(t, light, dark)
	require.Equal(t, "dark", evaluate[string](b, `document.documentElement.dataset.theme`))
	require.Equal(t, "Dark", evaluate[string](b, `document.querySelector('[aria-pressed=true]').innerText`))
	b.sidebarIsDark()

	b.choose("light")
	b.prefer("prefers-color-scheme", "dark")
	require.Equal(t, light, evaluate[string](b, page), "the choice stands above the system")
	b.choose("system")
	require.Equal(t, dark, evaluate[string](b, page), "the system decides again")
	b.quiet()
}

// sidebarIsDark holds the sidebar to its colour, in whatever theme the page is.
func (b *tab) sidebarIsDark() {
	b.t.Helper()
	require.Less(b.t, evaluate[int](b, `Math.max(...getComputedStyle(document.querySelector('.side'))
		.backgroundColor.match(/\d+/g).map(Number))`), 64)
}

// choose presses a button of the theme's form and waits for the page.
func (b *tab) choose(theme string) {
	b.t.Helper()
	_, err := chromedp.RunResponse(b.ctx, chromedp.Click(chromedp.CSS(`[name=theme][value=`+theme+`]`)))
	require.NoError(b.t, err)
}
