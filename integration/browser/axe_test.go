package browser

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// axeFile is where `make needs-test` puts axe-core.
const axeFile = "../../.bin/node_modules/axe-core/axe.min.js"

// axeSource returns the text of axe-core. It reaches a page through the browser's
// developer tools, so the page's own policy stays as it is.
func axeSource(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile(filepath.FromSlash(axeFile))
	require.NoError(t, err, "axe-core is missing: run make needs-test")
	return string(source)
}

// violations runs every rule of axe-core and says what breaks one, and where.
const violations = `axe.run(document, {resultTypes: ['violations'], preload: false}).then(found =>
	found.violations.flatMap(rule => rule.nodes.map(node => rule.id + ': ' + node.html.slice(0, 160) + ' ' + node.failureSummary)))`

// TestEveryPageFitsAndBreaksNoRuleOfAxe runs axe-core in every page, in both themes, on a
// wide and on a narrow screen, and looks for what reaches beyond the right edge.
func TestEveryPageFitsAndBreaksNoRuleOfAxe(t *testing.T) {
	source, tabs := axeSource(t), chromium(t)
	for _, s := range everyPage(t) {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			b := open(t, tabs, desktop)
			for _, look := range []struct {
				scheme string
				width  int64
				others []int64
			}{{"light", desktop, []int64{768}}, {"dark", phone, []int64{small}}} {
				b.prefer("prefers-color-scheme", look.scheme)
				b.do(chromedp.EmulateViewport(look.width, height))
				b.show(s)
				b.fits(s.name, look.width)
				b.axe(source, s.name+", "+look.scheme)
				for _, width := range look.others {
					b.do(chromedp.EmulateViewport(width, height))
					b.fits(s.name, width)
				}
			}
			b.noBreach()
		})
	}
}

// noBreach fails the test when the page's policy was broken, or its script
// failed. That an error page has an error's status, the console says too.
func (b *tab) noBreach() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, message := range b.messages {
		require.Regexp(b.t, "^network: Failed to load resource: the server responded with a status of", message)
	}
}

// axe fails the test when the page that is shown breaks a rule.
func (b *tab) axe(source, name string) {
	b.t.Helper()
	b.do(evaluated(source))
	found, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]string](violations, chromedp.EvalAwaitPromise))
	require.NoError(b.t, err, name)
	assert.Empty(b.t, found, name)
}
