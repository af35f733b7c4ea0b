package browser

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// deniedForm are values with two fixes; both leave the owner to the developer.
func deniedForm() map[string]string {
	values := requestForm()
	values["owner"], values["cluster_size"], values["monthly_budget"], values["network_cidr"] = "someone@example.com", "large", "5000", "52.20.0.0/20"
	return values
}

// valueOf returns what a field of the form holds.
func (b *tab) valueOf(field string) string {
	b.t.Helper()
	return evaluate[string](b, `document.querySelector('.request').elements['`+field+`'].value`)
}

// nothingIsStored fails the test when a request was sent.
func (p *platform) nothingIsStored() {
	p.t.Helper()
	require.Contains(p.t, string(p.answered(http.MethodGet, "/v1/environment-requests", "", "")), `"items":[]`)
}

// TestTheFixThatIsTakenIsFollowed fills in the second fix, which needs another fact than the first one.
func TestTheFixThatIsTakenIsFollowed(t *testing.T) {
	t.Parallel()
	p := installed(t)
	id := p.wants("restricted", map[string]any{"data_classification": "restricted", "network_cidr": "52.20.0.0/20"})
	b := p.open(desktop, "/requests/"+id)
	b.click(`section[aria-labelledby=fix] .actions a:nth-of-type(2)`)
	b.hasHeading("New environment")
	const notice = `document.querySelector('.notice').innerText`
	b.contains("The fix is filled in; the rest is yours to declare", notice)
	b.contains("A fix needs another data class.", notice)
	b.contains("1 thing to change", verdictText)
	b.contains("Use data of a lower classification", messagesOf("data_classification"))
	b.isEmpty(messagesOf("environment"))
	equals(b, "Submit", `document.querySelector('button[type=submit]:is([form=request], #request *)').innerText`, "what Enter presses declares nothing")
	b.isEmpty(`[...document.querySelectorAll('#verdict button')].map((e) => e.innerText).join()`, "the other fix")
	b.tap(`.notice [name=use]`)
	b.answeredAll()
	require.Equal(t, "confidential", b.valueOf("data_classification"))
	b.contains("Policy would accept this request", verdictText)
	b.isEmpty(`document.querySelector('.notice')?.innerText ?? ''`, "it is about the request before")
	b.fill(map[string]string{"data_classification": "restricted"})
	b.answeredAll()
	b.contains("1 thing to change", verdictText)
	b.isEmpty(messagesOf("environment"), "the form follows the fix that was taken")
	b.quiet()
}

const fixesText = `document.getElementById('fixes').innerText`

// TestTheFormOffersTheFixes as soon as the request is whole, and fills one in by the
// keyboard. All of it is announced, and nothing is sent.
func TestTheFormOffersTheFixes(t *testing.T) {
	t.Parallel()
	p := governed(t, ownerRule+","+budgetRule, "")
	b := p.open(desktop, "/requests/new")
	b.do(evaluated(`window.told = []; new MutationObserver(() => told.push(live.textContent.trim())).observe(live, {childList: true})`))
	last := func() string { return evaluate[string](b, `told.at(-1).replace(/\s+/g, ' ')`) }
	b.isEmpty(fixesText)
	values := deniedForm()
	b.fill(values)
	b.becomes(fixesText + `.includes('2 fixes')`)
	b.answeredAll()
	require.Contains(t, last(), "Policy would deny this request: 4 things to change. Review the 2 suggested fixes. 1,519.14 of 5,000 USD a month.")
	b.matches(`262.34 USD\s+−[\d,.]+`, fixesText)
	b.contains("Review the 2 suggested fixes", `document.getElementById('verdict').innerText`)

	b.focus("expiry_date")
	b.tabTo("Apply fix 2")
	b.press(kb.Enter)
	b.answeredAll()
	b.hasFocus("monthly_budget", "the first field that was filled in")
	for field, value := range map[string]string{
		"monthly_budget": "900", "network_cidr": "10.20.0.0/20", "cluster_size": "medium", "owner": "someone@example.com", "application": "checkout",
	} {
		require.Equal(t, value, b.valueOf(field), field)
	}
	require.Regexp(t, `^Filled in: Monthly budget, Cluster size, Network range\. .*1 thing to change\. Review the suggested fix\. 645\.00 of 900 USD a month\.$`, last())
	b.contains("yours to choose", fixesText)

	b.tap(`#fixes a.button`)
	b.hasFocus("owner")
	b.fill(map[string]string{"owner": "checkout-team@example.com"})
	b.becomes(fixesText + ` == ''`)
	require.Contains(t, last(), "Policy would accept this request.")
	p.nothingIsStored()
	b.quiet()
	b.click(submit)
	b.hasHeading("checkout, development: Accepted")
}

// TestTheFormOffersTheFixesWithoutScripts does the same by Check.
func TestTheFormOffersTheFixesWithoutScripts(t *testing.T) {
	t.Parallel()
	p := governed(t, ownerRule+","+budgetRule, "")
	b := p.tab(phone)
	b.withoutScripts()
	b.visit("/requests/new")
	b.fill(deniedForm())
	b.click(check)
	b.hasText("Nothing was sent yet. Review the 2 suggested fixes")
	b.click(`#fixes [name=use]`)
	b.hasText("Filled in: Monthly budget, Cluster size, Network range. Nothing was sent yet. Review the suggested fix")
	require.Equal(t, "small", b.valueOf("cluster_size"))
	require.Equal(t, "10.20.0.0/20", b.valueOf("network_cidr"))
	require.Equal(t, "someone@example.com", b.valueOf("owner"))
	b.fill(map[string]string{"owner": "checkout-team@example.com"})
	b.click(check)
	b.hasText("Policy would accept this request")
	b.isEmpty(fixesText)
	p.nothingIsStored()
	b.click(submit)
	b.hasHeading("checkout, development: Accepted")
}

// TestTheFormNamesWhatContradicts where no value that is tried is accepted.
func TestTheFormNamesWhatContradicts(t *testing.T) {
	t.Parallel()
	p := governed(t, budgetRule+","+largeRule, "")
	b := p.open(desktop, "/requests/new")
	b.fill(deniedForm())
	b.becomes(fixesText + `.includes('These rules contradict each other')`)
	for _, words := range []string{"organisation.budget expects of Monthly budget: at most 900", "organisation.large expects of Cluster size: large", "common.budget.covers-estimate"} {
		b.contains(words, fixesText)
	}
	b.holds(`!document.querySelector('#fixes [name=use], #fixes .button')`)
	b.contains("Policy would deny this request: there is no fix.", `document.getElementById('verdict').innerText`)
	p.nothingIsStored()
	b.quiet()
}

// TestAMessageOfCheckGoes once the form is changed: it is of what the form held.
func TestAMessageOfCheckGoes(t *testing.T) {
	t.Parallel()
	p := governed(t, ownerRule+","+budgetRule, "")
	b := p.open(desktop, "/requests/new")
	b.fill(deniedForm())
	b.click(check)
	b.hasText("Nothing was sent yet.")
	b.tap(`#fixes [name=use]`)
	b.becomes(`!document.getElementById('passing')`)
	b.hasFocus("monthly_budget")
	b.quiet()
}

// TestExceptionsFollowTheDecision in the form, the list, the dashboard and the review.
func TestExceptionsFollowTheDecision(t *testing.T) {
	t.Parallel()
	const words = "Accepted with 1 exception"
	p := governed(t, budgetRule, budgetException)
	b := p.open(desktop, "/requests/new")
	b.fill(requestForm())
	b.becomes(`document.getElementById('verdict').innerText.includes('` + words + `')`)
	b.click(check)
	b.hasText("Policy would accept this request with 1 exception")
	b.hasText("The budget is above 900. The exception holds until 31 Jan 2027.")
	b.click(submit)
	b.hasHeading("checkout, development: " + words)
	const row = `[...document.querySelector('[aria-labelledby=requests-caption] td').children]
		.filter((part) => !part.querySelector('time')).map((part) => part.innerText.trim()).join(' ')`
	for _, path := range []string{"/", "/requests"} {
		b.visit(path)
		equals(b, words, row, path)
	}
	b.visit("/policies")
	b.hasText("1 exception; each is for one application in one environment")
	b.quiet()
}

// TestAFixIsNotFollowedByAnOffer applies the cheapest fix, which leaves a budget of more than three times the estimate.
// The note about it comes with the next edit.
func TestAFixIsNotFollowedByAnOffer(t *testing.T) {
	t.Parallel()
	p := installed(t)
	b := p.open(desktop, "/requests/new")
	values := requestForm()
	values["cluster_size"], values["monthly_budget"] = "large", "1200"
	b.fill(values)
	b.becomes(fixesText + `.includes('3 fixes')`)
	b.contains("with the fewest changes; the cheapest is first", fixesText)
	equals(b, "small medium 1,520 USD", `[...document.querySelectorAll('#fixes td strong')].map((e) => e.innerText).sort().reverse().join(' ')`)
	noted := func() bool {
		return strings.Contains(evaluate[string](b, messagesOf("monthly_budget")), "more than three times")
	}

	b.click(submit)
	b.click(`main a.button[href*="fix="]`)
	require.Equal(t, "small", b.valueOf("cluster_size"))
	require.False(t, noted(), "after a page with the fix")
	b.fill(map[string]string{"application": "checkout-two"})
	b.answeredAll()
	require.True(t, noted())

	b.fill(map[string]string{"cluster_size": "large"})
	b.becomes(fixesText + `.includes('3 fixes')`)
	b.tap(`#fixes [name=use]`)
	b.answeredAll()
	require.Equal(t, "small", b.valueOf("cluster_size"))
	require.False(t, noted(), "after the button in the form")
	b.contains("The oldest prices are of May 2025", `document.getElementById('price-note').innerText`)
}

// TestTheRowsOfTheFormAreInLine with messages under some of the fields.
func TestTheRowsOfTheFormAreInLine(t *testing.T) {
	t.Parallel()
	p := installed(t)
	for _, width := range []int64{720, 1440} {
		b := p.open(width, "/requests/new")
		values := requestForm()
		values["monthly_budget"], values["owner"], values["expiry_date"] = "1", "someone", ""
		values["controls.private_cluster"] = "false"
		b.fill(values)
		b.becomes(`document.querySelectorAll('.fault, .rule').length > 3`)
		for _, row := range [][2]string{{"monthly_budget", "application"}, {"owner", "cost_centre"}} {
			for _, part := range []string{`#%s`, `label[for=%s]`} {
				b.isEmpty(fmt.Sprintf(`(([a, b]) => a.x < b.x && Math.abs(a.y - b.y) < 1 ? '' : [a.x, a.y, b.x, b.y].join(' '))(
					[document.querySelector('`+part+`'), document.querySelector('`+part+`')].map((e) => e.getBoundingClientRect()))`, row[0], row[1]), "%d: %s", width, row)
			}
		}
		b.holds(`[...document.querySelectorAll('.messages')].filter((m) => m.checkVisibility()).every((m) =>
			m.getBoundingClientRect().bottom <= m.closest('.panel').getBoundingClientRect().bottom)`, "no message is outside its panel")
	}
}
