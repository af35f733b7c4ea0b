package browser

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEnvironmentsLeadOn renews an environment, and starts a request in a free network.
func TestEnvironmentsLeadOn(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	p.id("checkout", "2026-12-15")
	b := open(t, chromium(t), phone)
	b.withoutScripts()
	b.visit(p.portal.URL + "/environments")
	renew := evaluate[string](b, `document.querySelector('[aria-labelledby=ending] a[href*="renew="]').innerText`)
	require.Regexp(t, `^Renew \S+ (development|test) until [0-9]+ [A-Z][a-z]+ 2027$`, renew)
	b.click(`[aria-labelledby=ending] a[href*="renew="]`)
	require.Equal(t, renew, b.heading())

	b.visit(p.portal.URL + "/environments")
	b.click(`main > .actions a`)
	b.do(evaluated(`document.getElementById('pool').value = '10.0.0.0/12'; document.getElementById('length').value = '22'`))
	b.click(`[aria-labelledby=free] button`)
	require.Equal(t, "10.0.0.0/12", evaluate[string](b, `document.getElementById('pool').value`))
	require.Equal(t, 8, evaluate[int](b, `document.querySelectorAll('[aria-labelledby=free] li a').length`))
	b.click(`[aria-labelledby=free] li a`)
	require.Equal(t, "10.0.0.0/22", b.valueOf("network_cidr"))
	b.visit(p.portal.URL + "/environments?pool=10.0.0.0/8&length=30")
	require.Contains(t, b.text(), "Policy accepts no free range of this length")
	b.visit(p.portal.URL + "/environments?q=checkout")
	require.Equal(t, "environments", evaluate[string](b, `document.querySelector('main section').getAttribute('aria-labelledby')`), "hits come first")
	b.quiet()
	b.visit(p.portal.URL + "/environments?pool=10.0.0.0/40&length=99")
	require.Equal(t, "problem", evaluate[string](b, `document.activeElement.id`))
	require.Contains(t, evaluate[string](b, `document.title`), "Error: Environments")
	require.Equal(t, []string{"#pool", "#length"}, evaluate[[]string](b, `[...document.querySelectorAll('#problem a')].map(a => a.getAttribute('href'))`))
	require.Equal(t, "99", evaluate[string](b, `document.getElementById('length').value`))
}
