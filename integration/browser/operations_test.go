package browser

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOperationsLeadsToTheProposal(t *testing.T) {
	t.Parallel()
	p, address := proposed(t)
	b := open(t, chromium(t), phone)
	b.withoutScripts()
	b.visit(p.portal.URL + "/operations")
	require.Contains(t, b.text(), "Proposals")
	require.Equal(t, "Ready for review", evaluate[string](b, `document.querySelector('[aria-current=step] strong').innerText`))
	require.Equal(t, 4, evaluate[int](b, `[...document.querySelectorAll('ol li')].filter(li => li.innerText.includes('Guarded and not executed')).length`))
	b.click(`tbody a[href^="/proposals/"]`)
	require.Equal(t, address, evaluate[string](b, `location.href`))
	b.click(`#summary a[href^="/requests/"]`)
	require.Contains(t, b.text(), "Accepted")
}

// TestStagesAreOnOneLine checks that the stages never wrap, the page is never wider than the screen, and the list of
// proposals never scrolls sideways.
func TestStagesAreOnOneLine(t *testing.T) {
	t.Parallel()
	p, _ := proposed(t)
	for _, width := range []int64{phone, 768, desktop} {
		b := open(t, chromium(t), width)
		b.visit(p.portal.URL + "/operations")
		require.Equal(t, 1, evaluate[int](b, `new Set([...document.querySelectorAll('.stages li')].map(li => li.offsetTop)).size`))
		b.fits("operations", width)
		require.True(t, evaluate[bool](b, `(e => e.scrollWidth <= e.clientWidth)(document.querySelector('.queue'))`), "no column is hidden at %d", width)
	}
}
