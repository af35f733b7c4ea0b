package browser

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// screenshots is a folder for pictures of every page, for people to look at:
// go test ./browser -run TestPictures -screenshots FOLDER.
var screenshots = flag.String("screenshots", "", "folder for pictures of every page; a temporary one when empty")

// TestPictures takes a picture of each state of the dashboard, narrow and wide,
// light and dark.
func TestPictures(t *testing.T) {
	folder := *screenshots
	if folder == "" {
		folder = t.TempDir()
	}
	b := open(t, chromium(t), desktop)
	for name, address := range states(t) {
		for _, scheme := range []string{"light", "dark"} {
			b.prefer("prefers-color-scheme", scheme)
			b.visit(address)
			for _, width := range []int64{desktop, phone} {
				b.do(chromedp.EmulateViewport(width, height))
				b.picture(filepath.Join(folder, fmt.Sprintf("%s-%d-%s.png", name, width, scheme)))
			}
		}
	}
}

// states returns the address of a portal for each state of the dashboard.
func states(t *testing.T) map[string]string {
	t.Helper()
	fresh, empty, full, down := startPlatform(t), startPlatform(t), startPlatform(t), startPlatform(t)
	empty.install()
	full.fill()
	down.api.Close()
	return map[string]string{
		"before-setup": fresh.portal.URL, "empty": empty.portal.URL, "full": full.portal.URL,
		"down": down.portal.URL, "not-found": full.portal.URL + "/nowhere",
	}
}

// picture writes a picture of the whole page.
func (b *tab) picture(file string) {
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
