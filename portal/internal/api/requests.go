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

// List is a page of a list.
type List[T any] struct {
	Items []T `json:"items"`
	// Next is the ID to continue after, and Previous the one to go back before; each is
	// empty where there is nothing more on its side.
	Next     string `json:"next"`
	Previous string `json:"previous"`
}

const requestsPath = "/v1/environment-requests"

// Selection says which requests are wanted, of those that arrived last first; an empty
// field selects all.
type Selection struct {
	Application, Environment, Region, Decision string
	// Policy is the ID of a rule that denies the request, Search words to find, and Needs
	// one of the API's reasons for which a person should look at it.
	Policy, Search, Needs string
	// After is the ID to continue after, Before the one to go back before.
	After, Before string
	// Limit is the number of requests at most.
	Limit int
}

// query returns the selection as the API's parameters, which are never empty.
func (s Selection) query() url.Values {
	return listQuery(s.Limit, map[string]string{
		request.ApplicationField: s.Application, request.EnvironmentField: s.Environment, request.RegionField: s.Region,
		"decision": s.Decision, "policy": s.Policy, "q": s.Search, "needs": s.Needs, "after": s.After, "before": s.Before,
	})
}

// listQuery returns the parameters of a list in short, the newest first.
func listQuery(limit int, parameters map[string]string) url.Values {
	query := url.Values{"order": {"newest"}, "view": {"summary"}, "limit": {strconv.Itoa(limit)}}
	for name, value := range parameters {
		if value != "" {
			query.Set(name, value)
		}
	}
	return query
}

// Summary is what a list shows of a request.
type Summary struct {
	RequestID string `json:"request_id"`
	request.Brief
	Decision         request.Decision `json:"decision"`
	KnownTotal       request.Money    `json:"known_total"`
	MonthlyTotal     request.Money    `json:"monthly_total"`
	ViolatedPolicies []string         `json:"violated_policies"`
	ExceptedPolicies []string         `json:"excepted_policies,omitempty"`
	ProposalID       string           `json:"proposal_id,omitempty"`
	// ReceivedAt is the API's clock when it stored the request.
	ReceivedAt time.Time `json:"received_at"`
	// Unreadable means that a part of it could not be read; the other parts are there.
	Unreadable bool `json:"-"`
}

// UnmarshalJSON never fails, so that one entry takes no other with it.
func (s *Summary) UnmarshalJSON(data []byte) error {
	type plain Summary
	s.Unreadable = !unmarshalMembers(data, (*plain)(s))
	return nil
}

// unmarshalMembers decodes an object into out, member by member if not all can be decoded, and reports whether all could.
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

// Summaries returns what a list shows of the requests of the selection.
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

// Submit sends a request document and returns its record, which may be denied, and
// whether it was recorded before.
func (c *Client) Submit(ctx context.Context, key string, document []byte) (record request.Record, replayed bool, err error) {
	what := call{method: http.MethodPost, path: requestsPath, key: key, body: document, replayed: &replayed}
	err = c.sendJSON(ctx, what, &record)
	return record, replayed, err
}
