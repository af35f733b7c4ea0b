package browser

import (
	"context"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// evaluated runs an expression and drops its value.
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
// and waits for the page that it leads to. A press that the browser dropped, so that
// the page never heard of it, is repeated.
func (b *tab) click(selector string) {
	b.t.Helper()
	x, y := b.middle(selector)
	b.do(evaluated(`window.heard = false`))
	err := b.leads(x, y)
	if err != nil && !evaluate[bool](b, `window.heard !== false`) {
		err = b.leads(x, y)
	}
	require.NoError(b.t, err, selector)
}

// leads presses a place on the screen, and waits for the page that it leads to.
func (b *tab) leads(x, y float64) error {
	ctx, end := context.WithTimeout(b.ctx, tabTime/6)
	defer end()
	_, err := chromedp.RunResponse(ctx, chromedp.MouseClickXY(x, y))
	return err
}
