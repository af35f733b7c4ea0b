package browser

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// The pictures of the README: how large each is, and how many bytes all of them
// may have together, since they stand in the repository.
const (
	pictureWidth  = 1200
	pictureHeight = 760
	pictureBytes  = 600_000
)

// album is a walk through the portal with a picture of each step.
type album struct {
	*tab
	folder string
	steps  []step
	bytes  int
}

// step is a picture and what it shows.
type step struct {
	caption string
	image   []byte
}

// TestPicturesOfTheJourney walks from Setup to a proposal, and takes the pictures
// of the README on the way: `.ci/pictures` keeps them.
func TestPicturesOfTheJourney(t *testing.T) {
	t.Parallel()
	folder := *screenshots
	if folder == "" {
		folder = t.TempDir()
	}
	p := startTwoProviders(t)
	a := &album{tab: open(t, chromium(t), desktop), folder: folder}
	a.do(chromedp.EmulateViewport(pictureWidth, pictureHeight))
	a.prefer("prefers-color-scheme", "light")

	a.visit(p.portal.URL + "/setup")
	a.do(chromedp.Click(chromedp.CSS(`[name=provider][value=provider_a]`)))
	a.take("Setup: one provider, one mode", "h1")
	a.click(`main form .button`)

	a.visit(p.portal.URL + "/requests/new")
	a.fill(map[string]string{
		"application": "checkout", "owner": "checkout-team@example.com", "cost_centre": "CC-4711", "data_classification": "internal",
		"monthly_budget": "100", "business_justification": "The checkout of the web shop, for the partner's tests.",
		"environment": "development", "network_cidr": "52.20.0.0/20", "cluster_size": "small",
	})
	a.becomes(`document.querySelectorAll('.rule').length > 1 && !!document.querySelector('#verdict .badge')`)
	a.take("New environment: policy speaks while you type", "h1")

	a.click(submit)
	a.take("Denied: each reason, and what to change", "h1")
	a.follow(`[...document.querySelectorAll('a.button')].find(a => a.innerText.includes('Apply the fix')).click()`)
	a.click(submit)
	a.take("Accepted: one step from a proposal", "h1")
	a.take("Resources: simulated, nested and as a table", "#resources")

	a.prefer("prefers-color-scheme", "dark")
	a.click(`form[action$="/proposal"] button`)
	a.take("Proposal: evidence that anyone can check", "h1")

	a.sheet()
	require.Less(t, a.bytes, pictureBytes)
}

// take keeps a picture of the screen from what the selector names downwards.
func (a *album) take(caption, selector string) {
	a.t.Helper()
	a.do(evaluated(`document.activeElement.blur(),
		scrollTo({top: document.querySelector(` + quoted(selector) + `).getBoundingClientRect().top + scrollY - 90, behavior: 'instant'})`))
	image := a.shot(78)
	a.steps = append(a.steps, step{caption, image})
	name, _, _ := strings.Cut(strings.ToLower(caption), ":")
	a.keep(fmt.Sprintf("%d-%s.webp", len(a.steps), strings.ReplaceAll(name, " ", "-")), image)
}

func (a *album) keep(name string, image []byte) {
	a.t.Helper()
	a.bytes += len(image)
	require.NoError(a.t, os.WriteFile(filepath.Join(a.folder, name), image, 0o644))
}

func (a *album) shot(quality int64) []byte {
	a.t.Helper()
	taken, err := chromedp.Call(a.ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{
		Format: page.CaptureScreenshotFormatWebp, Quality: &quality,
	})
	require.NoError(a.t, err)
	return taken.Data
}

// sheet puts all pictures on one, in the order of the journey.
func (a *album) sheet() {
	a.t.Helper()
	var figures strings.Builder
	for i, s := range a.steps {
		fmt.Fprintf(&figures, `<figure><img src="data:image/webp;base64,%s"><figcaption>%d. %s</figcaption></figure>`,
			base64.StdEncoding.EncodeToString(s.image), i+1, s.caption)
	}
	source := `<!doctype html><style>body{margin:0;padding:24px;display:grid;grid-template-columns:1fr 1fr 1fr;gap:24px;` +
		`background:#e7ebf1;font:20px system-ui,sans-serif;color:#16202e}figure{margin:0}img{width:100%;border-radius:8px;` +
		`box-shadow:0 2px 10px #0004}figcaption{margin-top:8px}</style>` + figures.String()
	a.visit("data:text/html;base64," + base64.StdEncoding.EncodeToString([]byte(source)))
	a.do(chromedp.EmulateViewport(1800, 850))
	a.becomes(`[...document.images].every(image => image.complete && image.naturalWidth > 0)`)
	a.keep("journey.webp", a.shot(80))
}
