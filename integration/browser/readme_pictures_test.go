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
	pictureWidth  = 1360
	pictureHeight = 860
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
// of the README on the way: `.ci/pictures.sh` keeps them.
func TestPicturesOfTheJourney(t *testing.T) {
	t.Parallel()
	folder := *screenshots
	if folder == "" {
		folder = t.TempDir()
	}
	p := startAllProviders(t)
	a := &album{tab: p.tab(desktop), folder: folder}
	a.do(chromedp.EmulateViewport(pictureWidth, pictureHeight))
	a.prefer("prefers-color-scheme", "light")

	a.visit("/setup")
	a.tap(`[name=provider][value=provider_a]`)
	a.take("Setup: one provider, one mode", "h1")
	a.click(`main form .button`)

	a.visit("/requests/new")
	a.fill(map[string]string{
		"application": "checkout", "owner": "checkout-team@example.com", "cost_centre": "CC-4711", "data_classification": "internal",
		"monthly_budget": "100", "business_justification": "The checkout of the web shop, for the partner's tests.",
		"environment": "development", "network_cidr": "52.20.0.0/20", "cluster_size": "medium",
	})
	a.becomes(`document.querySelectorAll('.rule').length > 1 && !!document.querySelector('#verdict [name=use]')`)
	a.take("New environment: the verdict, the price and the fix while you type", ".fields + .fields")

	a.click(submit)
	a.take("Denied: each reason, and what to change", "h1")
	a.follow(`[...document.querySelectorAll('a.button')].find(a => a.innerText.includes('Apply the fix')).click()`)
	a.click(submit)
	a.take("Accepted: one step from a proposal", "h1")
	a.take("Resources: what would be built, by zone, and what it costs", "#resources")

	a.prefer("prefers-color-scheme", "dark")
	a.click(`form[action$="/proposal"] button`)
	a.take("Proposal: what a reviewer reads, with the evidence", "h1")
	a.prefer("prefers-color-scheme", "light")
	a.visit("/requests")
	a.take("Requests: searched, duplicated, compared", "h1")

	a.wide()
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

// wide puts the three that say most on one: the form in front, what it builds and what a
// reviewer reads behind it.
func (a *album) wide() {
	a.t.Helper()
	var figures strings.Builder
	for _, i := range []int{4, 5, 1} {
		fmt.Fprintf(&figures, `<img src="data:image/webp;base64,%s">`, base64.StdEncoding.EncodeToString(a.steps[i].image))
	}
	source := `<!doctype html><style>body{position:relative;margin:0;height:100vh;overflow:hidden;background:linear-gradient(115deg,#1b1537,#4a36c9)}` +
		`img{position:absolute;border-radius:14px;box-shadow:0 18px 50px #0009}` +
		`img:nth-child(1){top:36px;right:36px;width:960px}img:nth-child(2){right:150px;bottom:-190px;width:880px}` +
		`img:nth-child(3){top:120px;left:40px;width:1040px}</style>` + figures.String()
	a.visit("data:text/html;base64," + base64.StdEncoding.EncodeToString([]byte(source)))
	a.do(chromedp.EmulateViewport(1800, 860))
	a.becomes(`[...document.images].every(image => image.complete && image.naturalWidth > 0)`)
	a.keep("wide.webp", a.shot(82))
}
