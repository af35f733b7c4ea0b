package browser

import (
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	changesText = `document.querySelector('section[aria-labelledby=changes]').innerText`
	lede        = `document.querySelector('.lede').innerText`
	dollarsOf   = `const dollars = e => Number(e.textContent.replace(/[^\d.−]/g, '').replace('−', '-'));`
	rowCosts    = `(() => {` + dollarsOf + ` return [...document.querySelectorAll('#changes')].flatMap(h => [...h.closest('section').querySelectorAll('td.number')]).map(dollars).reduce((a, b) => a + b, 0) })()`
	// miscounted is empty if the sentence counts the rows, and the first ten rows are visible.
	miscounted = `(() => {
		const told = [...` + lede + `.matchAll(/(\d+) [a-z]/g)].reduce((sum, m) => sum + Number(m[1]), 0)
		const rows = [...document.querySelectorAll('.changes tbody tr')], seen = rows.filter(r => r.checkVisibility())
		return told === rows.length && seen.length >= Math.min(10, rows.length) ? '' : told + ' told, ' + rows.length + ' rows, ' + seen.length + ' visible'
	})()`
	totalCost = `parseFloat(document.querySelector('aside .bar').innerText)`
)

// TestAProposalShowsWhatItChanges against the proposal before it of the same environment,
// and of no other one.
func TestAProposalShowsWhatItChanges(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	first := p.propose(p.wants("first", nil))
	other := p.propose(p.wants("other", map[string]any{"environment": "test"}))
	larger := p.propose(p.wants("larger", map[string]any{"cluster_size": "medium"}))
	moved := p.propose(p.wants("moved", map[string]any{"cluster_size": "medium", "network_cidr": "10.60.0.0/20"}))
	b := open(t, chromium(t), desktop)
	for _, one := range []string{first, other} {
		b.visit(p.portal.URL + "/proposals/" + one)
		require.Contains(t, evaluate[string](b, lede), " resources, all new.")
		require.Empty(t, evaluate[string](b, miscounted))
		require.Regexp(t, `\d+ resources without a cost`, evaluate[string](b, changesText))
		require.InDelta(t, evaluate[float64](b, totalCost), evaluate[float64](b, rowCosts), .001, "the rows add up to the total")
	}
	b.visit(p.portal.URL + "/proposals/" + larger)
	require.Contains(t, evaluate[string](b, changesText), "against "+first)
	require.Regexp(t, `Resources: .*It costs 382\.66 USD more a month\.`, evaluate[string](b, lede))
	require.Regexp(t, `Cluster size\s+small medium`, evaluate[string](b, changesText))
	require.Regexp(t, `±\s+aws_eks_node_group\.this\s+replaced: .*\s+\+371\.26`, evaluate[string](b, changesText), "the row with its money")
	require.InDelta(t, 382.66, evaluate[float64](b, rowCosts), .001, "the rows add up to the difference")
	require.Empty(t, evaluate[string](b, miscounted))
	require.Contains(t, evaluate[string](b, `document.querySelector('aside').innerText`), "645.00 of ")
	require.NotContains(t, evaluate[string](b, `document.querySelector('#summary').innerText`), "645.00", "the page gives the cost once")

	b.visit(p.portal.URL + "/proposals/" + moved)
	require.Contains(t, evaluate[string](b, changesText), "against "+larger)
	require.Regexp(t, `Resources: \d+ replaced.*It costs the same\.`, evaluate[string](b, lede))
	require.Empty(t, evaluate[string](b, miscounted))
	require.Contains(t, evaluate[string](b, `document.querySelector('section[aria-labelledby=changes]').textContent`), "aws_vpc.this")
	b.visit(p.portal.URL + "/proposals/" + moved + "#picture")
	require.Empty(t, evaluate[[]string](b, topologyFaults))
	b.quiet()
}
