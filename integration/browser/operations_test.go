package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

func TestOperationsLeadsToTheProposal(t *testing.T) {
	t.Parallel()
	p, address := proposed(t)
	b := p.tab(phone)
	b.withoutScripts()
	b.visit("/operations")
	b.hasText("Proposals")
	equals(b, "Ready for review", `document.querySelector('[aria-current=step] strong').innerText`)
	equals(b, 4, `[...document.querySelectorAll('ol li')].filter(li => li.innerText.includes('Guarded and not executed')).length`)
	b.click(`tbody a[href^="/proposals/"]`)
	equals(b, address, `location.href`)
	b.click(`#summary a[href^="/requests/"]`)
	b.hasText("Accepted")
}

// withProposals starts a platform with nine proposals.
func withProposals(t *testing.T) *platform {
	t.Helper()
	p := startPlatform(t)
	p.fill()
	for _, id := range p.requestIDs("accepted") {
		p.propose(id)
	}
	return p
}

// TestStagesAreInSight checks that the first screen has all six stages with their words: on one line, or below
// each other on a phone. The list of proposals is no box that scrolls: its head stays at the top of a wide screen.
func TestStagesAreInSight(t *testing.T) {
	t.Parallel()
	p := withProposals(t)
	for width, lines := range map[int64]int{phone: 6, 768: 1, desktop: 1} {
		b := p.open(width, "/operations")
		equals(b, lines, `new Set([...document.querySelectorAll('.stages li')].map(li => li.offsetTop)).size`)
		b.holds(`[...document.querySelectorAll('.stages li')].every(li => {
			const box = li.getBoundingClientRect()
			return box.bottom < innerHeight && box.right < innerWidth
		})`, "at %d", width)
		b.fits("operations", width)
		b.hasText("9 proposals, the newest first")
		b.holds(`(e => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight)(document.querySelector('.queue'))`, "nothing is hidden at %d", width)
		b.do(chromedp.EmulateViewport(width, 400), evaluated(`scrollTo(0, document.body.scrollHeight)`))
		if width != phone {
			b.holds(`(head => {
				const {left, top} = head.getBoundingClientRect()
				return top < 60 && document.elementFromPoint(left + 40, top + 8).closest('th') == head
			})(document.querySelector('.queue thead th'))`, "the head is covered at %d", width)
		}
	}
}

// TestTheHeadOfTheQueueCoversNoFocus goes up through the links by the keyboard.
func TestTheHeadOfTheQueueCoversNoFocus(t *testing.T) {
	t.Parallel()
	p := withProposals(t)
	b := p.tab(desktop)
	b.do(chromedp.EmulateViewport(1280, 500))
	b.visit("/operations")
	b.do(evaluated(`[...document.querySelectorAll('.queue td a, .queue th[scope=row] a')].at(-1).focus()`))
	for range 12 {
		b.do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)))
		b.holds(`(() => {
			const {left, top, width, height} = document.activeElement.getBoundingClientRect()
			return document.activeElement.contains(document.elementFromPoint(left + width / 2, top + height / 2))
		})()`)
	}
	b.quiet()
}

// TestRowsAreOneLine checks that a row of each list is 44 to 60 pixels high on a wide screen, unless it names overlaps.
// Nothing scrolls sideways, and a row keeps its owner and its actions at every width. The two views of Operations have
// one heading.
func TestRowsAreOneLine(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.fill()
	p.propose(p.requestIDs("accepted")[0])
	for _, width := range []int64{320, phone, 768, desktop} {
		b := p.tab(width)
		for _, path := range []string{"/requests", "/environments?q=e", "/operations", "/operations/activity"} {
			b.visit(path)
			b.fits(path, width)
			const rows = `[...document.querySelectorAll('.rows tbody tr')].filter(row => row.querySelector('th .hint'))`
			require.NotEmpty(t, evaluate[[]int](b, rows+`.map(row => row.offsetHeight)`), path)
			if width == desktop {
				require.Empty(t, evaluate[[]int](b, rows+`.filter(row => !row.querySelector('td p')).map(row => row.offsetHeight).filter(h => h < 44 || h > 60)`), path)
			}
			b.holds(rows+`.every(row => row.querySelector('th .hint').innerText.includes('@') && row.querySelector('th .hint').checkVisibility())`, path)
			b.holds(`[...document.querySelectorAll('.scroll')].every(e => e.scrollWidth <= e.clientWidth || e.querySelector('.stages'))`, "%s at %d", path, width)
			if strings.HasPrefix(path, "/operations") {
				b.hasHeading("Operations")
			}
			for _, action := range []string{"new?from=", "compare?a="} {
				equals(b, path == "/requests" || path == "/operations/activity", rows+`.every(row => row.querySelector('a[href*="`+action+`"]')?.checkVisibility())`, "%s at %d", path, width)
			}
		}
		b.quiet()
	}
}
