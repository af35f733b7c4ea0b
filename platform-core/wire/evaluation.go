// Package wire has the documents of the HTTP API. The service makes them, the server sends them, and the
// portal decodes them:
//
//	var list wire.List[wire.Summary]
//	err := json.Unmarshal(body, &list)
//
// A JSON name never changes. Other documents of the API are types of their own packages, such as
// [request.Record] and [profile.Profile].
package wire

import (
	"slices"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Evaluation is the record that a request would get, and its fixes if it would be denied.
type Evaluation struct {
	Schema string         `json:"schema"`
	Record request.Record `json:"record"`
	Fixes
}

// Fixes are the ways to acceptance of a denied request. All members are absent for an accepted request.
type Fixes struct {
	// Fix has the changes of the first of Alternatives. It is absent if there is no alternative, or if a
	// person must choose a field or confirm a fact for the first alternative.
	Fix []request.Change `json:"fix,omitempty"`
	// Alternatives have the same number of changes, and the cheapest is first. They are absent if policy
	// accepts none of the tried values.
	Alternatives []Alternative `json:"alternatives,omitempty"`
	// Searched are the tried values. The alternatives are the shortest fixes with these values.
	Searched []Searched `json:"searched,omitempty"`
	// Bounded means that the search ended at its limit, so there may be a shorter fix.
	Bounded bool `json:"bounded,omitempty"`
	// Contradicting are the IDs of rules that no request satisfies together, if that is proven.
	Contradicting []string `json:"contradicting,omitempty"`
	// Nearest is the request that breaks the fewest rules. It is absent if there are alternatives.
	Nearest *Nearest `json:"nearest,omitempty"`
}

// Nearest is the request that breaks the fewest rules.
type Nearest struct {
	Request request.Request  `json:"request"`
	Changes []request.Change `json:"changes"`
	// Violations are the rules that it still breaks, with their expected values.
	Violations []Expected `json:"violations"`
}

// Expected is the value that a broken rule expects of a field.
type Expected struct {
	PolicyID string `json:"policy_id"`
	Field    string `json:"field"`
	Expected string `json:"expected"`
}

// Alternative is one fix.
type Alternative struct {
	Changes []request.Change `json:"changes"`
	// Open are fields that a person must also choose. A field occurs once for each rule about it, and its
	// value must satisfy all of them.
	Open []OpenField `json:"open,omitempty"`
	// Confirm are facts that a person must declare differently, all of them together. Changes and Request do
	// not contain them.
	Confirm []ConfirmedField `json:"confirm,omitempty"`
	// Estimate is the cost of the request with the changes and with the first value of each fact.
	Estimate Cost `json:"estimate"`
	// Request is the request with the changes.
	Request request.Request `json:"request"`
}

// ConfirmedField is a fact and its values that policy accepts with the changes. Policy accepts every
// combination with the values of the other facts.
type ConfirmedField struct {
	Field  string          `json:"field"`
	Values []request.Value `json:"values"`
}

// OpenField is a field that a person must choose, and a rule that requires another value.
type OpenField struct {
	Field       string `json:"field"`
	PolicyID    string `json:"policy_id"`
	Expected    string `json:"expected"`
	Remediation string `json:"remediation,omitempty"`
}

// Cost is the total of an estimate.
type Cost struct {
	Currency     string        `json:"currency"`
	KnownTotal   request.Money `json:"known_total"`
	MonthlyTotal request.Money `json:"monthly_total"`
	HighestTotal request.Money `json:"highest_total,omitzero"`
}

// CostOf returns the total of an estimate.
func CostOf(e request.Estimate) Cost {
	return Cost{e.Currency, e.KnownTotal, e.MonthlyTotal, e.HighestTotal}
}

// Estimate returns the estimate without its items.
func (c Cost) Estimate() request.Estimate {
	return request.Estimate{Currency: c.Currency, KnownTotal: c.KnownTotal, MonthlyTotal: c.MonthlyTotal,
		HighestTotal: c.HighestTotal}
}

// Searched is a field and the number of its tried values. Values are the values in the fixes, and the tried
// values nearest to the request's own.
type Searched struct {
	Field  string          `json:"field"`
	Count  int             `json:"count"`
	Values []request.Value `json:"values"`
}

// PartialEvaluationSchema is the schema of a [PartialEvaluation].
const PartialEvaluationSchema = "platform.environment-request-partial-evaluation/v1"

// Verdict is the decision about an incomplete request.
type Verdict string

// The verdicts. A request is denied if it breaks a rule with any values of its missing fields. Otherwise it
// is accepted if it is complete, and open if it is not. A missing optional field that a rule needs keeps it open.
const (
	VerdictAccepted Verdict = "accepted"
	VerdictDenied   Verdict = "denied"
	VerdictOpen     Verdict = "open"
)

// PartialEvaluation is the evaluation of a request that may have missing or wrong fields.
type PartialEvaluation struct {
	Schema      string       `json:"schema"`
	Verdict     Verdict      `json:"verdict"`
	EvaluatedOn request.Date `json:"evaluated_on"`
	// Missing are the missing required fields, and the missing optional fields that a rule needs, with the
	// violation of that rule. Faults are the faults of the given fields. The rules treat both as unknown.
	Missing    []string            `json:"missing"`
	Faults     []problem.Fault     `json:"faults"`
	Violations []request.Violation `json:"violations"`
	Advisories []request.Violation `json:"advisories"`
	// Exceptions are as in a [request.Record].
	Exceptions []request.ExceptedViolation `json:"exceptions,omitempty"`
	// Rules are all rules in force, sorted by ID.
	Rules []RuleStatus `json:"rules"`
	// Estimate is absent if a field that it depends on is unknown.
	Estimate *request.Estimate `json:"estimate,omitempty"`
	// LatestExpiry is the latest expiry date that policy accepts if all other fields stay unchanged. It is
	// only there if the caller asks for it. Then it is also the suggestion of the violations on that field.
	LatestExpiry request.Date `json:"latest_expiry,omitempty"`
	// Choices and Proven are only there if the caller asks for choices.
	Choices Choices  `json:"choices,omitempty"`
	Proven  []Proven `json:"proven,omitempty"`
	// Fixes are as in an [Evaluation]. Only a readable request has fixes.
	Fixes
}

// Complete reports whether the request lacks nothing and has no fault.
func (e PartialEvaluation) Complete() bool { return len(e.Missing)+len(e.Faults) == 0 }

// Readable reports whether the API accepts the request: it lacks no required field and has no fault.
func (e PartialEvaluation) Readable() bool {
	return len(e.Faults) == 0 && !slices.ContainsFunc(e.Missing, func(name string) bool {
		f, _ := request.FieldNamed(name)
		return !f.Optional
	})
}

// Denials returns the violations that deny the request: those that are not about a missing field.
func (e PartialEvaluation) Denials() []request.Violation {
	return slices.DeleteFunc(slices.Clone(e.Violations), func(v request.Violation) bool {
		return slices.Contains(e.Missing, v.Field)
	})
}

// RuleStatus is a rule and its outcome.
type RuleStatus struct {
	PolicyID string          `json:"policy_id"`
	Source   request.Source  `json:"source"`
	Field    string          `json:"field"`
	Level    profile.Level   `json:"level"`
	Status   request.Outcome `json:"status"`
}

// Grid is the name of the [Choices] of each size in each allowed region.
const Grid = "grid"

// Choices are the values of the fields that determine the cost, by the name of the field or [Grid]: each
// size, each environment and each allowed region. All other fields stay unchanged.
type Choices map[string][]*Choice

// Choice is a value of a field, or in the [Grid] a size in a region, and the decision with that value.
type Choice struct {
	Value       string `json:"value,omitempty"`
	ClusterSize string `json:"cluster_size,omitempty"`
	Region      string `json:"region,omitempty"`
	// Decision is also open if the adapter does not answer, or if the rules take too many steps.
	Decision Verdict `json:"decision"`
	// KnownTotal is from the estimate. AtLeast means that a part of it has no price.
	KnownTotal request.Money `json:"known_total"`
	AtLeast    bool          `json:"at_least"`
	// Assuming are the missing fields, with the values that KnownTotal assumes.
	Assuming map[string]string `json:"assuming,omitempty"`
}

// Estimate returns the estimate without its items.
func (c Choice) Estimate() request.Estimate {
	e := request.Estimate{KnownTotal: c.KnownTotal}
	if !c.AtLeast {
		e.MonthlyTotal = c.KnownTotal
	}
	return e
}

// Proven is a suggested value of a field. With it, the request breaks no further mandatory rule, and no rule
// about the field.
type Proven struct {
	Field string        `json:"field"`
	Value request.Value `json:"value"`
}
