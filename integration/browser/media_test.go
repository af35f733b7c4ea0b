package browser

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// paper is the width of A4 between its margins, in pixels.
const paper = 718

// onPaper lays the page out as it is printed.
func (b *tab) onPaper() {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	require.NoError(b.t, err)
	b.do(chromedp.EmulateViewport(paper, height))
}

// TestPrintedEvidenceIsWhole looks for text that a box cuts off on paper, where
// nobody can scroll, and for what stands beyond the sheet.
func TestPrintedEvidenceIsWhole(t *testing.T) {
	p, address := proposed(t)
	b := open(t, chromium(t), desktop)
	for path, boxes := range map[string]string{address: ".source", p.portal.URL + "/requests/" + p.requestIDs("accepted")[0]: ".scroll"} {
		b.visit(path)
		b.onPaper()
		require.Positive(t, evaluate[int](b, `document.querySelectorAll('`+boxes+`').length`))
		require.Empty(t, evaluate[[]string](b, `[...document.querySelectorAll('`+boxes+`')]
			.filter(box => !box.clientHeight || box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth)
			.map(box => box.ariaLabel + ': ' + [box.scrollWidth, box.clientWidth, box.scrollHeight, box.clientHeight])`), path)
		require.LessOrEqual(t, evaluate[int](b, `document.documentElement.scrollWidth`), paper)
	}
}

// TestPrintIsBlackOnWhite prints with the dark theme chosen, where the dark
// colours would otherwise stay.
func TestPrintIsBlackOnWhite(t *testing.T) {
	p, address := proposed(t)
	b := open(t, chromium(t), desktop)
	b.visit(p.portal.URL)
	b.choose("dark")
	for _, page := range []string{p.portal.URL, address, p.portal.URL + "/readiness"} {
		b.visit(page)
		require.Equal(t, "dark", evaluate[string](b, `document.documentElement.dataset.theme`))
		b.onPaper()
		require.Empty(t, evaluate[[]string](b, `(() => {
			const light = colour => colour.match(/[\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 765
			const seen = getComputedStyle
			return [...document.querySelectorAll('main, main *')].filter(e => e.checkVisibility() && !e.closest('svg')).flatMap(e => {
				const {color, backgroundColor} = seen(e)
				const ground = /, 0\)$/.test(backgroundColor) ? 1 : light(backgroundColor)
				return light(color) > .5 || ground < .8 ? [e.outerHTML.slice(0, 60) + color + backgroundColor] : []
			})
		})()`), page)
		require.Equal(t, "rgb(255, 255, 255)", evaluate[string](b, `getComputedStyle(document.body).backgroundColor`))
	}
}

// TestForcedColoursMarkTheCurrentPage compares the edge of the current page in
// the navigation with those of the others, which must be unseen.
func TestForcedColoursMarkTheCurrentPage(t *testing.T) {
	p := startPlatform(t)
	p.install()
	b := open(t, chromium(t), desktop)
	b.prefer("forced-colors", "active")
	b.visit(p.portal.URL + "/operations")
	require.True(t, evaluate[bool](b, `matchMedia('(forced-colors: active)').matches`))
	const edge = `e => getComputedStyle(e).borderLeftColor`
	ground := evaluate[string](b, `getComputedStyle(document.body).backgroundColor`)
	require.NotEqual(t, ground, evaluate[string](b, `(`+edge+`)(document.querySelector('nav [aria-current]'))`))
	others := evaluate[[]string](b, `[...document.querySelectorAll('nav a:not([aria-current])')].map(`+edge+`)`)
	require.Len(t, others, 5)
	for _, other := range others {
		require.Equal(t, ground, other)
	}
}

// tooSmall finds what is pressed and is smaller than it should be. Links within a
// sentence are not meant; of a radio button or a box its label is what is pressed.
const tooSmall = `[...document.querySelectorAll('a, button, input, select, textarea, summary')]
	.filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest('.unseen, .skip, p:not(.actions)'))
	.map(e => ({e, box: (/radio|checkbox/.test(e.type) ? e.closest('label') : e).getBoundingClientRect()}))
	.filter(({box}) => box.height && Math.min(box.width, box.height) < LEAST - .5)
	.map(({e, box}) => Math.round(box.width) + ' x ' + Math.round(box.height) + ': ' + e.outerHTML.slice(0, 90))`

// TestTargetsAreLargeEnough measures what a pointer (24 px) or a finger (44 px)
// presses.
func TestTargetsAreLargeEnough(t *testing.T) {
	pages := everyPage(t)
	for _, look := range []struct {
		pointer, least string
		width          int64
		flags          []chromedp.ExecAllocatorOption
	}{
		{"fine", "24", desktop, nil},
		{"coarse", "44", phone, []chromedp.ExecAllocatorOption{
			chromedp.Flag("touch-events", "enabled"), chromedp.Flag("blink-settings", "primaryPointerType=2,availablePointerTypes=2"),
		}},
	} {
		b := open(t, chromiumWith(t, look.flags...), look.width)
		for _, s := range pages {
			b.show(s)
			b.do(evaluated(openAll))
			require.Equal(t, look.pointer == "coarse", evaluate[bool](b, `matchMedia('(pointer: coarse)').matches`))
			assert.Empty(t, evaluate[[]string](b, `(LEAST => `+tooSmall+`)(`+look.least+`)`), "%s, %s", s.name, look.pointer)
		}
	}
}
