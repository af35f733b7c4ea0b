package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// TestTheBadgeOfAPlaceholder goes as a real identifier is typed, comes back with
// the placeholder, and is right when the browser brings back what was typed.
func TestTheBadgeOfAPlaceholder(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	b := open(t, chromium(t), desktop)
	b.visit(p.portal.URL + "/setup/boundaries?provider=provider_a&mode=sandbox")
	const badges = `[...document.querySelectorAll('.field .badge')].filter(badge => badge.checkVisibility()).length`
	all := evaluate[int](b, badges)
	require.Positive(t, all)
	const first = `document.querySelector('.field input')`
	placeholder := evaluate[string](b, first+`.value`)
	b.do(evaluated(first + `.focus()`))
	b.press(kb.End + "1")
	require.Equal(t, all-1, evaluate[int](b, badges))
	b.press(kb.Backspace)
	require.Equal(t, placeholder, evaluate[string](b, first+`.value`))
	require.Equal(t, all, evaluate[int](b, badges))
	b.press("1")
	b.do(chromedp.Reload())
	want := all
	if evaluate[string](b, first+`.value`) != placeholder {
		want--
	}
	require.Equal(t, want, evaluate[int](b, badges))
	b.quiet()
}
