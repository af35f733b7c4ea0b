package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestEveryPageFitsTheScreen looks for what reaches beyond the right edge, on
// every page and at every width.
func TestEveryPageFitsTheScreen(t *testing.T) {
	b := open(t, startChromium(t), desktop)
	for _, s := range everyPage(t) {
		b.show(s)
		for _, width := range []int64{desktop, 768, phone, small} {
			b.do(chromedp.EmulateViewport(width, height))
			b.fits(s.name, width)
		}
	}
}
