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
	totalCost = `parseFloat(document.querySelector('aside .bar').innerText.match(/[\d.]+/)[0])`
)

// TestAProposalShowsWhatItChanges against the proposal before it of the same environment,
// and of no other one.
func TestAProposalShowsWhatItChanges(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.lock(`{"provider":"provider_a","mode":"simulation","allowed_regions":["eu-west-1","eu-central-1"]}`)
	first := p.propose(p.wants("first", nil))
	other := p.propose(p.wants("other", map[string]any{"environment": "test"}))
	unpriced := p.propose(p.wants("unpriced", map[string]any{"region": "eu-central-1"}))
	larger := p.propose(p.wants("larger", map[string]any{"cluster_size": "medium"}))
	moved := p.propose(p.wants("moved", map[string]any{"cluster_size": "medium", "network_cidr": "10.60.0.0/20"}))
	b := p.tab(desktop)
	for _, one := range []string{first, other, unpriced} {
		b.visit("/proposals/" + one)
		b.contains(" resources, all new.", lede)
		b.isEmpty(miscounted)
		b.matches(`\d+ resources without a cost`, changesText)
		require.InDelta(t, evaluate[float64](b, totalCost), evaluate[float64](b, rowCosts), .001, "the rows add up to the total")
	}
	b.matches(`aws_eks_node_group\.this\s+added\s+\+[\d.]+\s+and unknown`, changesText, "in eu-central-1")
	b.matches(`aws_nat_gateway\.this\[0\]\s+added\s+unknown`, changesText, "in eu-central-1")

	b.visit("/proposals/" + larger)
	b.contains("against "+first, changesText)
	b.matches(`Resources: .*It costs 382\.66 USD more a month\.`, lede)
	b.matches(`Cluster size\s+small medium`, changesText)
	b.matches(`±\s+aws_eks_node_group\.this\s+replaced: .*\s+\+371\.26`, changesText, "the row with its money")
	require.InDelta(t, 382.66, evaluate[float64](b, rowCosts), .001, "the rows add up to the difference")
	b.isEmpty(miscounted)
	b.contains("645.00 of ", `document.querySelector('aside').innerText`)
	require.NotContains(t, evaluate[string](b, `document.querySelector('#summary').innerText`), "645.00", "the page gives the cost once")

	b.visit("/proposals/" + moved)
	b.contains("against "+larger, changesText)
	b.matches(`Resources: \d+ replaced.*It costs the same\.`, lede)
	b.isEmpty(miscounted)
	b.matches(`±\s+aws_eks_cluster\.this\s+replaced with .*\s+0\.00`, changesText, "what costs something is not folded")
	b.visit("/proposals/" + first)
	b.contains(" resources, all new.", lede)
	b.contains("a newer proposal", `document.querySelector('.lede + p').innerText`)
	b.isEmpty(`[...document.querySelectorAll('section[aria-labelledby=patch] del')].map(e => e.innerText).join('')`)
	b.visit("/proposals/" + moved)
	b.contains("The range of a network in use cannot change.", changesText)
	b.contains("This environment is not built yet. The range of a network in use cannot change.", `document.querySelector('section[aria-labelledby=handover]').textContent`)
	b.visit("/requests/compare?a=" + p.wants("larger", map[string]any{"cluster_size": "medium"}) + "&b=" + p.wants("moved", map[string]any{"cluster_size": "medium", "network_cidr": "10.60.0.0/20"}))
	b.matches(`~\s+aws_vpc\.this\s+changed in place or replaced: cidr block`, `document.querySelector('section[aria-labelledby=resources]').innerText`, "records lack the replacements")
	b.contains("The range of a network in use cannot change.", `document.querySelector('section[aria-labelledby=resources]').innerText`)
	b.visit("/proposals/" + moved)
	b.contains("aws_vpc.this", `document.querySelector('section[aria-labelledby=changes]').textContent`)
	b.visit("/operations")
	b.matches(`at least 219\.81`, `document.querySelector('main').innerText`, "in eu-central-1")
	b.visit("/proposals/" + moved + "#picture")
	b.isEmpty(topologyFaults)
	b.quiet()
}
