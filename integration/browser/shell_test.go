package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

func TestFirstTabStopIsTheSkipLink(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.fill()
	b := open(t, chromium(t), desktop)
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
	t.Parallel()
	p := startPlatform(t)
	p.install()
	b := open(t, chromium(t), desktop)
	b.visit(p.portal.URL)
	for range 12 {
		b.press(kb.Tab)
		require.True(t, evaluate[bool](b, `(() => {
			const e = document.activeElement
			const area = e.getBoundingClientRect()
			const hit = document.elementFromPoint(area.x + area.width / 2, area.y + Math.min(area.height, 40) / 2)
			return e === document.body ||
				(parseFloat(getComputedStyle(e).outlineWidth) >= 2 && (e === hit || e.contains(hit)))
		})()`), "no ring, or covered: %s", b.focused())
	}
	b.quiet()
}

func TestDrawer(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	b := open(t, chromium(t), phone)
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
	b.becomes(`!drawer.open && !!document.querySelector('header nav')`)
	require.False(t, evaluate[bool](b, navShown))
	require.Equal(t, "open-navigation", b.focused(), "the focus returns")
	require.Equal(t, "false", evaluate[string](b, `document.getElementById('open-navigation').ariaExpanded`))
	b.quiet()
}

func TestDrawerClosesWhenTheScreenGrows(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	b := open(t, chromium(t), phone)
	b.visit(p.portal.URL)
	b.do(chromedp.Click(chromedp.ID("open-navigation")), chromedp.EmulateViewport(desktop, height))
	b.becomes(`!drawer.open && document.querySelector('.side nav')?.checkVisibility()`)
	b.quiet()
}

// moving are the elements in which something moves with time, or would as they
// change. What follows the scrolling hand is no motion of its own.
const moving = `[...document.querySelectorAll('*')].filter(element => {
	const style = getComputedStyle(element)
	return style.animationName != 'none' && style.animationTimeline == 'auto' || /[1-9]/.test(style.transitionDuration)
}).map(element => element.outerHTML.slice(0, 80))`

// TestReducedMotion opens the drawer, and shows the skip link and a button, where
// less motion is asked for: nothing moves. Where it is not, something does, or
// this would show nothing.
func TestReducedMotion(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	tabs := chromium(t)
	for _, wish := range []string{"reduce", "no-preference"} {
		b := open(t, tabs, phone)
		b.prefer("prefers-reduced-motion", wish)
		b.visit(p.portal.URL + "/requests/new")
		b.do(evaluated(`document.getElementById('open-navigation').click()`))
		open := evaluate[[]string](b, moving)
		b.press(kb.Escape + kb.Escape)
		b.becomes(`!drawer.open`)
		b.do(evaluated(`document.querySelector('.skip').focus()`))
		x, y := b.middle(submit)
		b.do(chromedp.MouseEvent(chromedp.MouseMoved, x, y))
		require.True(t, evaluate[bool](b, `document.querySelector('`+submit+`').matches(':hover')`))
		running := evaluate[[]string](b, `document.getAnimations().map(animation => animation.constructor.name)`)
		if wish == "reduce" {
			require.Empty(t, open)
			require.Empty(t, running)
			require.Empty(t, evaluate[[]string](b, moving))
		} else {
			require.Contains(t, strings.Join(evaluate[[]string](b, moving), "\n"), "<button")
		}
		b.quiet()
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

// TestThereIsNoFontToPreload: text uses the fonts of the system, so no page fetches one. The head of a page links all that
// the page needs, and the stylesheet fetches nothing.
func TestThereIsNoFontToPreload(t *testing.T) {
	t.Parallel()
	p, address := proposed(t)
	b := open(t, chromium(t), desktop)
	for _, page := range []string{address, p.portal.URL, p.portal.URL + "/requests/new"} {
		b.visit(page)
		require.Empty(t, evaluate[[]string](b, `performance.getEntriesByType('resource')
			.filter(e => !document.head.querySelector('[href="' + new URL(e.name).pathname + '"], [src="' + new URL(e.name).pathname + '"]')).map(e => e.name)`), page)
		require.Equal(t, 2, evaluate[int](b, `performance.getEntriesByType('resource').filter(e => /css|js$/.test(e.name)).length`), "the stylesheet and the script")
		require.Zero(t, evaluate[int](b, `document.fonts.size`))
	}
}
