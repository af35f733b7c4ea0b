package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// TestHostileValues writes what must not act, and what must not fit, into every
// field.
func TestHostileValues(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	b := open(t, chromium(t), phone)
	for name, value := range map[string]string{
		"markup": `"><img src=x onerror=document.title=1><script>alert(1)</script></textarea>`,
		"bidi":   "abc\u202e\u2066gnp.\u2069\u200b",
		"long":   strings.Repeat("w", 500),
	} {
		b.visit(p.portal.URL + "/requests/new")
		b.do(evaluated(`for (const input of document.querySelectorAll('.request [name]')) {
			if (input.type == 'date') input.type = 'text'
			if (input.tagName == 'SELECT') input.append(new Option(` + quoted(value) + `))
			if (input.name != 'key' && input.tagName != 'BUTTON') input.value = ` + quoted(value) + `
			input.checked = true
		}`))
		b.click(submit)
		require.Contains(t, b.text(), "There is a problem", name)
		for _, field := range []string{"application", "owner", "expiry_date", "cluster_size", "business_justification"} {
			require.Equal(t, value, b.valueOf(field), "%s in %s", name, field)
		}
		require.Zero(t, evaluate[int](b, `document.querySelectorAll('main img, main script').length`))
		for _, width := range []int64{desktop, phone, small} {
			b.do(chromedp.EmulateViewport(width, height))
			b.fits(name, width)
		}
	}
}

// TestALongListOfRequests walks through 10,000 records.
func TestALongListOfRequests(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	for i := range 10_000 {
		p.request(fmt.Sprintf("app-%d", i), "")
	}
	b := open(t, chromium(t), desktop)
	b.visit(p.portal.URL + "/requests")
	rows := func() int { b.t.Helper(); return evaluate[int](b, `document.querySelectorAll('tbody tr').length`) }
	first := func() string {
		b.t.Helper()
		return evaluate[string](b, `document.querySelector('tbody tr a').firstChild.data`)
	}
	require.Contains(t, b.text(), "1–50 of 10,000 requests, the newest first")
	require.Equal(t, "app-9999", first())
	b.click(`[rel=next]`)
	require.Contains(t, b.text(), "51–100 of 10,000 requests")
	require.Equal(t, "app-9949", first())
	b.fits("a part of the list", desktop)
	b.click(`[rel=next]`)
	b.click(`[rel=prev]`)
	require.Contains(t, b.text(), "51–100 of 10,000 requests")
	require.Equal(t, "app-9949", first())
	b.do(chromedp.SetValue(chromedp.ID("q"), "PP-123"))
	b.click(`main form .button`)
	require.Equal(t, 11, rows(), "app-123 and those that begin so")
	require.Contains(t, b.text(), "11 requests, the newest first")

	// In a window that is not wide, each row still shows all its columns.
	b.do(chromedp.EmulateViewport(1024, height))
	b.visit(p.portal.URL + "/requests")
	require.Equal(t, "table-row", evaluate[string](b, `getComputedStyle(document.querySelector('tbody tr')).display`))
	require.True(t, evaluate[bool](b, `document.querySelector('.scroll').scrollWidth <= document.querySelector('.scroll').clientWidth`))
}
