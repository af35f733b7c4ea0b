package api

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

const requestsPath = "/v1/environment-requests"

// Selection selects requests, environments or proposals, newest first. An empty field does not filter.
type Selection struct {
	Application, Environment, Region, Decision string
	// Policy is the ID of a rule that denies the request. Search is the text to find. Needs is an
	// API reason to look at the request.
	Policy, Search, Needs string
	// Order is an order of the API; empty for the newest first.
	Order string
	// Overlapping is "true" for the environments whose network shares addresses with another one.
	Overlapping string
	// After is the ID to continue after, Before the ID to go back before.
	After, Before string
	// Limit is the maximum number of entries.
	Limit int
}

// query returns the selection as parameters of a list of summaries, without the empty ones.
func (s Selection) query() url.Values {
	query := url.Values{"order": {"newest"}, "view": {"summary"}, "limit": {strconv.Itoa(s.Limit)}}
	for name, value := range map[string]string{
		request.ApplicationField: s.Application, request.EnvironmentField: s.Environment, request.RegionField: s.Region,
		"decision": s.Decision, "order": s.Order, "overlapping": s.Overlapping, "policy": s.Policy, "q": s.Search,
		"needs": s.Needs, "after": s.After, "before": s.Before,
	} {
		if value != "" {
			query.Set(name, value)
		}
	}
	return query
}

// Summary is a request in a list. Unreadable means that some members could not be decoded; all other
// fields are set.
type Summary struct {
	wire.Summary
	Unreadable bool `json:"-"`
}

// UnmarshalJSON never fails, so that one bad entry does not hide the other entries.
func (s *Summary) UnmarshalJSON(data []byte) error {
	s.Unreadable = !unmarshalMembers(data, &s.Summary)
	return nil
}

// Summaries returns a page of the requests that the [Selection] selects.
func (c *Client) Summaries(ctx context.Context, s Selection) (wire.List[Summary], error) {
	return value[wire.List[Summary]](ctx, c, requestsPath+"?"+s.query().Encode())
}

// Record returns the record with the ID.
func (c *Client) Record(ctx context.Context, id string) (Document[request.Record], error) {
	return get[request.Record](ctx, c, requestsPath+"/"+url.PathEscape(id))
}

// Submit sends a request document and returns its record, which may be denied. It also reports
// whether the request was recorded before. The key is an idempotency key.
func (c *Client) Submit(ctx context.Context, key string, document []byte) (r request.Record, replayed bool, err error) {
	what := call{method: http.MethodPost, path: requestsPath, key: key, body: document, replayed: &replayed}
	record, err := fetch[request.Record](ctx, c, what)
	return record.Value, replayed, err
}

// Evaluation is what to add to a partial evaluation.
type Evaluation string

// What an [Evaluation] adds: nothing, the choices of a form, or the latest expiry date that policy
// accepts if all other fields stay unchanged.
const (
	Plain            Evaluation = ""
	WithChoices      Evaluation = "&choices=true"
	WithLatestExpiry Evaluation = "&latest_expiry=true"
)

// Evaluate evaluates a document that may have missing or wrong fields. The API stores nothing.
func (c *Client) Evaluate(ctx context.Context, document []byte, with Evaluation) (wire.PartialEvaluation, error) {
	e, err := post[wire.PartialEvaluation](ctx, c, requestsPath+"/evaluate?partial=true"+string(with), document)
	return e.Value, err
}

// Understood reports whether this release knows the verdict, and the rest of the evaluation does
// not contradict it.
func Understood(e wire.PartialEvaluation) bool {
	switch e.Verdict {
	case wire.VerdictAccepted:
		return len(e.Violations) == 0 && e.Complete() && e.Estimate != nil
	case wire.VerdictDenied:
		return len(e.Denials()) > 0
	case wire.VerdictOpen:
		return len(e.Denials()) == 0 && !e.Complete()
	default:
		return false
	}
}
