package policy

import (
	"errors"
	"fmt"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// Own reports whether the rule is one of the organisation's.
func (c Check) Own() bool { return c.rule.path != "" }

// OwnReads is Reads without what the exceptions from the rule read.
func (c Check) OwnReads() (names []string, whole bool) { return c.rule.fieldsRead() }

// The expressions of a rule, by their names.
const (
	When    = "when"
	Require = "require"
	Message = "message_expression"
	Suggest = "suggest"
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

// Try evaluates every expression of the rule that matters for a candidate. It looks at no
// exception.
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
