package browser

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTextOfThePictureStaysInItsBox measures each text as the browser sets it:
// the server only estimates its width.
func TestTextOfThePictureStaysInItsBox(t *testing.T) {
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
		require.Greater(t, evaluate[int](b, `document.querySelectorAll('.picture g').length`), 30)
		require.Empty(t, evaluate[[]string](b, `[...document.querySelectorAll('.picture g')].flatMap(g => {
			const box = g.querySelector('rect').getBBox()
			return [...g.querySelectorAll('text, rect + rect')].filter(e => e.getBBox().x + e.getBBox().width > box.x + box.width - 4)
				.map(e => e.outerHTML)
		})`), provider)
		require.NotContains(t, evaluate[string](b, `document.querySelector('.picture').textContent`), "…", "nothing is cut")
		require.Equal(t, evaluate[int](b, `document.querySelector('.picture').parentElement.clientWidth`),
			evaluate[int](b, `document.querySelector('.picture').parentElement.scrollWidth`), "it fits beside the navigation")
	}
}
