package browser

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEnvironmentsLeadOn renews an environment, and starts a request in a free network.
func TestEnvironmentsLeadOn(t *testing.T) {
	t.Parallel()
	p := installed(t)
	p.request("checkout", "2026-12-15")
	b := p.tab(phone)
	b.withoutScripts()
	b.visit("/environments")
	renew := evaluate[string](b, `document.querySelector('[aria-labelledby=ending] a[href*="renew="]').innerText`)
	require.Regexp(t, `^Renew \S+ (development|test) until [0-9]+ [A-Z][a-z]+ 2027$`, renew)
	b.click(`[aria-labelledby=ending] a[href*="renew="]`)
	b.hasHeading(renew)

	b.visit("/environments")
	b.click(`main > .actions a`)
	b.do(evaluated(`document.getElementById('pool').value = '10.0.0.0/12'; document.getElementById('length').value = '22'`))
	b.click(`[aria-labelledby=free] button`)
	equals(b, "10.0.0.0/12", `document.getElementById('pool').value`)
	equals(b, 8, `document.querySelectorAll('[aria-labelledby=free] li a').length`)
	b.click(`[aria-labelledby=free] li a`)
	require.Equal(t, "10.0.0.0/22", b.valueOf("network_cidr"))
	b.visit("/environments?pool=10.0.0.0/8&length=30")
	b.hasText("Policy accepts no free range of this length")
	b.visit("/environments?q=checkout")
	equals(b, "environments", `document.querySelector('main section').getAttribute('aria-labelledby')`, "hits come first")
	b.quiet()
	b.visit("/environments?pool=10.0.0.0/40&length=99")
	b.hasFocus("problem")
	b.contains("Error: Environments", `document.title`)
	equals(b, []string{"#pool", "#length"}, `[...document.querySelectorAll('#problem a')].map(a => a.getAttribute('href'))`)
	equals(b, "99", `document.getElementById('length').value`)
}
