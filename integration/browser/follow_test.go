package browser

import (
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// evaluated runs an expression whose value nobody wants.
func evaluated(expression string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](expression)
}

// follow runs an expression that leads to another page, and waits for it.
func (b *tab) follow(expression string) {
	b.t.Helper()
	_, err := chromedp.RunResponse(b.ctx, evaluated(expression))
	require.NoError(b.t, err, expression)
}

// click presses the place on the screen where the selector's first element is,
// and waits for the page that it leads to.
func (b *tab) click(selector string) {
	b.t.Helper()
	x, y := b.middle(selector)
	_, err := chromedp.RunResponse(b.ctx, chromedp.MouseClickXY(x, y))
	require.NoError(b.t, err, selector)
}
