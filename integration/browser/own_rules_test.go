package browser

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// The rules of an organisation: an owner that only a person knows, a small budget for
// which there is an exception, and two rules that contradict each other.
const (
	ownerRule = `{"id":"organisation.owner","title":"Owners are teams","field":"owner","level":"mandatory",
		"require":"request.owner.matches('^[a-z]+-team@example[.]com$')","message":"The owner is no team.",
		"remediation":"Write the address of the team that answers for the application.","expected":"an address that ends with -team@example.com"}`
	budgetRule = `{"id":"organisation.budget","title":"Budgets are small","field":"monthly_budget","level":"mandatory",
		"require":"request.monthly_budget <= 900","message":"The budget is above 900.",
		"remediation":"Lower the budget to 900 or less.","expected":"at most 900","suggest":"900"}`
	largeRule = `{"id":"organisation.large","title":"Clusters are large","field":"cluster_size","level":"mandatory",
		"require":"request.cluster_size == 'large'","message":"The cluster is not large.",
		"remediation":"Choose the large cluster.","expected":"large","suggest":"'large'"}`
	budgetException = `{"policy":"organisation.budget","application":"checkout","environment":"development","owner":"finance@example.com",
		"reason":"The partner's load tests need the larger cluster until they are over.","until":"2027-01-31"}`
	endedException = `{"policy":"common.network.private","application":"identity-provider-gateway-main","environment":"production","owner":"network-team-of-the-company@example.com",
		"reason":"The company owns 52.20.0.0/16 and routes it inside only, until the move to the new data centre is over.","until":"2026-11-20"}`
)

// governed returns a platform with rules and exceptions of the organisation.
func governed(t *testing.T, rules, exceptions string) *platform {
	t.Helper()
	p := startPlatform(t)
	p.lock(`{"provider":"provider_a","mode":"simulation","allowed_regions":["eu-west-1","eu-central-1"],
		"policies":[` + rules + `],"exceptions":[` + exceptions + `]}`)
	return p
}

// wants sends a request that would be accepted but for some fields, and returns its ID.
func (p *platform) wants(key string, fields map[string]any) string {
	p.t.Helper()
	document := map[string]any{
		"application": "search", "environment": "development", "owner": "search-team@example.com", "cost_centre": "CC-4711",
		"data_classification": "internal", "region": "eu-west-1", "network_cidr": "10.40.0.0/20", "cluster_size": "small", "monthly_budget": 800,
		"business_justification": "Trying the new search against the catalogue.", "expiry_date": "2027-01-31",
	}
	maps.Copy(document, fields)
	encoded, err := json.Marshal(document)
	require.NoError(p.t, err)
	return p.submit(key, string(encoded))
}

// severalFixes are fields of a request with several fixes. Each fix leaves the owner
// to the developer.
var severalFixes = map[string]any{"region": "us-east-1", "cluster_size": "large", "monthly_budget": 5000, "owner": "someone@example.com"}

// ownRules are the pages that differ with rules and exceptions of the organisation.
func ownRules(t *testing.T) []shown {
	t.Helper()
	p := governed(t, ownerRule+","+budgetRule, budgetException+","+endedException)
	several := p.wants("several", severalFixes)
	excepted := p.wants("excepted", map[string]any{"application": "checkout", "monthly_budget": 1500})
	stuck := governed(t, budgetRule+","+largeRule, "")
	return []shown{
		p.page("review-fixes", "/requests/"+several),
		p.page("new-environment-fixes", "/requests/new?from="+several, presses(check)),
		p.page("new-environment-filled", "/requests/new?from="+several, presses(check), func(b *tab) {
			b.tap(`#fixes [name=use]`)
			b.answeredAll()
		}),
		p.page("new-environment-excepted", "/requests/new?from="+excepted, presses(check)),
		stuck.page("new-environment-contradiction", "/requests/new?from="+stuck.wants("stuck", nil), presses(check)),
		p.page("policies-excepted", "/policies"),
		p.page("requests-excepted", "/requests"),
		p.page("new-environment-open", "/requests/new?fix=monthly_budget%3D900%26cluster_size%3Dmedium&from="+several),
		p.page("review-excepted", "/requests/"+excepted),
		p.page("excepted-proposal", "/proposals/"+p.propose(excepted)),
		stuck.page("review-contradiction", "/requests/"+stuck.wants("stuck", nil)),
	}
}

// TestFortyViolations shows each violation once and one message a field, on the review and as the answer to Check. Apply
// is on the first screen of the review.
func TestFortyViolations(t *testing.T) {
	t.Parallel()
	const violations = 40
	var rules []string
	for i := range violations {
		rules = append(rules, fmt.Sprintf(`{"id":"organisation.rule-%[1]d","title":"T","field":"monthly_budget","level":"mandatory",
			"require":"request.monthly_budget >= %[1]d","message":"Rule %[1]d wants more.","remediation":"Raise it.","expected":"more","suggest":"1500"}`, 1001+i))
	}
	p := governed(t, strings.Join(rules, ","), "")
	address := p.portal.URL + "/requests/" + p.wants("many", nil)
	shown := func(b *tab) {
		t.Helper()
		text := evaluate[string](b, `[...document.querySelectorAll('main :is(.notice, .panel)')].map((part) => {
			const copy = part.cloneNode(true)
			copy.querySelectorAll('.panel, .command').forEach((inner) => inner.remove())
			return copy.textContent
		}).join()`)
		for i := range violations {
			require.Equal(t, 1, strings.Count(text, fmt.Sprintf("Rule %d wants more.", 1001+i)))
		}
		equals(b, 1, `[...document.querySelectorAll('.rule:not(.rule-calm)')].filter((rule) => rule.checkVisibility()).length`)
	}
	for _, size := range [][2]int64{{1440, 900}, {phone, height}, {small, height}} {
		b := p.tab(size[0])
		b.do(chromedp.EmulateViewport(size[0], size[1]))
		b.visit(address)
		require.Less(t, evaluate[float64](b, `document.querySelector('[aria-labelledby=fix] .button').getBoundingClientRect().bottom`), float64(size[1]))
		shown(b)
		b.fits("forty violations", size[0])
		b.withoutScripts()
		b.click(`main a[href*="/requests/new?from="]`)
		b.click(check)
		shown(b)
		b.fits("forty violations, checked", size[0])
	}
}

// TestTheSecondFix is applied, and the field that it leaves to a person is chosen.
func TestTheSecondFix(t *testing.T) {
	t.Parallel()
	p := governed(t, ownerRule+","+budgetRule, "")
	b := p.open(phone, "/requests/"+p.wants("several", severalFixes))
	b.click(`section[aria-labelledby=fix] a.button-quiet`)
	b.hasText("the rest is yours to choose")
	require.Equal(t, "medium", b.valueOf("cluster_size"))
	b.tap(`.notice a`)
	b.hasFocus("owner")
	b.fill(map[string]string{"owner": "search-team@example.com"})
	b.becomes(`document.getElementById('verdict').innerText.includes('Policy would accept this request.')`)
	b.click(submit)
	b.hasHeading("search, development: Accepted")
	b.quiet()
}
