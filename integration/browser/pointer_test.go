package browser

import (
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// counted makes every page of the tab count the calls of its script that have
// no answer yet, and notice that something is pressed.
const counted = `{
	addEventListener('pointerdown', () => window.heard = true, true)
	const send = XMLHttpRequest.prototype.send
	window.waiting = 0
	XMLHttpRequest.prototype.send = function (body) {
		waiting++
		this.addEventListener('loadend', () => waiting--)
		send.call(this, body)
	}
}`

// clock makes every page of the tab wait for the test, and not for the time,
// where its script waits for a second or more: elapse(ms) lets time pass.
const clock = `{
	const [set, clear, due] = [setTimeout, clearTimeout, new Map()]
	let now = 0, last = 1e9
	window.setTimeout = (run, wait = 0) => {
		if (wait < 1000) return set(run, wait)
		due.set(++last, {run, at: now + wait})
		return last
	}
	window.clearTimeout = id => due.delete(id) || clear(id)
	window.elapse = ms => {
		now += ms
		for (const [id, {run, at}] of due) if (at <= now && due.delete(id)) run()
	}
}`

// before runs a script in each page of the tab before the page's own.
func (b *tab) before(source string) {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source})
	require.NoError(b.t, err)
}

// awaits waits for a promise of the page.
func (b *tab) awaits(promise string) {
	b.t.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](promise, chromedp.EvalAwaitPromise))
}

// answeredAll waits until every call of the page's script has its answer. A page
// without scripts makes none.
func (b *tab) answeredAll() {
	b.t.Helper()
	require.Eventually(b.t, func() bool { return evaluate[bool](b, `!window.waiting && !document.querySelector('.stale')`) }, pollTime, 10*time.Millisecond)
}

// painted waits until the browser has drawn the page as it is now: it may drop a
// press on one that it has not. A picture is drawn first, also where scripts are off.
func (b *tab) painted() {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{
		Format: page.CaptureScreenshotFormatJpeg, Clip: &page.Viewport{Width: 1, Height: 1, Scale: 1},
	})
	require.NoError(b.t, err)
}

// tap presses the first element of the selector once it is drawn, and stays on the page.
func (b *tab) tap(selector string) {
	b.t.Helper()
	x, y := b.middle(selector)
	b.do(chromedp.MouseClickXY(x, y))
}

// middle brings an element into view, as a person scrolls to it once the page has
// come to rest, and returns its middle.
func (b *tab) middle(selector string) (x, y float64) {
	b.t.Helper()
	b.answeredAll()
	b.do(evaluated(`document.querySelector(` + quoted(selector) + `).scrollIntoView({block: 'center', behavior: 'instant'})`))
	b.painted()
	const there = `(element => {
		const area = element.getClientRects()[0]
		const [x, y] = [area.x + area.width / 2, area.y + area.height / 2]
		return element.contains(document.elementFromPoint(x, y)) ? [x, y] : []
	})`
	at := evaluate[[]float64](b, there+`(document.querySelector(`+quoted(selector)+`))`)
	require.Len(b.t, at, 2, "%s is not seen, or covered", selector)
	return at[0], at[1]
}

// mouse is one half of a press of the main button; count is 2 in the second
// press of a double click.
func (b *tab) mouse(half input.DispatchMouseEventType, x, y float64, count int) {
	b.t.Helper()
	b.do(chromedp.MouseEvent(half, x, y, chromedp.ButtonLeft, chromedp.ClickCount(count)))
}
