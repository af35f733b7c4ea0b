package policy

import (
	"slices"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Bounds of the organisation's rules.
const (
	maxRules      = 200
	maxExpression = 4 << 10
	maxText       = 1 << 10
	// maxCause bounds what a violation quotes of a rule that fails, in characters.
	maxCause = 200
)

var ruleID = lazyRegexp(`^[a-z][a-z0-9_]*(\.[a-z0-9][a-z0-9-]*)+$`)

// IsRuleID reports whether a text has the form of a rule's ID.
func IsRuleID(text string) bool { return len(text) <= 100 && ruleID().MatchString(text) }

// Check is one rule of a [Set] whose expressions are ready to run; an expression that it does not have is
// nil. It can be evaluated by itself: a search for an accepted request stops at the first rule that denies one.
type CompiledRule struct {
	profile.SourcedRule
	// path is that of an organisation's rule in its profile; empty for the platform's own.
	profilePath string
	// at is the place in requestFields of the one that Field names; -1 for the
	// object of the controls.
	fieldIndex int
	when       *expression
	require    *expression
	message    *expression
	suggest    *expression
	// dated is set where the outcome may differ on another day although the request
	// is accepted on both: when reads the date, or the rule only advises and reads it.
	dateDependent bool
	// sized is set where the outcome or the suggestion may hang on the estimate.
	estimateDependent bool
	// conditional is set where the rule's own field decides whether the rule applies.
	whenReadsField bool
	// constant is a suggestion that satisfies the rule whatever else the request
	// has; the zero Value for one that has to be tried.
	constantSuggestion request.Value
	// exceptions are those of the profile from this rule.
	exceptions []profile.Exception
	// datedWhenExcepted is set where a request with an exception may break the rule on
	// some days and keep it on others: it is accepted on both.
	exceptedDateDependent bool
}

// The expressions of a rule, by their names.
const (
	When    = "when"
	Require = "require"
	Message = "message_expression"
	Suggest = "suggest"
)

// clause is an expression of a rule and its name there.
type clause struct {
	rule *CompiledRule
	name string
	*expression
}

// clauses are the expressions that a rule has, in the order of documents.
func (r *CompiledRule) clauses() []clause {
	all := []clause{{r, When, r.when}, {r, Require, r.require}, {r, Message, r.message}, {r, Suggest, r.suggest}}
	return slices.DeleteFunc(all, func(c clause) bool { return c.expression == nil })
}

// fault returns a fault at a node of the expression.
func (c clause) fault(id int64, message string) problem.Fault {
	at := c.checked().SourceInfo().GetStartLocation(id)
	return problem.Fault{
		Field: c.rule.profilePath + "." + c.name, Code: problem.FaultUnsupported, Message: message, Line: at.Line(), Column: at.Column() + 1,
	}
}

// decidedBy reports whether the rule reads a variable to find out how it comes out.
func (r *CompiledRule) readsVariable(variable string) bool {
	return r.when.reads(variable) || r.require.reads(variable)
}

// expressions are those that decide how a rule comes out, and what it suggests.
func (r *CompiledRule) expressions() []*expression {
	return slices.DeleteFunc([]*expression{r.when, r.require, r.suggest}, func(e *expression) bool { return e == nil })
}

// fieldsRead returns the names of the fields that the rule's expressions read, sorted;
// whole is set where they may read any.
func (r *CompiledRule) fieldsRead() (names []string, whole bool) {
	for _, e := range r.expressions() {
		for _, path := range e.paths(requestVariable) {
			if path == "" {
				return nil, true
			}
			names = append(names, path)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), false
}

// literals returns the literals that are written in the rule's expressions.
func (r *CompiledRule) literals() (list []ref.Val) {
	for _, e := range r.expressions() {
		for _, n := range ast.MatchDescendants(ast.NavigateAST(e.checked()), ast.KindMatcher(ast.LiteralKind)) {
			list = append(list, n.AsLiteral())
		}
	}
	return list
}

// sortedValues returns the texts of a list, and then its whole numbers, each once.
func sortedValues(list []ref.Val) (values []request.Value) {
	var texts []string
	var numbers []int64
	for _, literal := range list {
		switch v := literal.(type) {
		case types.String:
			texts = append(texts, string(v))
		case types.Int:
			numbers = append(numbers, int64(v))
		}
	}
	slices.Sort(texts)
	slices.Sort(numbers)
	for _, text := range slices.Compact(texts) {
		values = append(values, request.Text(text))
	}
	for _, number := range slices.Compact(numbers) {
		values = append(values, request.Number(number))
	}
	return values
}
