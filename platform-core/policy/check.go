package policy

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Check is one rule of a Set, which can be evaluated by itself: a search for an
// accepted request stops at the first rule that denies one.
type Check struct{ rule *compiled }

// Checks returns the rules that may deny a request, sorted by ID. An advisory rule
// is one of them: it denies where it cannot be evaluated.
func (s *Set) Checks() []Check {
	checks := make([]Check, len(s.rules))
	for i := range s.rules {
		checks[i] = Check{&s.rules[i]}
	}
	return checks
}

// ID returns the ID of the rule.
func (c Check) ID() string { return c.rule.ID }

// Field returns the field that a violation of the rule would name.
func (c Check) Field() string { return c.rule.Field }

// ReadsEstimate reports whether Denies may hang on the estimate.
func (c Check) ReadsEstimate() bool { return c.rule.sized }

// Candidate is an input that rules are evaluated over one by one. It may not be
// used from many goroutines.
type Candidate struct{ facts *facts }

// NewCandidate returns the candidate of an input.
func NewCandidate(in Input) Candidate { return Candidate{newFacts(in)} }

// Denies reports whether the rule denies the candidate, with the suggestion that
// the violation would have.
func (c Check) Denies(over Candidate) (suggestion request.Value, denies bool) {
	switch status, _ := c.rule.status(over.facts); {
	case status == request.Failed:
		return request.Value{}, true
	case status == request.Violated && c.rule.Level == profile.Mandatory:
		return c.rule.suggestion(over.facts), true
	default:
		return request.Value{}, false
	}
}

// Own reports whether the rule is one of the organisation's.
func (c Check) Own() bool { return c.rule.path != "" }

// Rule returns the rule.
func (c Check) Rule() profile.Rule { return c.rule.Rule }

// ReadsDate reports whether the rule reads the policy date.
func (c Check) ReadsDate() bool {
	return slices.ContainsFunc(c.rule.parts(), func(p part) bool { return p.reads(dateVariable) })
}

// The expressions of a rule, by their names.
const (
	When, Require, Message, Suggest = "when", "require", "message_expression", "suggest"
)

// Attempt is how a rule comes out for an input, expression by expression.
type Attempt struct {
	Status request.Outcome
	// Failed are the expressions that could not be evaluated, by name, and why.
	Failed map[string]error
	// Suggested is what the rule suggests where it is violated. It is no Suggestion of a
	// violation where Breaks is set: the field cannot have it, or it violates the rule.
	Suggested request.Value
	Breaks    bool
}

// Try evaluates every expression of the rule that matters for a candidate.
func (c Check) Try(over Candidate) Attempt {
	r, f := c.rule, over.facts
	status, cause := r.status(f)
	a := Attempt{Status: status}
	if cause != nil {
		name, _, _ := strings.Cut(cause.Error(), ":")
		a.Failed = map[string]error{name: errors.Unwrap(cause)}
	}
	if status != request.Violated {
		return a
	}
	if r.message != nil {
		if _, err := r.message.eval(f); err != nil {
			a.Failed = map[string]error{Message: err}
		}
	}
	if r.suggest == nil {
		return a
	}
	suggested, err := r.suggest.eval(f)
	if err != nil {
		if a.Failed == nil {
			a.Failed = map[string]error{}
		}
		a.Failed[Suggest] = err
		return a
	}
	a.Suggested = valueOf(suggested)
	a.Breaks = !r.allows(f, a.Suggested)
	return a
}

// Fault returns a fault of an expression of an organisation's rule.
func (c Check) Fault(name string, code problem.FaultCode, format string, args ...any) problem.Fault {
	return part{name: name}.fault(c.rule, code, fmt.Sprintf(format, args...))
}
