package browser

import (
	"encoding/json"
	"maps"
	"net/http"
	"testing"

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
)

// governed returns a platform with rules and exceptions of the organisation.
func governed(t *testing.T, rules, exceptions string) *platform {
	t.Helper()
	p := startPlatform(t)
	p.post("/v1/platform/installations", "", `{"provider":"provider_a","mode":"simulation","allowed_regions":["eu-west-1","eu-central-1"],
		"policies":[`+rules+`],"exceptions":[`+exceptions+`]}`)
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
	var record struct {
		RequestID string `json:"request_id"`
	}
	require.NoError(p.t, json.Unmarshal(p.answered(http.MethodPost, "/v1/environment-requests", key, string(encoded)), &record))
	require.NotEmpty(p.t, record.RequestID)
	return record.RequestID
}

// ownRules are the pages that differ with rules and exceptions of the organisation.
func ownRules(t *testing.T) []shown {
	t.Helper()
	p := governed(t, ownerRule+","+budgetRule, budgetException)
	several := p.wants("several", map[string]any{"region": "us-east-1", "cluster_size": "large", "monthly_budget": 5000})
	person := p.wants("person", map[string]any{"owner": "someone@example.com", "expiry_date": ""})
	excepted := p.wants("excepted", map[string]any{"application": "checkout", "monthly_budget": 1500})
	both := p.wants("both", map[string]any{"application": "checkout", "monthly_budget": 1500, "expiry_date": ""})
	stuck := governed(t, budgetRule+","+largeRule, "")
	return []shown{
		{name: "review-fixes", address: p.portal.URL + "/requests/" + several},
		{name: "review-open", address: p.portal.URL + "/requests/" + person},
		{name: "new-environment-open", address: p.portal.URL + "/requests/new?fix=1&from=" + person},
		{name: "review-excepted", address: p.portal.URL + "/requests/" + excepted},
		{name: "review-denied-excepted", address: p.portal.URL + "/requests/" + both},
		{name: "proposal-excepted", address: p.portal.URL + "/proposals/" + p.propose(excepted)},
		{name: "review-contradiction", address: stuck.portal.URL + "/requests/" + stuck.wants("stuck", nil)},
	}
}
