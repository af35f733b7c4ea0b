package browser

import (
	"testing"

	"github.com/stretchr/testify/require"
)

const changesText = `document.querySelector('section[aria-labelledby=changes]').innerText`

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
		require.Contains(t, evaluate[string](b, changesText), "This is the first proposal of the environment: all of it is new.")
	}
	b.visit(p.portal.URL + "/proposals/" + larger)
	require.Contains(t, evaluate[string](b, changesText), "against "+first)
	require.Regexp(t, `Of the resources .*It costs USD 382\.66 more a month\.`, evaluate[string](b, changesText))
	require.Regexp(t, `Cluster size\s+small medium`, evaluate[string](b, changesText))

	b.visit(p.portal.URL + "/proposals/" + moved)
	require.Contains(t, evaluate[string](b, changesText), "against "+larger)
	require.Regexp(t, `Of the resources \d+ replaced.*It costs the same\.`, evaluate[string](b, changesText))
	require.Contains(t, evaluate[string](b, `document.querySelector('section[aria-labelledby=changes]').textContent`), "aws_vpc.this")
	require.LessOrEqual(t, len(b.printed()), 5)
	require.Empty(t, evaluate[[]string](b, topologyFaults))
	b.quiet()
}
