package api

import (
	"context"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// Fixes are the ways to acceptance of a denied request.
type Fixes struct {
	// Alternatives are as short as each other, the cheapest first.
	Alternatives []Alternative `json:"alternatives,omitempty"`
	// Searched are the values over which they are least, in the order of a document.
	Searched []Searched `json:"searched,omitempty"`
	// Bounded means that the search ended at its limit.
	Bounded bool `json:"bounded,omitempty"`
	// Contradicting are the IDs of rules that no request satisfies together.
	Contradicting []string `json:"contradicting,omitempty"`
	// Nearest is the request that breaks the fewest rules, where there is no alternative.
	Nearest *Nearest `json:"nearest,omitempty"`
}

// Nearest is a request that comes nearest to acceptance.
type Nearest struct {
	Request request.Request  `json:"request"`
	Changes []request.Change `json:"changes"`
	// Violations are the rules that it breaks.
	Violations []Expected `json:"violations"`
}

// Expected is what a rule that a request breaks expects of a field.
type Expected struct {
	PolicyID string `json:"policy_id"`
	Field    string `json:"field"`
	Expected string `json:"expected"`
}

// Alternative is one way to acceptance.
type Alternative struct {
	Changes []request.Change `json:"changes"`
	// Open are the fields that a person has to choose besides.
	Open []OpenField `json:"open,omitempty"`
	// Confirm are the facts that a person would have to declare otherwise, all of them.
	Confirm []ConfirmedField `json:"confirm,omitempty"`
	// Estimate is what it costs, without the items.
	Estimate request.Estimate `json:"estimate"`
	// Request has the changes.
	Request request.Request `json:"request"`
}

// ConfirmedField is a fact, and the values of it that policy accepts.
type ConfirmedField struct {
	Field  string          `json:"field"`
	Values []request.Value `json:"values"`
}

// OpenField is a field that a person has to choose, and what its rule asks for.
type OpenField struct {
	Field       string `json:"field"`
	PolicyID    string `json:"policy_id"`
	Expected    string `json:"expected"`
	Remediation string `json:"remediation,omitempty"`
}

// Searched are how many values of a field were tried, and some of them.
type Searched struct {
	Field  string          `json:"field"`
	Count  int             `json:"count"`
	Values []request.Value `json:"values"`
}

// PartialEvaluation is what the API can decide of a request that is still being
// written.
type PartialEvaluation struct {
	Verdict Verdict `json:"verdict"`
	// Missing are required fields that are not there, Faults what is wrong with
	// others.
	Missing    []string            `json:"missing"`
	Faults     []problem.Fault     `json:"faults"`
	Violations []request.Violation `json:"violations"`
	Advisories []request.Violation `json:"advisories"`
	// Exceptions are the rules that are broken with an exception.
	Exceptions []request.Exception `json:"exceptions"`
	// Rules are all rules in force.
	Rules []Rule `json:"rules"`
	// Estimate is nil until all is known that it depends on.
	Estimate *request.Estimate `json:"estimate"`
	// Choices and Proven are there for who asks for them.
	// Choices are what the values of a field lead to with all else as it is written, by its name.
	Choices map[string][]Choice `json:"choices"`
	Proven  []Proven            `json:"proven"`
	Fixes
}

// Choice is a value of a field, and what it costs.
type Choice struct {
	Value      string        `json:"value"`
	KnownTotal request.Money `json:"known_total"`
	AtLeast    bool          `json:"at_least"`
	// Assuming are fields that are not written yet, with the values that it costs that for.
	Assuming map[string]string `json:"assuming"`
}

// Estimate returns what is known of the estimate.
func (c Choice) Estimate() request.Estimate {
	e := request.Estimate{KnownTotal: c.KnownTotal}
	if !c.AtLeast {
		e.MonthlyTotal = c.KnownTotal
	}
	return e
}

// Proven is a value of a field that leads to no other denial.
type Proven struct {
	Field string        `json:"field"`
	Value request.Value `json:"value"`
}

// Verdict is what can be decided of a request that is still being written.
type Verdict string

// The verdicts; Open means that it depends on what is not written yet.
const (
	Accepted Verdict = "accepted"
	Denied   Verdict = "denied"
	Open     Verdict = "open"
)

// Complete reports whether the request lacks nothing and has no fault.
func (e PartialEvaluation) Complete() bool { return len(e.Missing)+len(e.Faults) == 0 }

// Understood reports whether the verdict is one that this release knows, and is not
// contradicted by the rest.
func (e PartialEvaluation) Understood() bool {
	switch e.Verdict {
	case Accepted:
		return len(e.Violations) == 0 && e.Complete() && e.Estimate != nil
	case Denied:
		return len(e.Violations) > 0
	case Open:
		return len(e.Violations) == 0 && !e.Complete()
	default:
		return false
	}
}

// Rule is a rule and the field that it is about.
type Rule struct {
	PolicyID string `json:"policy_id"`
	Field    string `json:"field"`
}

// LatestExpiry returns the latest expiry that policy accepts of a request with all else as
// it is; empty where there is none, or no rule limits it.
func (c *Client) LatestExpiry(ctx context.Context, document []byte) (request.Date, error) {
	var e struct {
		LatestExpiry request.Date `json:"latest_expiry"`
	}
	err := c.postJSON(ctx, "/v1/environment-requests/evaluate?latest_expiry=true", "", document, &e)
	return e.LatestExpiry, err
}

// EvaluateForm is EvaluatePartial with the choices of a form.
func (c *Client) EvaluateForm(ctx context.Context, document []byte) (PartialEvaluation, error) {
	var e PartialEvaluation
	err := c.postJSON(ctx, "/v1/environment-requests/evaluate?partial=true&choices=true", "", document, &e)
	return e, err
}

// EvaluatePartial asks what can be decided of a document that may lack fields, or
// have wrong ones. Nothing is stored.
func (c *Client) EvaluatePartial(ctx context.Context, document []byte) (PartialEvaluation, error) {
	var e PartialEvaluation
	err := c.postJSON(ctx, "/v1/environment-requests/evaluate?partial=true", "", document, &e)
	return e, err
}
