package browser

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTheSummaryOfFaultsGoes corrects what a send found, one fault after the other.
func TestTheSummaryOfFaultsGoes(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	b := open(t, chromium(t), desktop)
	b.visit(p.portal.URL + "/requests/new")
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
	require.NotContains(t, b.text(), "There is a problem")
	require.Contains(t, evaluate[string](b, verdictText), "Policy would accept")
	require.NotContains(t, evaluate[string](b, `document.title`), "Error")
}

// TestARangeRemovesNoPrice writes ranges that nothing can be built in.
func TestARangeRemovesNoPrice(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	b := open(t, chromium(t), desktop)
	b.visit(p.portal.URL + "/requests/new")
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
	require.Contains(t, evaluate[string](b, verdictText), "1 thing to change, 1 field to complete")
	b.fill(map[string]string{"network_cidr": "elsewhere", "owner": "unknown", "application": ""})
	b.answeredAll()
	require.Contains(t, evaluate[string](b, verdictText), "Policy would deny this request: 1 thing to change, 2 fields to correct, 1 field to complete.")
	require.Equal(t, "Monthly budget, Application, Owner, Network range",
		evaluate[string](b, `[...document.querySelectorAll('#verdict .names a')].map((a) => a.innerText).join(', ')`))
}

// TestNothingClaimsToBeLiveWithoutScripts holds that the verdict is there only as the
// answer to Check, and does not stick over the form.
func TestNothingClaimsToBeLiveWithoutScripts(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	for _, width := range []int64{phone, desktop} {
		b := open(t, chromium(t), width)
		b.withoutScripts()
		b.visit(p.portal.URL + "/requests/new")
		require.NotContains(t, b.text(), "Verdict")
		require.NotContains(t, b.text(), "Policy answers while you write")
		require.Contains(t, b.text(), "Every field is needed")
		b.click(check)
		require.Contains(t, b.text(), "Verdict")
		require.Contains(t, b.text(), "No policy problems so far: 9 fields to complete.")
		require.NotEqual(t, "sticky", evaluate[string](b, `getComputedStyle(document.getElementById('verdict')).position`))

		scripted := open(t, chromium(t), width)
		scripted.visit(p.portal.URL + "/requests/new")
		require.Contains(t, scripted.text(), "Policy answers while you write")
		require.Contains(t, scripted.text(), "9 fields to complete.")
	}
}
