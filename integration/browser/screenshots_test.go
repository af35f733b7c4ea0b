package browser

import (
	"flag"
	"os"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// screenshots is a folder for screenshots of every page, for people to look at:
// go test ./integration/browser -run TestEveryPage -screenshots FOLDER.
var screenshots = flag.String("screenshots", "", "folder for screenshots of every page; none when empty")

// screenshot writes an image of the whole page.
func (b *tab) screenshot(file string) {
	b.t.Helper()
	image, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	require.NoError(b.t, err)
	require.NoError(b.t, os.WriteFile(file, image, 0o600))
}

// prefer sets a media feature, as a reader's system would.
func (b *tab) prefer(feature, value string) {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: feature, Value: value}},
	})
	require.NoError(b.t, err)
}
