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
	b := p.tab(desktop)
	for path, scrolled := range map[string]string{address: ".review .scroll", p.portal.URL + "/requests/" + p.requestIDs("accepted")[0]: ".scroll"} {
		b.visit(path)
		require.LessOrEqual(t, len(b.printed()), 7, path)
		b.do(evaluated(openAll))
		b.onPaper()
		require.Positive(t, evaluate[int](b, `document.querySelectorAll('`+scrolled+`').length`))
		b.isEmpty(`[...document.querySelectorAll('`+scrolled+`')]
			.filter(e => !e.clientHeight || e.scrollHeight > e.clientHeight || e.scrollWidth > e.clientWidth)
			.map(e => e.ariaLabel + ': ' + [e.scrollWidth, e.clientWidth, e.scrollHeight, e.clientHeight])`, path)
		require.LessOrEqual(t, evaluate[int](b, `document.documentElement.scrollWidth`), paper)
	}
}

// TestPrintIsBlackOnWhite prints with the dark theme chosen, where the dark
// colours would otherwise stay.
func TestPrintIsBlackOnWhite(t *testing.T) {
	t.Parallel()
	p, address := proposed(t)
	b := p.open(desktop, "/")
	b.choose("dark")
	b.keeps("dark")
	for _, page := range []string{p.portal.URL, address, p.portal.URL + "/readiness"} {
		b.visit(page)
		equals(b, "dark", `document.documentElement.dataset.theme`)
		b.onPaper()
		b.isEmpty(`(() => {
			const light = colour => colour.match(/[\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 765
			const seen = getComputedStyle
			return [...document.querySelectorAll('main, main *')].filter(e => e.checkVisibility() && !e.closest('svg')).flatMap(e => {
				const {color, backgroundColor} = seen(e)
				const ground = /, 0\)$/.test(backgroundColor) ? 1 : light(backgroundColor)
				return light(color) > .5 || ground < .8 ? [e.outerHTML.slice(0, 60) + color + backgroundColor] : []
			})
		})()`, page)
		equals(b, "rgb(255, 255, 255)", `getComputedStyle(document.body).backgroundColor`)
	}
}

// TestForcedColoursMarkWhatIsChosen compares the edge of the current page in
// the navigation with those of the others, which must be unseen. A chosen card and a
// chosen cell have a line of their own.
func TestForcedColoursMarkWhatIsChosen(t *testing.T) {
	t.Parallel()
	p := installed(t)
	b := p.tab(desktop)
	b.prefer("forced-colors", "active")
	b.visit("/operations")
	b.holds(`matchMedia('(forced-colors: active)').matches`)
	const edge = `e => getComputedStyle(e).borderLeftColor`
	ground := evaluate[string](b, `getComputedStyle(document.body).backgroundColor`)
	require.NotEqual(t, ground, evaluate[string](b, `(`+edge+`)(document.querySelector('nav [aria-current]'))`))
	others := evaluate[[]string](b, `[...document.querySelectorAll('nav a:not([aria-current])')].map(`+edge+`)`)
	require.Len(t, others, 7)
	for _, other := range others {
		require.Equal(t, ground, other)
	}

	b.visit("/requests/new")
	b.fill(requestForm())
	b.answeredAll()
	for chosen, other := range map[string]string{
		`.choice:has([name=cluster_size]:checked)`: `.choice:has([name=cluster_size]:not(:checked))`,
		`.grid [aria-current]`:                     `.grid button:not([aria-current])`,
	} {
		const outline = `getComputedStyle(document.querySelector(%q)).outlineStyle`
		equals(b, "solid", fmt.Sprintf(outline, chosen))
		equals(b, "none", fmt.Sprintf(outline, other))
	}
	b.do(chromedp.Focus(chromedp.CSS(`.grid [aria-current]`)))
	b.press(kb.ArrowRight + kb.ArrowLeft)
	equals(b, "3px", `getComputedStyle(document.activeElement).outlineWidth`, "the focus is seen on what is chosen")
}
