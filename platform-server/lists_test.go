package server_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
)

func TestLists(t *testing.T) {
	tests := map[string]struct{ path, next, call, body string }{
		"records": {requests, "", "records {} {}",
			`{"items":[{"request_id": "req-1"},{"request_id": "req-2"}]}`},
		"with more": {requests + "?limit=2&after=req-0&order=newest", "req-2",
			"records {} {Limit:2 After:req-0 Order:newest}",
			`{"items":[{"request_id": "req-1"},{"request_id": "req-2"}],"next":"req-2"}`},
		"filtered, in normal form": {requests + "?decision=denied&environment=PROD&application=Checkout&owner=%20A%40Example.com", "",
			"records {Decision:denied Environment:production Application:checkout Owner:a@example.com} {}", ""},
		"in order of cost": {environments + "?order=cost", "", "environments {} {Order:cost}", ""},
		"the first to end": {proposals + "?order=END", "", "proposals {} {Order:end}", ""},
		"the largest page": {requests + "?limit=1000&order=id", "", "records {} {Limit:1000 Order:id}", ""},
		"back":             {requests + "?limit=2&before=req-3", "req-2", "records {} {Limit:2 Before:req-3}", ""},
		"found": {requests + "?q=Billing+CC&region=EU-West-1&cost_centre=cc-1&policy=%20Common.network.size&needs=renewal", "",
			"records {Region:eu-west-1 CostCentre:CC-1 Policy:common.network.size Search:Billing CC Needs:renewal} {}", ""},
		"in any case":       {requests + "?decision=%20Denied&needs=RENEWAL", "", "records {Decision:denied Needs:renewal} {}", ""},
		"an ID in any case": {proposals + "?request_id=%20REQ-0", "", "proposals {RequestID:req-0} {}", ""},
		"records in short":  {requests + "?view=summary&limit=1", "req-1", "records {} {Limit:1}", ""},
		"found proposals": {proposals + "?q=bill&application=Billing&environment=dev", "",
			"proposals {Application:billing Environment:development Search:bill} {}", ""},
		"environments": {environments + "?limit=1", "env-1", "environments {} {Limit:1}", `{"items":[{
  "environment_id": "env-1",
  "request_id": "req-1",
  "application": "",
  "environment": "",
  "region": "",
  "owner": "",
  "cost_centre": "",
  "monthly_budget": 0,
  "network_cidr": "",
  "decision": "",
  "known_total": null,
  "at_least": false,
  "overlaps": [
    "req-2"
  ],
  "overlaps_with": [
    {
      "request_id": "req-2",
      "application": "",
      "environment": "",
      "region": "",
      "owner": "",
      "cost_centre": "",
      "monthly_budget": 0,
      "network_cidr": ""
    }
  ]
}],"next":"env-1"}`},
		"found environments": {environments + "?q=bill&environment=prod&region=EU-West-1&cost_centre=cc-1&owner=A%40b.c&ends_before=2026-12-01&overlapping=true&order=newest",
			"", "environments {Environment:production Owner:a@b.c Region:eu-west-1 CostCentre:CC-1 Search:bill EndsBefore:2026-12-01 Overlapping:true} {Order:newest}", ""},
		"proposals":    {proposals, "", "proposals {} {}", `{"items":[{"proposal_id": "prop-1", "full": true}]}`},
		"of a request": {proposals + "?request_id=req-0&view=full", "", "proposals {RequestID:req-0} {}", `{"items":[{"proposal_id": "prop-1", "full": true}]}`},
		"summaries": {proposals + "?view=summary&limit=1", "prop-1", "proposals {} {Limit:1}", `{"items":[{
"proposal_id": "prop-1",
  "application": "",
  "environment": "",
  "region": "",
  "owner": "",
  "cost_centre": "",
  "monthly_budget": 0,
  "known_total": null,
  "at_least": false,
  "cost_change": null,
  "received_at": "0001-01-01T00:00:00Z"
}],"next":"prop-1"}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, &fake{next: test.next})
			got := s.do("GET", test.path, "")
			require.Empty(t, got.code(), got.Body)
			assert.Equal(t, []string{test.call}, s.service.calls)
			if test.body != "" {
				assert.Equal(t, test.body+"\n", got.Body.String())
			}
		})
	}
}

func TestWrongQueries(t *testing.T) {
	for query, field := range map[string]string{
		"limit=0": "limit", "limit=1001": "limit", "limit=ten": "limit", "limit=%2B1": "limit", "limit=01": "limit", "limit=": "limit", "limit=1&limit=2": "limit",
		"order=oldest": "order", "order=": "order", "order=id&order=newest": "order", "sort=name": "sort", "%zz": "",
	} {
		for _, path := range []string{requests, proposals, environments} {
			s := newServer(t, &fake{})
			got := s.do("GET", path+"?"+query, "")
			require.Equal(t, problem.InvalidRequest, got.code(), query)
			assert.Equal(t, []string{field}, fields(got.problem), query)
			assert.Empty(t, s.service.calls)
		}
	}
	for path, field := range map[string]string{
		requests + "?decision=maybe": "decision", requests + "?environment=moon": "environment", requests + "?owner=": "owner", requests + "?view=short": "view",
		requests + "?region=eu_west": "region", requests + "?cost_centre=-": "cost_centre", requests + "?policy=size": "policy",
		requests + "?needs=love": "needs", requests + "?q=": "q", requests + "?q=" + strings.Repeat("x", 255): "q",
		environments + "?ends_before=soon": "ends_before", environments + "?ends_before=2027-02-29": "ends_before",
		environments + "?overlapping=maybe": "overlapping", environments + "?view=summary": "view",
		environments + "/ending?days=0": "days", environments + "/ending?days=367": "days", environments + "/ending?limit=0": "limit", environments + "/totals?limit=1": "limit",
		environments + "/free/accepted?length=22": "pool", environments + "/free?pool=10.0.0.0/8": "length", environments + "/free?length=22": "pool",
		environments + "/free?length=33&pool=10.0.0.0/8": "length", environments + "/free?length=-1&pool=10.0.0.0/8": "length",
		environments + "/free?length=22&pool=10.0.0.1/8": "pool", environments + "/free?length=22&pool=fd00::/8": "pool",
		environments + "/free?length=22&pool=": "pool", environments + "/free?length=22&pool=10.0.0.0/8&mode=x": "mode",
		proposals + "?environment=moon": "environment", proposals + "?region=eu-west-1": "region",
		proposals + "/prop-1/handover?supersedes=req-1": "supersedes", proposals + "/prop-1/handover?supersedes=": "supersedes",
		proposals + "/prop-1/handover?supersedes=" + aProposalID + "&supersedes=" + aProposalID: "supersedes",
		proposals + "/prop-1/handover?after=" + aProposalID:                                     "after",
		proposals + "?view=short": "view", proposals + "?request_id=": "request_id", proposals + "?decision=denied": "decision",
	} {
		assert.Equal(t, []string{field}, fields(newServer(t, &fake{}).do("GET", path, "").problem), path)
	}
}

// TestAllThatIsWrongWithAQuery comes at once.
func TestAllThatIsWrongWithAQuery(t *testing.T) {
	got := newServer(t, &fake{}).do("GET", requests+"?limit=0&sort=x&decision=maybe", "")
	assert.ElementsMatch(t, []string{"limit", "sort", "decision"}, fields(got.problem))
}

// TestLinksToTheNeighbours: the header has what the members next and previous are for.
func TestLinksToTheNeighbours(t *testing.T) {
	s := newServer(t, &fake{next: "req-2", previous: "req-1"})
	got := s.do("GET", requests+"?q=a%26b+%3E&limit=2&after=req-0", "")
	require.Empty(t, got.code(), got.Body)
	assert.Contains(t, got.Body.String(), `],"next":"req-2","previous":"req-1"}`)
	assert.Equal(t, []string{
		`</v1/environment-requests?after=req-2&limit=2&q=a%26b+%3E>; rel="next"`,
		`</v1/environment-requests?before=req-1&limit=2&q=a%26b+%3E>; rel="prev"`,
	}, got.Header().Values("Link"))
	assert.Empty(t, newServer(t, &fake{}).do("GET", requests, "").Header().Values("Link"))
}

// TestDocumentsThatTheCallerHas are not sent again.
func TestDocumentsThatTheCallerHas(t *testing.T) {
	for path, other := range map[string]string{
		requests + "/req-1": requests + "/req-2", proposals + "/prop-1": proposals + "/prop-2",
		proposals + "/prop-1/handover": proposals + "/prop-2/handover",
	} {
		s := newServer(t, &fake{})
		first := s.do("GET", path, "")
		tag := first.Header().Get("ETag")
		require.Regexp(t, `^"[0-9a-f]{64}"$`, tag)
		assert.NotEqual(t, tag, s.do("GET", other, "").Header().Get("ETag"))
		for value, status := range map[string]int{
			tag: 304, "*": 304, "W/" + tag: 304, `"x", ` + tag: 304, `"x"`: 200, strings.Trim(tag, `"`): 200, "": 200,
		} {
			for _, method := range []string{"GET", "HEAD"} {
				got := s.do(method, path, "", "If-None-Match", value)
				assert.Equal(t, status, got.Code, value)
				assert.Equal(t, tag, got.Header().Get("ETag"))
				assert.Equal(t, status == 200 && method == "GET", got.Body.Len() > 0)
			}
		}
	}
}
