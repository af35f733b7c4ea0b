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

// Result is the evaluation of a request by all rules. Violations, advisories and exceptions are sorted by field
// and policy ID, outcomes by policy ID.
type Result struct {
	Violations []request.Violation
	Advisories []request.Violation
	Exceptions []request.ExceptedViolation
	Outcomes   []RuleResult
}

// RuleResult is a rule and its outcome.
type RuleResult struct {
	*profile.SourcedRule // shared with the Set; read only
	Outcome              request.Outcome
	// DependsOnDate is true if the outcome, or the message of an advisory, may differ on another day while the
	// request is accepted on both. Evidence leaves out such an outcome.
	DependsOnDate bool
	// Exception is the rule's exception for the application and environment of the request, also one that has
	// ended; nil for none.
	Exception *profile.Exception
}

// Evaluate evaluates every rule of the set. It is pure.
func (s *Set) Evaluate(in Input) Result { return s.evaluate(NewCandidate(in)) }

// EvaluatePartial evaluates the rules for a request that is not complete. The fields that unknown names may
// still take any value, and the estimate is known only if estimated is true. A rule that depends on what is
// unknown is Open. A rule that is Violated stays so for all values. It is pure.
func (s *Set) EvaluatePartial(in Input, unknown []string, estimated bool) Result {
	c := NewCandidate(in)
	c.unknown, c.estimateUnknown = unknown, !estimated
	return s.evaluate(c)
}

func (s *Set) evaluate(c *Candidate) Result {
	type finding struct {
		*CompiledRule
		outcome request.Outcome
		cause   error
	}
	result := Result{Outcomes: make([]RuleResult, len(s.rules)), Advisories: []request.Violation{}}
	found := make([]finding, 0, 16) // of a constant size, so that it stays on the stack
	for i := range s.rules {
		r := &s.rules[i]
		outcome, cause := r.outcome(c)
		e := r.exception(c)
		result.Outcomes[i] = RuleResult{&r.SourcedRule, outcome, r.dateDependent || e != nil && r.exceptedDateDependent, e}
		if outcome == request.Violated || outcome == request.Failed || outcome == request.Excepted {
			found = append(found, finding{r, outcome, cause})
		}
	}
	// The rules are sorted by ID, and stay so within a field.
	slices.SortStableFunc(found, func(a, b finding) int { return strings.Compare(a.Field, b.Field) })
	result.Violations = make([]request.Violation, 0, len(found))
	for _, one := range found {
		switch {
		case one.outcome == request.Excepted:
			result.Exceptions = append(result.Exceptions, one.excepted(c))
		case one.cause != nil:
			result.Violations = append(result.Violations, one.failure(c, one.cause))
		case one.Level == profile.Advisory:
			result.Advisories = append(result.Advisories, one.violation(c))
		default:
			result.Violations = append(result.Violations, one.violation(c))
		}
	}
	return result
}

func (r *CompiledRule) violation(c *Candidate) request.Violation {
	v := request.Violation{
		PolicyID: r.ID, Source: r.Source, Field: r.Field, Message: r.messageFor(c), Remediation: r.Remediation,
		Actual: r.actual(c), Expected: r.Expected,
	}
	if ended := r.exception(c); ended != nil { // the same request was accepted before
		v.Message += fmt.Sprintf(
			" The exception from this rule ended on %s; its owner is %s.", ended.Until.Words(), ended.Owner)
	}
	v.Suggest(r.suggestion(c))
	return v
}

// failure returns the violation of a rule that could not be evaluated. It denies even if the rule is advisory, since
// the outcome is not known.
func (r *CompiledRule) failure(c *Candidate, cause error) request.Violation {
	return request.Violation{
		PolicyID: r.ID, Source: r.Source, Field: r.Field,
		Message: fmt.Sprintf("The rule %s could not be evaluated (%s), so the request is denied.", r.ID,
			visibleLine(cause)),
		Remediation: "Ask the platform operators to correct the rule.",
		Actual:      r.actual(c), Expected: r.Expected,
	}
}

// visibleLine returns an error as one line of visible characters. It may have a text of the request.
func visibleLine(cause error) string {
	return problem.Excerpt(strings.Map(func(r rune) rune {
		if document.Visible(r) {
			return r
		}
		return ' '
	}, cause.Error()), maxCause)
}

// excepted returns the entry of a record for a rule that a request breaks with an exception.
func (r *CompiledRule) excepted(c *Candidate) request.ExceptedViolation {
	e := r.exception(c)
	return request.ExceptedViolation{
		PolicyID: r.ID, Source: r.Source, Field: r.Field, Message: r.messageFor(c), Actual: r.actual(c), Expected: r.Expected,
		Owner: e.Owner, Reason: e.Reason, Until: e.Until,
	}
}
