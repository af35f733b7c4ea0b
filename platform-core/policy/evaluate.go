package policy

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Result is what the rules say of a request. Violations, advisories and exceptions are
// sorted by field and policy ID, outcomes by policy ID.
type Result struct {
	Violations []request.Violation
	Advisories []request.Violation
	Exceptions []request.ExceptedViolation
	Outcomes   []RuleResult
}

// Outcome is one rule and how it came out.
type RuleResult struct {
	*profile.SourcedRule // of the Set: nobody changes it
	Status               request.Outcome
	// Dated reports that Status, or the message of an advisory, may differ on
	// another day, although the request is accepted on both: evidence must not
	// hold them.
	DependsOnDate bool
	// Exception is the one of the rule for the application and environment of the
	// request, ended or not; nil for none.
	Exception *profile.Exception
}

// Evaluate evaluates every rule of the set over in. It is pure.
func (s *Set) Evaluate(in Input) Result { return s.evaluate(NewCandidate(in)) }

// EvaluatePartial evaluates the rules over a request that is still being written.
// unknown names the fields that may still take any value; estimated is set
// where the estimate is known. A rule that depends on what is unknown is Open; one that
// is Violated stays so, whatever is filled in. It is pure.
func (s *Set) EvaluatePartial(in Input, unknown []string, estimated bool) Result {
	f := NewCandidate(in)
	f.unknown, f.estimateUnknown = unknown, !estimated
	return s.evaluate(f)
}

func (s *Set) evaluate(f *Candidate) Result {
	result := Result{Outcomes: make([]RuleResult, len(s.rules)), Advisories: []request.Violation{}}
	found := make([]finding, 0, 16) // of a constant size, so that it stays on the stack
	for i := range s.rules {
		r := &s.rules[i]
		status, cause := r.outcome(f)
		result.Outcomes[i] = RuleResult{&r.SourcedRule, status, r.dateDependent, nil}
		if len(r.exceptions) > 0 {
			e := r.exception(f)
			result.Outcomes[i].Exception, result.Outcomes[i].DependsOnDate = e, r.dateDependent || e != nil && r.exceptedDateDependent
		}
		if status == request.Violated || status == request.Failed || status == request.Excepted {
			found = append(found, finding{r, status, cause})
		}
	}
	// The rules come by ID already, and stay so within a field.
	slices.SortStableFunc(found, func(a, b finding) int { return strings.Compare(a.rule.Field, b.rule.Field) })
	result.Violations = make([]request.Violation, 0, len(found))
	for _, one := range found {
		switch {
		case one.status == request.Excepted:
			result.Exceptions = append(result.Exceptions, one.rule.excepted(f))
		case one.cause != nil:
			result.Violations = append(result.Violations, one.rule.failure(f, one.cause))
		case one.rule.Level == profile.Advisory:
			result.Advisories = append(result.Advisories, one.rule.violation(f))
		default:
			result.Violations = append(result.Violations, one.rule.violation(f))
		}
	}
	return result
}

// finding is a rule that is violated, with or without an exception, or that failed for a
// cause.
type finding struct {
	rule   *CompiledRule
	status request.Outcome
	cause  error
}

func (r *CompiledRule) violation(f *Candidate) request.Violation {
	v := request.Violation{
		PolicyID: r.ID, Source: r.Source, Field: r.Field,
		Message: r.messageFor(f) + r.endedNote(f), Remediation: r.Remediation,
		Actual: r.actual(f), Expected: r.Expected,
	}
	v.Suggest(r.suggestion(f))
	return v
}

// failure is the violation of a rule that could not be evaluated: it denies,
// whatever its level, because the outcome of the rule is not known.
func (r *CompiledRule) failure(f *Candidate, cause error) request.Violation {
	return request.Violation{
		PolicyID: r.ID, Source: r.Source, Field: r.Field,
		Message:     fmt.Sprintf("The rule %s could not be evaluated (%s), so the request is denied.", r.ID, quoted(cause)),
		Remediation: "Ask the platform operators to correct the rule.",
		Actual:      r.actual(f), Expected: r.Expected,
	}
}

// quoted returns a cause as one line that a person can read: it may hold what a
// rule made of the request.
func quoted(cause error) string {
	return problem.Excerpt(strings.Map(func(r rune) rune {
		if document.Visible(r) {
			return r
		}
		return ' '
	}, cause.Error()), maxCause)
}

// excepted is what a record says of the rule that a request breaks with an exception.
func (r *CompiledRule) excepted(f *Candidate) request.ExceptedViolation {
	e := r.exception(f)
	return request.ExceptedViolation{
		PolicyID: r.ID, Source: r.Source, Field: r.Field, Message: r.messageFor(f), Actual: r.actual(f), Expected: r.Expected,
		Owner: e.Owner, Reason: e.Reason, Until: e.Until,
	}
}

// ended is what a violation says more of the rule where an exception has ended: a request
// that was accepted yesterday is denied today.
func (r *CompiledRule) endedNote(f *Candidate) string {
	ended := r.exception(f)
	if ended == nil {
		return ""
	}
	return fmt.Sprintf(" The exception from this rule ended on %s; its owner is %s.", ended.Until, ended.Owner)
}
