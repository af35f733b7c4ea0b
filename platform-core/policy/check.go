package policy

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// IsOrganisation reports whether the rule is one of the organisation's.
func (r *CompiledRule) IsOrganisation() bool { return r.profilePath != "" }

// Evaluate reports whether the rule denies a candidate, and returns the suggestion of the violation.
func (r *CompiledRule) Evaluate(c *Candidate) (suggestion request.Value, denies bool) {
	outcome, _ := r.outcome(c)
	if outcome == request.Violated && r.Level == profile.Mandatory {
		return r.suggestion(c), true
	}
	return request.Value{}, outcome == request.Failed
}

// EvaluateOpen is like Evaluate for a candidate with open fields. It reports whether the rule denies the
// candidate for all values of these fields, as far as the expressions show.
func (r *CompiledRule) EvaluateOpen(c *Candidate, open []string) (suggestion request.Value, denies bool) {
	c.unknown = open
	defer func() { c.unknown = nil }()
	return r.Evaluate(c)
}

// Denies reports whether the rule denies a candidate.
func (r *CompiledRule) Denies(c *Candidate) bool {
	outcome, _ := r.outcome(c)
	return outcome == request.Failed || outcome == request.Violated && r.Level == profile.Mandatory
}

// Trace is the evaluation of a rule for one input, expression by expression.
type Trace struct {
	// Outcome leaves out the exceptions from the rule.
	Outcome request.Outcome
	// Ran has the names of the expressions that were evaluated. Failed has the errors of some of them.
	Ran    []string
	Failed map[string]error
	// Suggested is the suggestion of a rule that is violated. SuggestionFails is true if the field does not
	// accept it, or if it violates the rule; a violation then has no suggestion.
	Suggested       request.Value
	SuggestionFails bool
}

// Trace evaluates every expression of the rule that matters for a candidate.
func (r *CompiledRule) Trace(c *Candidate) Trace {
	outcome, cause := r.outcomeBeforeExceptions(c)
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
		value, err := e.eval(c)
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
			t.SuggestionFails = !r.allows(c, t.Suggested)
		}
	}
	return t
}

// Fault returns a fault of an expression of an organisation's rule.
func (r *CompiledRule) Fault(name string, code problem.FaultCode, format string, args ...any) problem.Fault {
	return problem.Fault{Field: r.profilePath + "." + name, Code: code, Message: fmt.Sprintf(format, args...), Line: 1,
		Column: 1}
}

// Reads returns the sorted names of the fields that the result of Evaluate depends on. all is true if it may
// depend on every field.
func (r *CompiledRule) Reads() (names []string, all bool) {
	if names, all = r.OwnReads(); all {
		return nil, true
	}
	names = append(names, r.ExceptionFields()...)
	slices.Sort(names)
	return names, false
}

// OwnReads is like Reads, without the fields that only the exceptions from the rule read.
func (r *CompiledRule) OwnReads() (names []string, all bool) {
	for _, clause := range r.clausesWithoutMessage() {
		names = append(names, clause.paths(requestVariable)...)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if slices.Contains(names, "") {
		return nil, true
	}
	return names, false
}

// ExceptionFields returns the sorted names of the fields that only the exceptions from the rule read. A change
// of such a field may bring an exception, but it does not satisfy the rule.
func (r *CompiledRule) ExceptionFields() []string {
	if len(r.exceptions) == 0 {
		return nil
	}
	own, all := r.OwnReads()
	return slices.DeleteFunc(slices.Clone(exceptionFields),
		func(name string) bool { return all || slices.Contains(own, name) })
}

// ConstrainedFields returns the names of the fields whose change may satisfy the rule: its own field, and those
// that require reads. Fields that only when reads are not among them.
func (r *CompiledRule) ConstrainedFields() []string {
	names := []string{r.Field}
	for i := range requestFields {
		if name := requestFields[i].Name; r.require.readsField(name) {
			names = append(names, name)
		}
	}
	return names
}

// ReadsEstimate reports whether the result of Evaluate may depend on the estimate.
func (r *CompiledRule) ReadsEstimate() bool { return r.estimateDependent }

// ReadsProfile reports whether the outcome may differ in an installation with another profile.
func (r *CompiledRule) ReadsProfile() bool { return r.readsVariable(profileVariable) }

// ReadsDate reports whether the outcome may differ on another day.
func (r *CompiledRule) ReadsDate() bool {
	return len(r.exceptions) > 0 || r.readsVariable(dateVariable)
}

// ChangesAfter reports whether the outcome may differ after a day.
func (r *CompiledRule) ChangesAfter(day request.Date) bool {
	return r.readsVariable(dateVariable) ||
		slices.ContainsFunc(r.exceptions, func(e profile.Exception) bool { return e.Until >= day })
}

// Literals returns the texts and then the whole numbers in the rule's expressions, each sorted.
func (r *CompiledRule) Literals() []request.Value { return sortedValues(r.literals()) }

// LiteralsFor returns what the rule may compare a field with: the texts and the whole numbers in a rule that
// reads the field, and those in its exceptions.
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

func (r *CompiledRule) literals() (list []ref.Val) {
	for _, clause := range r.clausesWithoutMessage() {
		for _, n := range ast.MatchDescendants(ast.NavigateAST(clause.checked()), ast.KindMatcher(ast.LiteralKind)) {
			list = append(list, n.AsLiteral())
		}
	}
	return list
}

// sortedValues returns the texts of a list and then its whole numbers, each sorted and without repetitions.
func sortedValues(list []ref.Val) (values []request.Value) {
	for _, literal := range list {
		if v := valueOf(literal); v.Kind == request.TextValue || v.Kind == request.NumberValue {
			values = append(values, v)
		}
	}
	slices.SortFunc(values, func(a, b request.Value) int {
		return cmp.Or(cmp.Compare(b.Kind, a.Kind), cmp.Compare(a.Text, b.Text), cmp.Compare(a.Number, b.Number))
	})
	return slices.Compact(values)
}

// SameAs reports whether two rules have the same outcomes, with the same exceptions. Their messages and
// suggestions may differ.
func (r *CompiledRule) SameAs(other *CompiledRule) bool {
	return r.When == other.When && r.Require == other.Require && r.Level == other.Level &&
		slices.Equal(r.exceptions, other.exceptions)
}

// WhenRule returns a rule with the ID that denies the requests to which this rule does not apply. It is not ok
// for a rule that applies to every request.
func (r *CompiledRule) WhenRule(id string) (when *CompiledRule, ok bool) {
	if r.when == nil {
		return nil, false
	}
	when = &CompiledRule{
		SourcedRule: r.SourcedRule, fieldIndex: r.fieldIndex, require: r.when,
		estimateDependent: r.when.reads(estimateVariable),
	}
	when.ID, when.Level = id, profile.Mandatory
	return when, true
}
