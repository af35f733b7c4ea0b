package api

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"platform.internal/platform-core/request"
)

// List is one page of a list.
type List[T any] struct {
	Items []T `json:"items"`
	// Next is the ID to continue after, and Previous the ID to go back before. Each is empty at its
	// end of the list.
	Next     string `json:"next"`
	Previous string `json:"previous"`
}

const requestsPath = "/v1/environment-requests"

// Selection selects requests, newest first. An empty field does not filter.
type Selection struct {
	Application, Environment, Region, Decision string
	// Policy is the ID of a rule that denies the request. Search is the text to find. Needs is an
	// API reason to look at the request.
	Policy, Search, Needs string
	// After is the ID to continue after, Before the ID to go back before.
	After, Before string
	// Limit is the maximum number of requests.
	Limit int
}

// query returns the selection as query parameters, without the empty ones.
func (s Selection) query() url.Values {
	return listQuery(s.Limit, map[string]string{
		request.ApplicationField: s.Application, request.EnvironmentField: s.Environment, request.RegionField: s.Region,
		"decision": s.Decision, "policy": s.Policy, "q": s.Search, "needs": s.Needs, "after": s.After, "before": s.Before,
	})
}

// listQuery returns the parameters of a list of summaries, newest first.
func listQuery(limit int, parameters map[string]string) url.Values {
	query := url.Values{"order": {"newest"}, "view": {"summary"}, "limit": {strconv.Itoa(limit)}}
	for name, value := range parameters {
		if value != "" {
			query.Set(name, value)
		}
	}
	return query
}

// Summary is a request in a list.
type Summary struct {
	RequestID string `json:"request_id"`
	request.Brief
	Decision         request.Decision `json:"decision"`
	KnownTotal       request.Money    `json:"known_total"`
	MonthlyTotal     request.Money    `json:"monthly_total"`
	ViolatedPolicies []string         `json:"violated_policies"`
	ExceptedPolicies []string         `json:"excepted_policies,omitempty"`
	ProposalID       string           `json:"proposal_id,omitempty"`
	// ReceivedAt is the time at which the API stored the request, by the API's clock.
	ReceivedAt time.Time `json:"received_at"`
	// Unreadable means that some members could not be decoded; all other fields are set.
	Unreadable bool `json:"-"`
}

// UnmarshalJSON never fails, so that one bad entry does not hide the other entries.
func (s *Summary) UnmarshalJSON(data []byte) error {
	type plain Summary
	s.Unreadable = !unmarshalMembers(data, (*plain)(s))
	return nil
}

// unmarshalMembers decodes an object into out. If that fails, it decodes each member on its own and
// returns false.
func unmarshalMembers(data []byte, out any) (whole bool) {
	if json.Unmarshal(data, out) == nil {
		return true
	}
	var members map[string]json.RawMessage
	_ = json.Unmarshal(data, &members)
	for name, value := range members {
		if one, err := json.Marshal(map[string]json.RawMessage{name: value}); err == nil {
			_ = json.Unmarshal(one, out)
		}
	}
	return false
}

// Summaries returns a page of the requests that the [Selection] selects.
func (c *Client) Summaries(ctx context.Context, s Selection) (List[Summary], error) {
	var list List[Summary]
	err := c.getJSON(ctx, requestsPath+"?"+s.query().Encode(), &list)
	return list, err
}

// Request returns the record with the ID.
func (c *Client) Request(ctx context.Context, id string) (request.Record, error) {
	var record request.Record
	err := c.getJSON(ctx, requestsPath+"/"+url.PathEscape(id), &record)
	return record, err
}

// Submit sends a request document and returns its record, which may be denied. It also reports
// whether the request was recorded before. The key is an idempotency key.
func (c *Client) Submit(ctx context.Context, key string, document []byte) (record request.Record, replayed bool, err error) {
	what := call{method: http.MethodPost, path: requestsPath, key: key, body: document, replayed: &replayed}
	err = c.sendJSON(ctx, what, &record)
	return record, replayed, err
}
