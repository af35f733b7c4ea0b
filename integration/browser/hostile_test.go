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

// TestTenThousandRequests reads each list with 10,000 records. 2,500 of them are denied, 5,000 share one network, and
// each of 2,000 owners and 3,000 cost centres has its own total.
func TestTenThousandRequests(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	const all, proposals = 10_000, 110
	for i := range all {
		fields := map[string]any{
			"application": fmt.Sprintf("app-%d", i), "owner": fmt.Sprintf("team-%d@example.com", i%2000), "cost_centre": fmt.Sprintf("CC-%d", 1000+i%3000),
		}
		if i%2 == 1 {
			fields["network_cidr"] = fmt.Sprintf("10.%d.%d.0/24", 64+i/256, i%256)
		}
		switch {
		case i%4 == 3:
			fields["expiry_date"] = ""
		case i%10 == 0:
			fields["expiry_date"] = "2026-12-20"
		}
		id := p.wants(fmt.Sprint(i), fields)
		if i%4 == 1 && i < 4*proposals {
			p.propose(id)
		}
	}
	b := open(t, chromium(t), desktop)
	rows := func() int {
		b.t.Helper()
		return evaluate[int](b, `document.querySelectorAll('.rows tbody tr').length`)
	}
	first := func() string {
		b.t.Helper()
		return evaluate[string](b, `document.querySelector('.rows tbody tr a').firstChild.data`)
	}
	for path, words := range map[string][]string{
		"":              {"1,967,550.00 USD", "Denied, to correct: more than 1,000", "Ends within six weeks: 1,000", "The newest 8 of 10,000 requests"},
		"/environments": {"7,500 environments with an accepted request, 1,967,550.00 USD a month", "overlaps 4,996 more environments", "1,480 others\t7,400 environments\t1,941,316.00"},
		"/environments?pool=10.64.0.0%2F10&length=24": {"New environment in 10.64.0.0/24\nNew environment in 10.64.2.0/24\nNew environment in 10.64.3.0/24"},
		"/environments?overlapping=true&order=end":    {"50 environments of more, the first to end first"},
		"/operations":          {"50 of 110 proposals, the newest first"},
		"/operations/activity": {"the newest first"},
		"/requests":            {"1–50 of 10,000 requests, the newest first"},
		"/requests?decision=denied&needs=correction": {"1–50 of more than 50 requests"},
	} {
		address := p.portal.URL + path
		html, sent := weigh(t, address)
		require.Less(t, sent, pageWeight, path)
		require.Less(t, html, 60<<10, path)
		for _, width := range []int64{phone, 1440} {
			b.do(chromedp.EmulateViewport(width, height))
			b.visit(address)
			b.do(evaluated(openAll))
			b.fits(path, width)
			for _, word := range words {
				require.Contains(t, b.text(), word, path)
			}
		}
	}
	b.do(chromedp.EmulateViewport(desktop, height))
	for _, list := range []struct {
		path, first, second, words, search string
		found                              int
	}{
		{"/environments?overlapping=true", "app-9998", "app-9898", "50 environments of more", "APP-123", 7},
		{"/operations", "app-437", "app-237", "50 of 110 proposals", "APP-12", 3},
		{"/operations/activity", "app-9999", "app-9949", "the newest first", "APP-123", 11},
		{"/requests", "app-9999", "app-9949", "51–100 of 10,000 requests", "PP-123", 11},
	} {
		b.visit(p.portal.URL + list.path)
		require.Equal(t, list.first, first(), list.path)
		for _, link := range []string{"next", "next", "prev"} {
			b.click(`[rel=` + link + `]`)
			b.fits(list.path, desktop)
		}
		require.Equal(t, list.second, first(), list.path)
		require.Contains(t, b.text(), list.words)
		b.do(chromedp.SetValue(chromedp.ID("q"), list.search))
		b.click(`main .filter .button`)
		require.Equal(t, list.found, rows(), list.path)
	}
	require.Contains(t, b.text(), "11 requests, the newest first")

	// In a window that is not wide, each row still shows all its columns.
	b.do(chromedp.EmulateViewport(1024, height))
	b.visit(p.portal.URL + "/requests")
	require.Equal(t, "table-row", evaluate[string](b, `getComputedStyle(document.querySelector('tbody tr')).display`))
	require.True(t, evaluate[bool](b, `document.querySelector('.scroll').scrollWidth <= document.querySelector('.scroll').clientWidth`))
	b.quiet()
}
