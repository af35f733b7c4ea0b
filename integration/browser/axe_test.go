package browser

import (
	"context"
	"fmt"
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

// violations runs every rule of axe-core and returns what breaks one, and where. Meanwhile a file has only
// its first 100 lines: the others have the same elements, and a long file would take 20 seconds.
const violations = `(async () => {
	const rest = [...document.querySelectorAll('.numbered > span:nth-child(n + 101)')]
	rest.forEach(line => line.remove())
	const found = await axe.run(document, {resultTypes: ['violations'], preload: false})
	document.querySelector('.numbered')?.append(...rest)
	return found.violations.flatMap(rule => rule.nodes.map(node => rule.id + ': ' + node.html.slice(0, 160) + ' ' + node.failureSummary))
})()`

// look is one way to look at a page.
type look struct {
	scheme  string
	width   int64
	others  []int64 // further widths that the page must fit into
	pointer string
	least   string // pixels of the smallest thing to press
	tabs    context.Context
}

// TestEveryPage looks at every page in both themes, on a wide screen with a
// pointer and on a narrow one with a finger: nothing reaches beyond the right
// edge, all that is pressed is large enough, and no rule of axe-core is broken.
// -short looks at each page in one of the two ways.
func TestEveryPage(t *testing.T) {
	t.Parallel()
	source := axeSource(t)
	looks := []look{
		{"light", desktop, []int64{768}, "fine", "24", chromium(t)},
		{"dark", phone, []int64{small}, "coarse", "44", chromiumWith(t, chromedp.Flag("touch-events", "enabled"),
			chromedp.Flag("blink-settings", "primaryPointerType=2,availablePointerTypes=2,preferredColorScheme=0"))},
	}
	for i, s := range everyPage(t) {
		for n, l := range looks {
			if testing.Short() && i%2 != n {
				continue
			}
			t.Run(fmt.Sprintf("%s-%d-%s", s.name, l.width, l.scheme), func(t *testing.T) {
				t.Parallel()
				b := open(t, l.tabs, l.width)
				b.show(s)
				b.holds(`matchMedia('(prefers-color-scheme: ` + l.scheme + `)').matches`)
				equals(b, l.pointer == "coarse", `matchMedia('(pointer: coarse)').matches`)
				b.fits(s.name, l.width)
				b.axe(source, s.name+", "+l.scheme)
				if *screenshots != "" {
					b.screenshot(filepath.Join(*screenshots, filepath.Base(t.Name())+".png"))
				}
				b.do(evaluated(openAll))
				assert.Empty(t, evaluate[[]string](b, `(LEAST => `+tooSmall+`)(`+l.least+`)`), l.pointer)
				for _, width := range l.others {
					b.do(chromedp.EmulateViewport(width, height))
					b.fits(s.name, width)
				}
				b.noBreach()
			})
		}
	}
}

// tooSmall finds what is pressed and is smaller than it should be. Links within a
// sentence are not meant, nor numbers of lines: larger ones would tear the lines of a file
// apart. Of a radio button or a checkbox its label is pressed.
const tooSmall = `[...document.querySelectorAll('a, button, input, select, textarea, summary')]
	.filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest('.unseen, .skip, .numbered, p:not(.actions)'))
	.map(e => ({e, area: (/radio|checkbox/.test(e.type) ? e.closest('label') : e).getBoundingClientRect()}))
	.filter(({area}) => area.height && Math.min(area.width, area.height) < LEAST - .5)
	.map(({e, area}) => Math.round(area.width) + ' x ' + Math.round(area.height) + ': ' + e.outerHTML.slice(0, 90))`

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
