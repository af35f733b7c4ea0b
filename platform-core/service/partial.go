package service

import (
	"cmp"
	"context"
	"slices"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

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
	// Rules are all rules in force, sorted by ID.
	Rules []RuleStatus `json:"rules"`
	// Estimate is absent until everything is known that it hangs on.
	Estimate *request.Estimate `json:"estimate,omitempty"`
	// Fix is that of an Evaluation: only a complete request has one.
	Fix []request.Change `json:"fix,omitempty"`
}

// RuleStatus is one rule and how it came out.
type RuleStatus struct {
	PolicyID string         `json:"policy_id"`
	Source   request.Source `json:"source"`
	Field    string         `json:"field"`
	Level    profile.Level  `json:"level"`
	Status   policy.Status  `json:"status"`
}

// EvaluatePartial returns what the rules say of a request that is still being
// written. It stores nothing.
func (s *Service) EvaluatePartial(ctx context.Context, p request.Partial) (PartialEvaluation, error) {
	if p.Complete() {
		return s.evaluateComplete(ctx, p.Request)
	}
	in, err := s.current(problem.InstallationRequired)
	if err != nil {
		return PartialEvaluation{}, err
	}
	date := s.date(in.Profile)
	known := in.policies.EvaluatePartial(
		policy.Input{Request: p.Request, Profile: in.Profile, Date: date}, p.Unknown(), false)
	e := PartialEvaluation{
		Schema: PartialEvaluationSchema, Verdict: VerdictOpen, EvaluatedOn: date,
		Missing: append([]string{}, p.Missing...), Faults: append([]problem.Fault{}, p.Faults...),
		Violations: known.Violations, Advisories: known.Advisories,
	}
	for _, o := range known.Outcomes {
		e.Rules = append(e.Rules, RuleStatus{o.ID, o.Source, o.Field, o.Level, o.Status})
	}
	for _, r := range in.status.Description.Rules {
		e.Rules = append(e.Rules, RuleStatus{r.ID, request.SourceProvider, r.Field, r.Level, policy.Open})
	}
	slices.SortFunc(e.Rules, func(a, b RuleStatus) int { return cmp.Compare(a.PolicyID, b.PolicyID) })
	if len(e.Violations) > 0 {
		e.Verdict = VerdictDenied
	}
	return e, nil
}

// evaluateComplete returns the evaluation of a complete request.
func (s *Service) evaluateComplete(ctx context.Context, r request.Request) (PartialEvaluation, error) {
	in, err := s.current(problem.InstallationRequired)
	if err != nil {
		return PartialEvaluation{}, err
	}
	record, err := s.evaluate(ctx, in, r)
	if err != nil {
		return PartialEvaluation{}, err
	}
	fix, err := s.fix(ctx, in, record)
	e := PartialEvaluation{
		Schema: PartialEvaluationSchema, Verdict: VerdictAccepted, EvaluatedOn: record.EvaluatedOn,
		Missing: []string{}, Faults: []problem.Fault{},
		Violations: record.Violations, Advisories: record.Advisories, Estimate: &record.Estimate, Fix: fix,
	}
	if record.Decision == request.Denied {
		e.Verdict = VerdictDenied
	}
	for _, o := range record.rules {
		e.Rules = append(e.Rules, ruleStatus(o))
	}
	return e, err
}

func ruleStatus(o proposal.RuleOutcome) RuleStatus {
	return RuleStatus{o.PolicyID, o.Source, o.Field, o.Level, policy.Status(o.Outcome)}
}
