package httpapi_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
)

func TestLists(t *testing.T) {
	tests := map[string]struct{ path, next, call, body string }{
		"records": {requests, "", "records {Decision: Environment: Application: Owner:} {Limit:0 After: Order:}",
			`{"items":[{"request_id": "req-1"},{"request_id": "req-2"}]}`},
		"with more": {requests + "?limit=2&after=req-0&order=newest", "req-2",
			"records {Decision: Environment: Application: Owner:} {Limit:2 After:req-0 Order:newest}",
			`{"items":[{"request_id": "req-1"},{"request_id": "req-2"}],"next":"req-2"}`},
		"filtered, in normal form": {requests + "?decision=denied&environment=PROD&application=Checkout&owner=%20A%40Example.com", "",
			"records {Decision:denied Environment:production Application:checkout Owner:a@example.com} {Limit:0 After: Order:}", ""},
		"the largest page": {requests + "?limit=1000&order=id", "", "records {Decision: Environment: Application: Owner:} {Limit:1000 After: Order:id}", ""},
		"proposals":        {proposals, "", "proposals {RequestID:} {Limit:0 After: Order:}", `{"items":[{"proposal_id": "prop-1", "full": true}]}`},
		"of a request":     {proposals + "?request_id=req-0&view=full", "", "proposals {RequestID:req-0} {Limit:0 After: Order:}", `{"items":[{"proposal_id": "prop-1", "full": true}]}`},
		"summaries":        {proposals + "?view=summary&limit=1", "prop-1", "proposals {RequestID:} {Limit:1 After: Order:}", `{"items":[{"proposal_id": "prop-1"}],"next":"prop-1"}`},
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
		for _, path := range []string{requests, proposals} {
			s := newServer(t, &fake{})
			got := s.do("GET", path+"?"+query, "")
			require.Equal(t, problem.InvalidRequest, got.code(), query)
			assert.Equal(t, []string{field}, fields(got.problem), query)
			assert.Empty(t, s.service.calls)
		}
	}
	for path, field := range map[string]string{
		requests + "?decision=maybe": "decision", requests + "?environment=moon": "environment", requests + "?owner=": "owner", requests + "?view=summary": "view",
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
