// Package wire has documents of the HTTP API that the service makes and the portal reads.
package wire

import (
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Evaluation is the record that a request would get, and the ways to acceptance
// where it would be denied.
type Evaluation struct {
	Schema string         `json:"schema"`
	Record request.Record `json:"record"`
	Fixes
}

// Fixes are the ways to acceptance of a denied request; all is absent for an accepted
// one.
type Fixes struct {
	// Fix has the changes of the first of Alternatives. It is absent if there is no alternative, or if the
	// first leaves a field to a person or a fact to confirm.
	Fix []request.Change `json:"fix,omitempty"`
	// Alternatives are as short as each other, the cheapest first; absent where no value
	// that was tried is accepted.
	Alternatives []Alternative `json:"alternatives,omitempty"`
	// Searched are the values over which the alternatives are least.
	Searched []Searched `json:"searched,omitempty"`
	// Bounded is set where the search ended at its limit: there may be a shorter fix.
	Bounded bool `json:"bounded,omitempty"`
	// Contradicting are the IDs of rules that no request satisfies together, where that is proven.
	Contradicting []string `json:"contradicting,omitempty"`
	// Nearest is the request that breaks the fewest rules; only where there are no alternatives.
	Nearest *Nearest `json:"nearest,omitempty"`
}

// Nearest is the request that comes nearest to acceptance.
type Nearest struct {
	Request request.Request  `json:"request"`
	Changes []request.Change `json:"changes"`
	// Violations are the rules that it breaks, and what each expects.
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
	// Open are fields whose value a person has to choose besides, once for each rule that
	// asks for another one: the value has to satisfy all of these.
	Open []OpenField `json:"open,omitempty"`
	// Confirm are facts that a person would have to declare otherwise, all of them together.
	// Changes and Request have none of them.
	Confirm []ConfirmedField `json:"confirm,omitempty"`
	// Estimate is that of the request with the changes, and with the first value of each
	// fact to confirm.
	Estimate Cost `json:"estimate"`
	// Request has the changes.
	Request request.Request `json:"request"`
}

// ConfirmedField is a fact, and values of it that policy accepts with the changes, together
// with each of the values of the other facts.
type ConfirmedField struct {
	Field  string          `json:"field"`
	Values []request.Value `json:"values"`
}

// OpenField is a field whose value a person has to choose, and a rule that asks for
// another one.
type OpenField struct {
	Field       string `json:"field"`
	PolicyID    string `json:"policy_id"`
	Expected    string `json:"expected"`
	Remediation string `json:"remediation,omitempty"`
}

// Cost is what an estimate comes to.
type Cost struct {
	Currency     string        `json:"currency"`
	KnownTotal   request.Money `json:"known_total"`
	MonthlyTotal request.Money `json:"monthly_total"`
}

// CostOf returns what an estimate comes to.
func CostOf(e request.Estimate) Cost { return Cost{e.Currency, e.KnownTotal, e.MonthlyTotal} }

// Estimate returns the estimate without its items.
func (c Cost) Estimate() request.Estimate {
	return request.Estimate{Currency: c.Currency, KnownTotal: c.KnownTotal, MonthlyTotal: c.MonthlyTotal}
}

// Searched is a field, how many values of it were tried, and some of these: those of the fixes, and
// the nearest to the request's own.
type Searched struct {
	Field  string          `json:"field"`
	Count  int             `json:"count"`
	Values []request.Value `json:"values"`
}

// PartialEvaluationSchema marks an encoded PartialEvaluation.
const PartialEvaluationSchema = "platform.environment-request-partial-evaluation/v1"

// Verdict is what can be decided of a request that is still being written.
type Verdict string

// The verdicts. A request is denied as soon as it breaks a rule whatever is
// filled in, accepted once it is complete, and open in between.
const (
	VerdictAccepted Verdict = "accepted"
	VerdictDenied   Verdict = "denied"
	VerdictOpen     Verdict = "open"
)

// PartialEvaluation is what is known of a request that is still being written.
type PartialEvaluation struct {
	Schema      string       `json:"schema"`
	Verdict     Verdict      `json:"verdict"`
	EvaluatedOn request.Date `json:"evaluated_on"`
	// Missing are the required fields that the document lacks, Faults what is
	// wrong with those that it has. Both count as unknown.
	Missing    []string            `json:"missing"`
	Faults     []problem.Fault     `json:"faults"`
	Violations []request.Violation `json:"violations"`
	Advisories []request.Violation `json:"advisories"`
	// Exceptions are those of a Record.
	Exceptions []request.Exception `json:"exceptions,omitempty"`
	// Rules are all rules in force, sorted by ID.
	Rules []RuleStatus `json:"rules"`
	// Estimate is absent until everything is known that it hangs on.
	Estimate *request.Estimate `json:"estimate,omitempty"`
	// LatestExpiry is the latest day until which the request is accepted with all else as it is. It is
	// there only for a caller that asks for it.
	LatestExpiry request.Date `json:"latest_expiry,omitempty"`
	// Choices and Proven are there only for a caller that asks for choices.
	Choices Choices  `json:"choices,omitempty"`
	Proven  []Proven `json:"proven,omitempty"`
	// Fixes are those of an Evaluation: only a complete request has some.
	Fixes
}

// Complete reports whether the request lacks nothing and has no fault.
func (e PartialEvaluation) Complete() bool { return len(e.Missing)+len(e.Faults) == 0 }

// RuleStatus is one rule and how it came out.
type RuleStatus struct {
	PolicyID string          `json:"policy_id"`
	Source   request.Source  `json:"source"`
	Field    string          `json:"field"`
	Level    profile.Level   `json:"level"`
	Status   request.Outcome `json:"status"`
}

// Grid is the name under which Choices have each size in each allowed region.
const Grid = "grid"

// Choices are what the values of the fields that decide the cost lead to, with all else as it is
// written, by the name of the field or Grid: each size and environment, and the allowed regions.
type Choices map[string][]*Choice

// Choice is a value of a field, or in the Grid a size in a region, and what policy decides then.
type Choice struct {
	Value       string `json:"value,omitempty"`
	ClusterSize string `json:"cluster_size,omitempty"`
	Region      string `json:"region,omitempty"`
	// Decision is also open where the adapter does not answer, or the rules take too many steps.
	Decision Verdict `json:"decision"`
	// KnownTotal is that of the estimate; AtLeast is set where a part of it has no price.
	KnownTotal request.Money `json:"known_total"`
	AtLeast    bool          `json:"at_least"`
	// Assuming are fields that are not written yet, with the values that KnownTotal is for.
	Assuming map[string]string `json:"assuming,omitempty"`
}

// Estimate returns what is known of the estimate.
func (c Choice) Estimate() request.Estimate {
	e := request.Estimate{KnownTotal: c.KnownTotal}
	if !c.AtLeast {
		e.MonthlyTotal = c.KnownTotal
	}
	return e
}

// Proven is a value of a field with which the request breaks no mandatory rule that it keeps now, and
// none on that field.
type Proven struct {
	Field string        `json:"field"`
	Value request.Value `json:"value"`
}
