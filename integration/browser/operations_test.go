package browser

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOperationsLeadsToTheProposal(t *testing.T) {
	t.Parallel()
	p, address := proposed(t)
	b := open(t, chromium(t), phone)
	b.withoutScripts()
	b.visit(p.portal.URL + "/operations")
	require.Contains(t, b.text(), "Proposals")
	require.Equal(t, "Ready for review", evaluate[string](b, `document.querySelector('[aria-current=step] strong').innerText`))
	require.Equal(t, 4, evaluate[int](b, `[...document.querySelectorAll('ol li')].filter(li => li.innerText.includes('Guarded, not executed')).length`))
	b.click(`tbody a[href^="/proposals/"]`)
	require.Equal(t, address, evaluate[string](b, `location.href`))
	b.click(`#summary a[href^="/requests/"]`)
	require.Contains(t, b.text(), "Accepted")
}
