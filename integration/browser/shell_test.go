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
	b := p.open(desktop, "/")
	b.press(kb.Tab)
	b.hasFocus("Skip to content")
	require.GreaterOrEqual(t, evaluate[float64](b, `document.activeElement.getBoundingClientRect().top`), 0.0,
		"the skip link must be on the screen while it has the focus")
	equals(b, "none", `getComputedStyle(document.activeElement).clipPath`)
	b.press(kb.Enter)
	b.hasFocus("main")
	b.quiet()
}

func TestEveryFocusIsSeen(t *testing.T) {
	t.Parallel()
	p := installed(t)
	b := p.open(desktop, "/")
	for range 12 {
		b.press(kb.Tab)
		b.holds(`(() => {
			const e = document.activeElement
			const area = e.getBoundingClientRect()
			const hit = document.elementFromPoint(area.x + area.width / 2, area.y + Math.min(area.height, 40) / 2)
			return e === document.body ||
				(parseFloat(getComputedStyle(e).outlineWidth) >= 2 && (e === hit || e.contains(hit)))
		})()`, "no ring, or covered: %s", b.focused())
	}
	b.quiet()
}

func TestDrawer(t *testing.T) {
	t.Parallel()
	p := installed(t)
	b := p.open(phone, "/")
	const navShown = `document.querySelector('nav').checkVisibility()`
	equals(b, false, navShown, "the navigation waits in the drawer")
	b.press(kb.Tab + kb.Tab + kb.Tab)
	b.hasFocus("open-navigation")

	b.press(kb.Enter)
	b.holds(navShown)
	b.hasFocus("close-navigation")
	equals(b, "true", `document.getElementById('open-navigation').ariaExpanded`)
	equals(b, 1, `document.querySelectorAll('nav').length`, "one navigation, moved")
	for range 12 {
		b.press(kb.Tab)
		b.holds(`document.activeElement === document.body || drawer.contains(document.activeElement)`, "the focus left the drawer: %s", b.focused())
	}

	b.press(kb.Escape)
	b.becomes(`!drawer.open && !!document.querySelector('header nav')`)
	equals(b, false, navShown)
	b.hasFocus("open-navigation", "the focus returns")
	equals(b, "false", `document.getElementById('open-navigation').ariaExpanded`)
	b.quiet()
}

func TestDrawerClosesWhenTheScreenGrows(t *testing.T) {
	t.Parallel()
	p := installed(t)
	b := p.open(phone, "/")
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
	p := installed(t)
	for _, wish := range []string{"reduce", "no-preference"} {
		b := p.tab(phone)
		b.prefer("prefers-reduced-motion", wish)
		b.visit("/requests/new")
		b.do(evaluated(`document.getElementById('open-navigation').click()`))
		open := evaluate[[]string](b, moving)
		b.press(kb.Escape + kb.Escape)
		b.becomes(`!drawer.open`)
		b.do(evaluated(`document.querySelector('.skip').focus()`))
		x, y := b.middle(submit)
		b.do(chromedp.MouseEvent(chromedp.MouseMoved, x, y))
		b.holds(`document.querySelector('` + submit + `').matches(':hover')`)
		running := evaluate[[]string](b, `document.getAnimations().map(animation => animation.constructor.name)`)
		if wish == "reduce" {
			require.Empty(t, open)
			require.Empty(t, running)
			b.isEmpty(moving)
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
	b.isEmpty(`[...document.querySelectorAll('main *, header *')]
		.filter(e => !e.closest('.scroll, .unseen, thead') && e.getBoundingClientRect().right > innerWidth + 1)
		.map(e => e.outerHTML.slice(0, 80))`, "%s at %d", name, width)
}

// TestThereIsNoFontToPreload: text uses the fonts of the system, so no page fetches one. The head of a page links all that
// the page needs, and the stylesheet fetches nothing.
func TestThereIsNoFontToPreload(t *testing.T) {
	t.Parallel()
	p, address := proposed(t)
	b := p.tab(desktop)
	for _, page := range []string{address, p.portal.URL, p.portal.URL + "/requests/new"} {
		b.visit(page)
		b.isEmpty(`performance.getEntriesByType('resource')
			.filter(e => !document.head.querySelector('[href="' + new URL(e.name).pathname + '"], [src="' + new URL(e.name).pathname + '"]')).map(e => e.name)`, page)
		equals(b, 2, `performance.getEntriesByType('resource').filter(e => /css|js$/.test(e.name)).length`, "the stylesheet and the script")
		equals(b, 0, `document.fonts.size`)
	}
}
