package request

import (
	"cmp"
	"slices"
)

// RecordSchema marks an encoded Record.
const RecordSchema = "platform.environment-request-record/v1"

// EvaluationSchema marks the encoded answer to an evaluation, which has a Record.
const EvaluationSchema = "platform.environment-request-evaluation/v1"

// Decision is the result of policy for a request.
type Decision string

// The two decisions.
const (
	Accepted Decision = "accepted"
	Denied   Decision = "denied"
)

// Source is the origin of the rule that a violation breaks.
type Source string

// The four origins of rules.
const (
	SourceCommon       Source = "common"
	SourceMode         Source = "mode"
	SourceProvider     Source = "provider"
	SourceOrganisation Source = "organisation"
)

// Violation is one rule that a request breaks, with its remediation. An advisory has the same form and does not deny.
type Violation struct {
	PolicyID    string `json:"policy_id"`
	Source      Source `json:"source"`
	Field       string `json:"field"`
	Message     string `json:"message"`
	Remediation string `json:"remediation"`
	Actual      Value  `json:"actual"`
	Expected    string `json:"expected"`
	// Suggestion is a value for Field that satisfies this rule if nothing else changes. It is the zero Value if the rule
	// has none, and for a fact.
	Suggestion Value `json:"suggestion,omitzero"`
}

// Suggest sets the suggestion. For a fact it only extends what is expected: the user may follow it, and no fix applies
// it.
func (v *Violation) Suggest(value Value) {
	v.Suggestion = Value{}
	switch f, ok := FieldNamed(v.Field); {
	case value.IsZero():
	case ok && f.Fact:
		v.Expected += ", such as " + value.String()
	default:
		v.Suggestion = value
	}
}

// ExceptedViolation is a mandatory rule that a request breaks without being denied: the
// profile has an exception for it, with an owner and an end.
type ExceptedViolation struct {
	PolicyID string `json:"policy_id"`
	Source   Source `json:"source"`
	Field    string `json:"field"`
	Message  string `json:"message"`
	Actual   Value  `json:"actual"`
	Expected string `json:"expected"`
	Owner    string `json:"owner"`
	Reason   string `json:"reason"`
	// Until is the last day on which the exception holds.
	Until Date `json:"until"`
}

// SortViolations sorts by field and then by policy ID.
func SortViolations(vs []Violation) {
	slices.SortFunc(vs, func(a, b Violation) int {
		return cmp.Or(cmp.Compare(a.Field, b.Field), cmp.Compare(a.PolicyID, b.PolicyID))
	})
}

// Resource is one resource that the environment would have: simulated, never
// created. Address and Type are Terraform's.
type Resource struct {
	Address string `json:"address"`
	Type    string `json:"type"`
	Name    string `json:"name"`
	Region  string `json:"region"`
	// Parent is the address of the resource around this one; empty for none.
	Parent   string    `json:"parent"`
	Controls []Control `json:"controls"`
	// Upholds has the name of the property that upholds a control, by control; see adapter.UpheldControls.
	Upholds     Properties `json:"-"`
	Properties  Properties `json:"properties"`
	MonthlyCost Money      `json:"monthly_cost"`
}

// Record is the result of the evaluation of a [Request].
type Record struct {
	Schema      string      `json:"schema"`
	RequestID   string      `json:"request_id"`
	Fingerprint string      `json:"fingerprint"`
	Provider    string      `json:"provider"`
	Mode        string      `json:"mode"`
	Decision    Decision    `json:"decision"`
	EvaluatedOn Date        `json:"evaluated_on"`
	Request     Request     `json:"request"`
	RecordPath  string      `json:"record_path,omitempty"`
	Violations  []Violation `json:"violations"`
	Advisories  []Violation `json:"advisories"`
	// Exceptions are sorted as violations are; absent for none.
	Exceptions         []ExceptedViolation `json:"exceptions,omitempty"`
	Estimate           Estimate            `json:"estimate"`
	SimulatedResources []Resource          `json:"simulated_resources"`
}

// RecordPath returns the path of an accepted request in the review repository.
func RecordPath(requestID string) string { return "environments/requests/" + requestID + ".yaml" }

// Change is one step of a Fix: write To instead of From in Field.
type Change struct {
	Field    string `json:"field"`
	From     Value  `json:"from"`
	To       Value  `json:"to"`
	PolicyID string `json:"policy_id"`
}
