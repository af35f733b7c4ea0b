package browser

import (
	"strconv"

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

// click presses what the selector names and waits for the page that it leads to.
// It presses the element and not a place on the screen: live feedback may move
// the one from the other in between.
func (b *tab) click(selector string) {
	b.t.Helper()
	b.follow(`document.querySelector(` + strconv.Quote(selector) + `).click()`)
}
