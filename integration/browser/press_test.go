package browser

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// tall is a height at which the whole form is in sight. Nothing can scroll, so
// a new message moves all that is below it.
const tall = 2400

// edited opens the form, filled in, where policy speaks of the network; and then
// writes into the first field what cannot be read. It is left by the next press.
func edited(t *testing.T, address string) *tab {
	t.Helper()
	b := open(t, chromium(t), desktop)
	b.do(chromedp.EmulateViewport(desktop, tall))
	b.visit(address + "/requests/new")
	values := requestForm()
	values["network_cidr"] = "52.20.0.0/20"
	b.fill(values)
	b.becomes(messagesOf("network_cidr") + `.includes('Use 10.')`)
	b.focus("application")
	b.press("!")
	return b
}

// shows waits until words are in the page, which may be another one by then, and
// until the page is there to its end.
func (b *tab) shows(words string) {
	b.t.Helper()
	require.Eventually(b.t, func() bool {
		text, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`document.readyState === 'complete' ? document.querySelector('main').innerText : ''`))
		return err == nil && strings.Contains(text, words)
	}, pollTime, 50*time.Millisecond, words)
}

// TestAPressIsKept holds a button down until policy has spoken of the field that
// the press left: the press counts, wherever the message would push the button.
func TestAPressIsKept(t *testing.T) {
	t.Parallel()
	const fault = "Application must be"
	for name, c := range map[string]struct{ selector, leads string }{
		"submit": {submit, "There is a problem"},
		"check":  {check, "There is a problem"},
		"use":    {`#network_cidr-messages [name=use]`, fault},
	} {
		t.Run(name, func(t *testing.T) {
			p := installed(t)
			b := edited(t, p.portal.URL)
			x, y := b.middle(c.selector)
			b.mouse(chromedp.MousePressed, x, y, 1)
			b.answeredAll()
			b.mouse(chromedp.MouseReleased, x, y, 1)
			b.shows(c.leads)
			b.shows(fault)
			if name == "use" {
				equals(b, "10.20.0.0/20", `document.getElementById('network_cidr').value`)
			}
			b.quietBut422()
		})
	}
}

// quietBut422 is quiet, but for what the browser itself notes of a page that is
// answered with 422.
func (b *tab) quietBut422() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, message := range b.messages {
		require.Contains(b.t, message, "422")
	}
}

// TestAPressThatLeadsNowhere lets go beside the button, and where the browser
// takes the pointer away: what was held back is shown.
func TestAPressThatLeadsNowhere(t *testing.T) {
	t.Parallel()
	p := installed(t)
	for name, end := range map[string]func(b *tab){
		"let go elsewhere":       func(b *tab) { b.mouse(chromedp.MouseReleased, 2, 2, 1) },
		"a long touch, no click": func(b *tab) { b.do(evaluated(`dispatchEvent(new PointerEvent('pointerup'))`)) },
		"taken away":             func(b *tab) { b.do(evaluated(`dispatchEvent(new PointerEvent('pointercancel'))`)) },
		"let go unseen":          func(b *tab) { b.do(evaluated(`dispatchEvent(new PointerEvent('pointermove', {buttons: 0}))`)) },
	} {
		t.Run(name, func(t *testing.T) {
			b := edited(t, p.portal.URL)
			x, y := b.middle(submit)
			b.mouse(chromedp.MousePressed, x, y, 1)
			b.answeredAll()
			b.isEmpty(messagesOf("application"))
			end(b)
			b.becomes(messagesOf("application") + `.includes('Application must be')`)
			b.quiet()
		})
	}
}

// TestASubmittedFormIsLeftAlone sends the form while an answer is held back: it
// has no more to say to a page that is about to be left. The portal answers with
// no page, so that this one can still be looked at.
func TestASubmittedFormIsLeftAlone(t *testing.T) {
	t.Parallel()
	p := installed(t)
	var sent atomic.Int32
	b := edited(t, p.front(noPage(&sent)))
	x, y := b.middle(submit)
	b.mouse(chromedp.MousePressed, x, y, 1)
	b.answeredAll()
	b.mouse(chromedp.MouseReleased, x, y, 1)
	require.Eventually(t, func() bool { return sent.Load() == 1 }, pollTime, 10*time.Millisecond)
	// This timer is set after those of the script, and is due after them.
	b.awaits(`new Promise(due => setTimeout(due, 500))`)
	b.isEmpty(messagesOf("application"))
}

// TestThePageStaysUnderTheKeyboard leaves a field by Tab: the field that has the
// focus then stays in its place on the screen if a message appears above it.
func TestThePageStaysUnderTheKeyboard(t *testing.T) {
	t.Parallel()
	p := installed(t)
	holds := map[string]chan struct{}{"a!": make(chan struct{}), "c!": make(chan struct{})}
	b := p.tab(phone)
	b.visit(p.holding(holds) + "/requests/new")
	for _, c := range []struct{ field, scrolled, value string }{{"application", "0", "a!"}, {"cost_centre", "200", "c!"}} {
		b.do(evaluated(`document.getElementById('`+c.field+`').focus({preventScroll: true})`), evaluated(`scrollTo(0, `+c.scrolled+`)`))
		b.press(c.value + kb.Tab)
		b.waits("1")
		const top = `document.activeElement.getBoundingClientRect().top`
		was := evaluate[float64](b, top)
		close(holds[c.value])
		b.becomes(messagesOf(c.field) + ` != ''`)
		b.awaits(`new Promise(painted => requestAnimationFrame(() => requestAnimationFrame(painted)))`)
		require.InDelta(t, was, evaluate[float64](b, top), 1, "scrolled by %s", c.scrolled)
	}
	b.quiet()
}
