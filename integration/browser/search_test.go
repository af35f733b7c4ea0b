package browser

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// missedWords returns the visible words of the first six rows by which a search does not find their rows, and the rows that a
// search for all their words does not find. Links to actions do not count. The portal counts ages by its own clock.
const missedWords = `(async () => {
	const link = row => row.querySelector('th a').getAttribute('href')
	const finds = async (words, row) => {
		const answer = await fetch(location.pathname + '?q=' + encodeURIComponent(words))
		return (await answer.text()).includes('<th scope="row"><a href="' + link(row) + '"')
	}
	const missed = []
	for (const row of [...document.querySelectorAll('.rows tbody tr')].slice(0, 6)) {
		const shown = row.cloneNode(true)
		shown.querySelectorAll('.unseen, [href*="new?from="], [href*="compare?"], .both time').forEach(e => e.replaceWith(' '))
		const words = [...new Set([...shown.querySelectorAll('*')].flatMap(e => [...e.childNodes])
			.filter(n => n.nodeType == Node.TEXT_NODE).flatMap(n => n.data.split(/\s+/)))].filter(word => word)
		const texts = [...words, words.join(' ').slice(0, 250), ...[...shown.querySelectorAll('time')].map(t => t.innerText)]
		const finding = await Promise.all(texts.map(text => finds(text, row)))
		missed.push(...texts.filter((_, i) => !finding[i]).map(text => link(row) + ': ' + text))
	}
	return missed
})()`

// TestSearchFindsWhatRowsShow also searches for words that no row of the list shows.
func TestSearchFindsWhatRowsShow(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.fill()
	p.submit("ledger", `{"application":"ledger","environment":"production","owner":"ledger-team@example.com",`+
		`"cost_centre":"EU-1","data_classification":"internal","region":"eu-west-1","network_cidr":"10.9.0.0/20","cluster_size":"large",`+
		`"monthly_budget":12500,"business_justification":"Trying the new checkout against the payment partner."}`)
	for _, id := range p.requestIDs("accepted") {
		p.propose(id)
	}
	b := p.tab(desktop)
	for path, words := range map[string]struct{ shown, hidden string }{
		"/requests":            {"denied by 1 rule|262.34, of 1500|2026-11-21 no end|by 1 rule", "overlaps|exception|the first|2026-11-22"},
		"/operations/activity": {"21 Nov 2026, 12:00 of 12,500", "overlaps"},
		"/environments":        {"overlaps proposal|10.9.0.0/20 EU-1", "accepted|denied|12:00|21 nov|10.9.0.0/21"},
		"/operations":          {"request new|12500", "the first|accepted|denied|CC-4711|10.40.0.0/20|12:00|overlaps"},
	} {
		b.visit(path)
		missed, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]string](missedWords, chromedp.EvalAwaitPromise))
		require.NoError(t, err)
		assert.Empty(t, missed, path)
		for text, want := range map[string]bool{words.shown: true, words.hidden: false} {
			for word := range strings.SplitSeq(text, "|") {
				b.visit(path + "?q=" + url.QueryEscape(word))
				assert.Equal(t, want, evaluate[bool](b, `!!document.querySelector('.rows tbody th .hint')`), "%s: %s", path, word)
			}
		}
	}
	b.quiet()
}
