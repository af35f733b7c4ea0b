package policy

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Check is one rule of a Set, which can be evaluated by itself: a search for an
// accepted request stops at the first rule that denies one.
type Check struct{ rule *compiled }

// ID returns the ID of the rule.
func (c Check) ID() string { return c.rule.ID }

// Field returns the field that a violation of the rule would name.
func (c Check) Field() string { return c.rule.Field }

// Rule returns the rule and whose it is.
func (c Check) Rule() SourcedRule { return c.rule.SourcedRule }

// Own reports whether the rule is one of the organisation's.
func (c Check) Own() bool { return c.rule.path != "" }

// Candidate is an input that rules are evaluated over one by one. It may not be
// used from many goroutines.
type Candidate struct{ facts *facts }

// NewCandidate returns the candidate of an input.
func NewCandidate(in Input) Candidate { return Candidate{newFacts(in)} }

// Denies reports whether the rule denies the candidate, with the suggestion that
// the violation would have.
func (c Check) Denies(over Candidate) (suggestion request.Value, denies bool) {
	switch status, _ := c.rule.outcome(over.facts); {
	case status == request.Failed:
		return request.Value{}, true
	case status == request.Violated && c.rule.Level == profile.Mandatory:
		return c.rule.suggestion(over.facts), true
	default:
		return request.Value{}, false
	}
}

// DeniesAny reports whether the rule denies the candidate whatever is filled in for the
// fields with the names, as far as its expressions show, with the suggestion that the
// violation would have.
func (c Check) DeniesAny(over Candidate, names []string) (suggestion request.Value, denies bool) {
	over.facts.unknown = names
	defer func() { over.facts.unknown = nil }()
	return c.Denies(over)
}

// Broken is Denies without the suggestion.
func (c Check) Broken(over Candidate) bool {
	status, _ := c.rule.outcome(over.facts)
	return status == request.Failed || status == request.Violated && c.rule.Level == profile.Mandatory
}

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
	a := Attempt{Status: status, Failed: map[string]error{}}
	if cause != nil {
		name, _, _ := strings.Cut(cause.Error(), ":")
		a.Failed[name] = errors.Unwrap(cause)
	}
	if status != request.Violated {
		return a
	}
	if r.message != nil {
		if _, err := r.message.eval(f); err != nil {
			a.Failed[Message] = err
		}
	}
	if r.suggest == nil {
		return a
	}
	suggested, err := r.suggest.eval(f)
	if err != nil {
		a.Failed[Suggest] = err
		return a
	}
	a.Suggested = valueOf(suggested)
	a.Breaks = !r.allows(f, a.Suggested)
	return a
}

// Fault returns a fault of an expression of an organisation's rule.
func (c Check) Fault(name string, code problem.FaultCode, format string, args ...any) problem.Fault {
	return problem.Fault{Field: c.rule.path + "." + name, Code: code, Message: fmt.Sprintf(format, args...), Line: 1, Column: 1}
}

// Reads returns the names of the fields that Denies depends on, sorted: its suggestion
// too. whole is set where it may depend on any.
func (c Check) Reads() (names []string, whole bool) {
	if names, whole = c.rule.fieldsRead(); whole {
		return nil, true
	}
	names = append(names, c.ExceptedBy()...)
	slices.Sort(names)
	return names, false
}

// OwnReads is Reads without what the exceptions from the rule read.
func (c Check) OwnReads() (names []string, whole bool) { return c.rule.fieldsRead() }

// ExceptedBy returns the names of the fields that the rule reads for its exceptions only,
// sorted: another value of one may bring an exception, but is not what the rule asks for.
func (c Check) ExceptedBy() []string {
	if len(c.rule.exceptions) == 0 {
		return nil
	}
	own, whole := c.rule.fieldsRead()
	return slices.DeleteFunc(slices.Clone(exceptionFields), func(name string) bool { return whole || slices.Contains(own, name) })
}

// AsksFor returns the names of the fields of which the rule may want another value where it
// denies a request: its own, and those that it reads for more than to find out whether it
// applies.
func (c Check) AsksFor() []string {
	names := []string{c.rule.Field}
	for i := range requestFields {
		if name := requestFields[i].Name; c.rule.require.readsField(name) {
			names = append(names, name)
		}
	}
	return names
}

// ReadsEstimate reports whether Denies may hang on the estimate.
func (c Check) ReadsEstimate() bool { return c.rule.sized }

// ReadsProfile and ReadsDate report whether the rule may come out differently in an
// installation with another profile, and on another day.
func (c Check) ReadsProfile() bool {
	return c.rule.decidedBy(profileVariable)
}

// ReadsDate is described with ReadsProfile.
func (c Check) ReadsDate() bool {
	return len(c.rule.exceptions) > 0 || c.rule.decidedBy(dateVariable)
}

// ChangesAfter reports whether the rule may come out differently on a day after another.
func (c Check) ChangesAfter(day request.Date) bool {
	return c.rule.decidedBy(dateVariable) ||
		slices.ContainsFunc(c.rule.exceptions, func(e profile.Exception) bool { return e.Until >= day })
}

// Literals returns the texts and the whole numbers that are written in the rule, sorted.
func (c Check) Literals() []request.Value { return sortedValues(c.rule.literals()) }

// LiteralsFor returns what the rule may compare a field with: the texts and the whole numbers that are
// written in a rule that reads the field, and in its exceptions, sorted.
func (c Check) LiteralsFor(field string) []request.Value {
	var list []ref.Val
	for _, text := range c.rule.exceptionTexts(field) {
		list = append(list, types.String(text))
	}
	if c.rule.when.readsField(field) || c.rule.require.readsField(field) {
		list = append(list, c.rule.literals()...)
	}
	return sortedValues(list)
}

// SameAs reports whether two rules say the same of a request, with the same exceptions:
// all that does not decide, such as the message, may differ.
func (c Check) SameAs(other Check) bool {
	a, b := c.rule, other.rule
	return a.When == b.When && a.Require == b.Require && a.Level == b.Level && slices.Equal(a.exceptions, b.exceptions)
}

// Denying returns the rule as a mandatory one.
func (c Check) Denying() Check {
	rule := *c.rule
	rule.Level = profile.Mandatory
	return Check{&rule}
}

// Applying returns a rule with the ID that denies what this one does not apply to; not
// ok for a rule that applies to every request.
func (c Check) Applying(id string) (applying Check, ok bool) {
	if c.rule.when == nil {
		return Check{}, false
	}
	rule := compiled{SourcedRule: c.rule.SourcedRule, at: c.rule.at, require: c.rule.when, sized: c.rule.when.reads(estimateVariable)}
	rule.ID, rule.Level = id, profile.Mandatory
	return Check{&rule}, true
}
