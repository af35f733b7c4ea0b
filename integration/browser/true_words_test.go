package browser

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTheSummaryOfFaultsGoes corrects what a send found, one fault after the other.
func TestTheSummaryOfFaultsGoes(t *testing.T) {
	t.Parallel()
	p := installed(t)
	b := p.open(desktop, "/requests/new")
	values := requestForm()
	values["application"], values["owner"] = "x", "unknown"
	b.fill(values)
	b.click(submit)
	struck := func() string {
		return evaluate[string](b, `[...document.querySelectorAll('#problem li')]
			.map((item) => item.querySelector('a').hash + ' ' + getComputedStyle(item).textDecorationLine).join(', ')`)
	}
	require.Equal(t, "#application none, #owner none", struck())
	b.fill(map[string]string{"owner": "payments-team@example.com"})
	b.answeredAll()
	require.Equal(t, "#application none, #owner line-through", struck())
	b.fill(map[string]string{"owner": "unknown"})
	b.answeredAll()
	require.Equal(t, "#application none, #owner none", struck())
	b.fill(map[string]string{"owner": "payments-team@example.com", "application": "checkout"})
	b.answeredAll()
	require.Empty(t, struck())
	b.lacksText("There is a problem")
	b.contains("Policy would accept", verdictText)
	require.NotContains(t, evaluate[string](b, `document.title`), "Error")
}

// TestARangeRemovesNoPrice writes ranges that nothing can be built in.
func TestARangeRemovesNoPrice(t *testing.T) {
	t.Parallel()
	p := installed(t)
	b := p.open(desktop, "/requests/new")
	values := requestForm()
	values["monthly_budget"] = "50"
	b.fill(values)
	prices := func() string {
		b.answeredAll()
		return evaluate[string](b, `[...document.querySelectorAll('.price, #verdict .bar')].map((e) => e.innerText).join('|')`)
	}
	whole := prices()
	require.Contains(t, whole, "262.34 of 50 USD a month")
	for _, network := range []string{"10.50.0.0/30", "10.0.0.0/8", "8.8.8.0/24", "8.8.8.8/32", "10.40.0.0", "elsewhere", ""} {
		b.fill(map[string]string{"network_cidr": network})
		require.Equal(t, whole, prices(), network)
	}
	b.contains("1 thing to change, 1 field to complete", verdictText)
	b.fill(map[string]string{"network_cidr": "10.20.8.0/20", "monthly_budget": "1.000"})
	b.answeredAll()
	b.contains("Note: The request has the range without the host bits of 10.20.8.0/20.", messagesOf("network_cidr"))
	b.contains("Use 10.20.0.0/20", messagesOf("network_cidr"))
	equals(b, "1.000", `document.querySelector('[data-follows=monthly_budget]').textContent`)
	b.fill(map[string]string{"network_cidr": "", "monthly_budget": "50"})
	b.fill(map[string]string{"network_cidr": "elsewhere", "owner": "unknown", "application": ""})
	b.answeredAll()
	b.contains("Policy would deny this request: 1 thing to change, 2 fields to correct, 1 field to complete.", verdictText)
	equals(b, "Monthly budget, Application, Owner, Network range", `[...document.querySelectorAll('#verdict .names a')].map((a) => a.innerText).join(', ')`)
}

// TestNothingClaimsToBeLiveWithoutScripts holds that the verdict is there only as the
// answer to Check, and does not stick over the form.
func TestNothingClaimsToBeLiveWithoutScripts(t *testing.T) {
	t.Parallel()
	p := installed(t)
	for _, width := range []int64{phone, desktop} {
		b := p.tab(width)
		b.withoutScripts()
		b.visit("/requests/new")
		b.lacksText("Verdict")
		b.lacksText("Policy answers while you write")
		b.hasText("Every field is needed")
		b.click(check)
		b.hasText("Verdict")
		b.hasText("No policy problems so far: 9 fields to complete.")
		require.NotEqual(t, "sticky", evaluate[string](b, `getComputedStyle(document.getElementById('verdict')).position`))

		scripted := p.open(width, "/requests/new")
		scripted.hasText("Policy answers while you write")
		scripted.hasText("9 fields to complete.")
	}
}
