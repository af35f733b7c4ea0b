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

// Own reports whether the rule is one of the organisation's.
func (r *CompiledRule) IsOrganisation() bool { return r.profilePath != "" }

// Denies reports whether the rule denies the candidate, with the suggestion that
// the violation would have.
func (r *CompiledRule) Evaluate(over *Candidate) (suggestion request.Value, denies bool) {
	switch status, _ := r.outcome(over); {
	case status == request.Failed:
		return request.Value{}, true
	case status == request.Violated && r.Level == profile.Mandatory:
		return r.suggestion(over), true
	default:
		return request.Value{}, false
	}
}

// DeniesAny reports whether the rule denies the candidate whatever is filled in for the
// fields with the names, as far as its expressions show, with the suggestion that the
// violation would have.
func (r *CompiledRule) EvaluateOpen(over *Candidate, names []string) (suggestion request.Value, denies bool) {
	over.unknown = names
	defer func() { over.unknown = nil }()
	return r.Evaluate(over)
}

// Broken is Denies without the suggestion.
func (r *CompiledRule) Denies(over *Candidate) bool {
	status, _ := r.outcome(over)
	return status == request.Failed || status == request.Violated && r.Level == profile.Mandatory
}

// Trace is the evaluation of a rule for one input, expression by expression.
type Trace struct {
	// Outcome leaves out the exceptions from the rule.
	Outcome request.Outcome
	// Ran has the names of the expressions that were evaluated, Failed the errors of some of them.
	Ran    []string
	Failed map[string]error
	// Suggested is the suggestion of a rule that is violated. SuggestionFails is true if the field does not
	// accept it, or if it violates the rule; a violation then has no suggestion.
	Suggested       request.Value
	SuggestionFails bool
}

// Trace evaluates every expression of the rule that matters for a candidate.
func (r *CompiledRule) Trace(over *Candidate) Trace {
	outcome, cause := r.outcomeBeforeExceptions(over)
	t := Trace{Outcome: outcome, Failed: map[string]error{}}
	if cause != nil {
		name, _, _ := strings.Cut(cause.Error(), ":")
		t.Failed[name] = errors.Unwrap(cause)
	}
	if r.when != nil {
		t.Ran = append(t.Ran, When)
	}
	if t.Failed[When] == nil && outcome != request.NotApplicable {
		t.Ran = append(t.Ran, Require)
	}
	if outcome != request.Violated {
		return t
	}
	eval := func(name string, e *expression) ref.Val {
		t.Ran = append(t.Ran, name)
		value, err := e.eval(over)
		if err != nil {
			t.Failed[name] = err
		}
		return value
	}
	if r.message != nil {
		eval(Message, r.message)
	}
	if r.suggest != nil {
		if value := eval(Suggest, r.suggest); t.Failed[Suggest] == nil {
			t.Suggested = valueOf(value)
			t.SuggestionFails = !r.allows(over, t.Suggested)
		}
	}
	return t
}

// Fault returns a fault of an expression of an organisation's rule.
func (r *CompiledRule) Fault(name string, code problem.FaultCode, format string, args ...any) problem.Fault {
	return problem.Fault{Field: r.profilePath + "." + name, Code: code, Message: fmt.Sprintf(format, args...), Line: 1, Column: 1}
}

// Reads returns the names of the fields that Denies depends on, sorted: its suggestion
// too. whole is set where it may depend on any.
func (r *CompiledRule) Reads() (names []string, whole bool) {
	if names, whole = r.fieldsRead(); whole {
		return nil, true
	}
	names = append(names, r.ExceptionFields()...)
	slices.Sort(names)
	return names, false
}

// OwnReads is Reads without what the exceptions from the rule read.
func (r *CompiledRule) OwnReads() (names []string, whole bool) { return r.fieldsRead() }

// ExceptedBy returns the names of the fields that the rule reads for its exceptions only,
// sorted: another value of one may bring an exception, but is not what the rule asks for.
func (r *CompiledRule) ExceptionFields() []string {
	if len(r.exceptions) == 0 {
		return nil
	}
	own, whole := r.fieldsRead()
	return slices.DeleteFunc(slices.Clone(exceptionFields), func(name string) bool { return whole || slices.Contains(own, name) })
}

// AsksFor returns the names of the fields of which the rule may want another value where it
// denies a request: its own, and those that it reads for more than to find out whether it
// applies.
func (r *CompiledRule) ConstrainedFields() []string {
	names := []string{r.Field}
	for i := range requestFields {
		if name := requestFields[i].Name; r.require.readsField(name) {
			names = append(names, name)
		}
	}
	return names
}

// ReadsEstimate reports whether Denies may hang on the estimate.
func (r *CompiledRule) ReadsEstimate() bool { return r.estimateDependent }

// ReadsProfile and ReadsDate report whether the rule may come out differently in an
// installation with another profile, and on another day.
func (r *CompiledRule) ReadsProfile() bool {
	return r.readsVariable(profileVariable)
}

// ReadsDate is described with ReadsProfile.
func (r *CompiledRule) ReadsDate() bool {
	return len(r.exceptions) > 0 || r.readsVariable(dateVariable)
}

// ChangesAfter reports whether the rule may come out differently on a day after another.
func (r *CompiledRule) ChangesAfter(day request.Date) bool {
	return r.readsVariable(dateVariable) ||
		slices.ContainsFunc(r.exceptions, func(e profile.Exception) bool { return e.Until >= day })
}

// Literals returns the texts and the whole numbers that are written in the rule, sorted.
func (r *CompiledRule) Literals() []request.Value { return sortedValues(r.literals()) }

// LiteralsFor returns what the rule may compare a field with: the texts and the whole numbers that are
// written in a rule that reads the field, and in its exceptions, sorted.
func (r *CompiledRule) LiteralsFor(field string) []request.Value {
	var list []ref.Val
	for _, text := range r.exceptionTexts(field) {
		list = append(list, types.String(text))
	}
	if r.when.readsField(field) || r.require.readsField(field) {
		list = append(list, r.literals()...)
	}
	return sortedValues(list)
}

// SameAs reports whether two rules say the same of a request, with the same exceptions:
// all that does not decide, such as the message, may differ.
func (r *CompiledRule) SameAs(other *CompiledRule) bool {
	return r.When == other.When && r.Require == other.Require && r.Level == other.Level && slices.Equal(r.exceptions, other.exceptions)
}

// Denying returns the rule as a mandatory one.
func (r *CompiledRule) AsMandatory() *CompiledRule {
	rule := *r
	rule.Level = profile.Mandatory
	return &rule
}

// Applying returns a rule with the ID that denies what this one does not apply to; not
// ok for a rule that applies to every request.
func (r *CompiledRule) WhenRule(id string) (applying *CompiledRule, ok bool) {
	if r.when == nil {
		return nil, false
	}
	rule := &CompiledRule{SourcedRule: r.SourcedRule, fieldIndex: r.fieldIndex, require: r.when, estimateDependent: r.when.reads(estimateVariable)}
	rule.ID, rule.Level = id, profile.Mandatory
	return rule, true
}
