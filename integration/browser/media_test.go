package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
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

// TestPrintedEvidenceIsWhole looks for text that an element cuts off on paper,
// which cannot scroll, and for elements beyond the sheet.
func TestPrintedEvidenceIsWhole(t *testing.T) {
	t.Parallel()
	p, address := proposed(t)
	b := open(t, chromium(t), desktop)
	for path, scrolled := range map[string]string{address: ".review .scroll", p.portal.URL + "/requests/" + p.requestIDs("accepted")[0]: ".scroll"} {
		b.visit(path)
		b.onPaper()
		require.Positive(t, evaluate[int](b, `document.querySelectorAll('`+scrolled+`').length`))
		require.Empty(t, evaluate[[]string](b, `[...document.querySelectorAll('`+scrolled+`')]
			.filter(e => !e.clientHeight || e.scrollHeight > e.clientHeight || e.scrollWidth > e.clientWidth)
			.map(e => e.ariaLabel + ': ' + [e.scrollWidth, e.clientWidth, e.scrollHeight, e.clientHeight])`), path)
		require.LessOrEqual(t, evaluate[int](b, `document.documentElement.scrollWidth`), paper)
	}
}

// TestPrintIsBlackOnWhite prints with the dark theme chosen, where the dark
// colours would otherwise stay.
func TestPrintIsBlackOnWhite(t *testing.T) {
	t.Parallel()
	p, address := proposed(t)
	b := open(t, chromium(t), desktop)
	b.visit(p.portal.URL)
	b.choose("dark")
	b.keeps("dark")
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

// TestForcedColoursMarkWhatIsChosen compares the edge of the current page in
// the navigation with those of the others, which must be unseen. A chosen card and a
// chosen cell have a line of their own.
func TestForcedColoursMarkWhatIsChosen(t *testing.T) {
	t.Parallel()
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
	require.Len(t, others, 7)
	for _, other := range others {
		require.Equal(t, ground, other)
	}

	b.visit(p.portal.URL + "/requests/new")
	b.fill(requestForm())
	b.answeredAll()
	for chosen, other := range map[string]string{
		`.choice:has([name=cluster_size]:checked)`: `.choice:has([name=cluster_size]:not(:checked))`,
		`.grid [aria-current]`:                     `.grid button:not([aria-current])`,
	} {
		const outline = `getComputedStyle(document.querySelector(%q)).outlineStyle`
		require.Equal(t, "solid", evaluate[string](b, fmt.Sprintf(outline, chosen)))
		require.Equal(t, "none", evaluate[string](b, fmt.Sprintf(outline, other)))
	}
	b.do(chromedp.Focus(chromedp.CSS(`.grid [aria-current]`)))
	b.press(kb.ArrowRight + kb.ArrowLeft)
	require.Equal(t, "3px", evaluate[string](b, `getComputedStyle(document.activeElement).outlineWidth`), "the focus is seen on what is chosen")
}
