package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// TestTheTopologyFits measures the items as the browser lays them out, wide and
// narrow: no text reaches out of its item, and each item is inside its parent.
func TestTheTopologyFits(t *testing.T) {
	t.Parallel()
	tabs := chromium(t)
	for _, provider := range []string{"provider_a", "provider_b"} {
		p := startTwoProviders(t)
		p.post("/v1/platform/installations", "", `{"provider":"`+provider+`","mode":"simulation"}`)
		b := open(t, tabs, desktop)
		b.visit(p.portal.URL + "/requests/new")
		values := requestForm()
		delete(values, "region")
		b.fill(values)
		b.click(submit)
		require.Equal(t, "checkout, development: Accepted", b.heading(), provider)
		require.Greater(t, evaluate[int](b, `document.querySelectorAll('.topology li').length`), 30)
		for _, width := range []int64{desktop, phone, small} {
			b.do(chromedp.EmulateViewport(width, height))
			require.Empty(t, evaluate[[]string](b, `[...document.querySelectorAll('.topology li')].filter(item => {
				const inner = item.getBoundingClientRect(), outer = item.parentElement.parentElement.getBoundingClientRect()
				return item.scrollWidth > item.clientWidth || inner.left < outer.left || inner.right > outer.right ||
					inner.top < outer.top || inner.bottom > outer.bottom
			}).map(item => item.title)`), "%s at %d", provider, width)
		}
	}
}
