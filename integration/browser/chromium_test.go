// Package browser drives the portal in a real Chromium, before the real API.
package browser

import (
	"context"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// The widths at which pages are looked at.
const (
	desktop = 1280
	phone   = 390
	small   = 320
	height  = 844
)

// chromiums are the places where distributions put Chromium or Chrome. They are
// fixed, since a look through PATH would find a different one on each machine.
func chromiums() []string {
	return []string{
		"/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/snap/bin/chromium",
		"/Applications/Chromium.app/Contents/MacOS/Chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	}
}

func findChromium(t *testing.T) string {
	t.Helper()
	for _, path := range chromiums() {
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return path
		}
	}
	require.FailNow(t, "no Chromium found", "the browser tests need one of %q; on Debian: apt-get install chromium", chromiums())
	return ""
}

// shared is the browser of all tests but those that need flags of their own. A
// tab of open has its own cookies, storage and permissions in it.
var shared struct {
	once   sync.Once
	tabs   context.Context
	err    error
	finish func()
}

// finishChromium ends the shared browser, if a test started it.
func finishChromium() {
	if shared.finish != nil {
		shared.finish()
	}
}

// chromium returns a context in which tabs are opened: one of the shared browser.
func chromium(t *testing.T) context.Context {
	t.Helper()
	path := findChromium(t)
	shared.once.Do(func() {
		profile, err := os.MkdirTemp("", "browser-")
		if err != nil {
			shared.err = err
			return
		}
		var end func()
		shared.tabs, end, shared.err = launchChromium(path, profile)
		shared.finish = func() {
			end()
			_ = os.RemoveAll(profile)
		}
	})
	require.NoError(t, shared.err, "Chromium must start")
	return shared.tabs
}

// chromiumWith is chromium in a browser of its own, with more flags.
func chromiumWith(t *testing.T, flags ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	tabs, end, err := launchChromium(findChromium(t), t.TempDir(), flags...)
	t.Cleanup(end)
	require.NoError(t, err, "Chromium must start")
	return tabs
}

// launchChromium starts a browser with a fresh profile, and returns a context in
// which tabs are opened and what ends it.
func launchChromium(path, profile string, flags ...chromedp.ExecAllocatorOption) (tabs context.Context, end func(), err error) {
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.UserDataDir(profile), chromedp.Headless, chromedp.NoFirstRun,
	}
	for _, flag := range []string{
		// Chromium drops input until a page's first picture is on the screen, which
		// on a busy machine is after the page has loaded.
		"allow-pre-commit-input",
		"no-sandbox", "disable-gpu", "disable-quic", "disable-background-networking",
		"disable-component-update", "disable-sync", "hide-scrollbars",
	} {
		options = append(options, chromedp.Flag(flag, true))
	}
	allocator, endAllocator := chromedp.NewExecAllocator(context.Background(), append(options, flags...)...)
	tabs, endTabs := chromedp.NewContext(allocator)
	end = func() {
		endTabs()
		endAllocator()
	}
	return tabs, end, chromedp.Do(tabs)
}

// tab is one tab with its own cookies.
type tab struct {
	t   *testing.T
	ctx context.Context
	// site is the address that paths begin with.
	site string

	mu       sync.Mutex
	messages []string
}

// tabTime bounds all that a test does in a tab.
const tabTime = 3 * time.Minute

// pollTime bounds the wait for one thing in a page.
const pollTime = 10 * time.Second

// open opens a tab as wide as asked. When the test ends, nothing may have been
// written to its console: no error, and no breach of the content policy.
func open(t *testing.T, browser context.Context, width int64) *tab {
	t.Helper()
	ctx, end := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(end)
	ctx, cancel := context.WithTimeout(ctx, tabTime)
	t.Cleanup(cancel)
	b := &tab{t: t, ctx: ctx}
	require.NoError(t, chromedp.Listen(ctx, b.hear))
	b.do(chromedp.EmulateViewport(width, height))
	b.before(counted)
	return b
}

// hear keeps what the page writes to its console.
func (b *tab) hear(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		b.messages = append(b.messages, "console."+string(e.Type))
	case *runtime.EventExceptionThrown:
		b.messages = append(b.messages, "exception: "+e.ExceptionDetails.Text)
	case *page.EventJavascriptDialogOpening: // a written form asks before it is left
		go func() {
			_, _ = chromedp.Call(b.ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
		}()
	case *log.EventEntryAdded:
		b.messages = append(b.messages, string(e.Entry.Source)+": "+e.Entry.Text)
	}
}

// quiet fails the test when the page wrote anything to its console.
func (b *tab) quiet() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	require.Empty(b.t, b.messages, "the console must stay empty")
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	require.NoError(b.t, chromedp.Do(b.ctx, steps...))
}

// visit loads an address, or a path of the site, and waits for it.
func (b *tab) visit(address string) {
	b.t.Helper()
	if strings.HasPrefix(address, "/") {
		address = b.site + address
	}
	b.do(chromedp.Navigate(address))
}

// evaluate returns the value of an expression in the page.
func evaluate[T any](b *tab, expression string) T {
	b.t.Helper()
	value, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	require.NoError(b.t, err, expression)
	return value
}

// becomes waits until an expression is true in the page.
func (b *tab) becomes(expression string) {
	b.t.Helper()
	_, err := chromedp.Run(b.ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(pollTime)))
	require.NoError(b.t, err, expression)
}

// text returns the text of the page as a reader sees it.
func (b *tab) text() string {
	b.t.Helper()
	return evaluate[string](b, "document.body.innerText")
}

// press presses keys and lets the page act on them.
func (b *tab) press(keys string) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(keys))
}

// focused says what has the focus: its id, else its text. It waits for a frame,
// since a page that is loaded gives the focus in the first frame.
func (b *tab) focused() string {
	b.t.Helper()
	b.becomes("true")
	return evaluate[string](b, `document.activeElement.id || document.activeElement.innerText.trim()`)
}

// quoted returns words as a string of the page's language.
func quoted(words string) string { return strconv.Quote(words) }
