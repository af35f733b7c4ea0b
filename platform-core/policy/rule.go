package policy

import (
	"slices"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Limits of the organisation's rules.
const (
	maxRules      = 200
	maxExpression = 4 << 10
	maxText       = 1 << 10
	// maxCause limits the characters of an error in a violation.
	maxCause = 200
)

var ruleID = lazyRegexp(`^[a-z][a-z0-9_]*(\.[a-z0-9][a-z0-9-]*)+$`)

// IsRuleID reports whether a text has the form of a rule's ID.
func IsRuleID(text string) bool { return len(text) <= 100 && ruleID().MatchString(text) }

// CompiledRule is a rule of a [Set] with expressions that are ready to run. It can be evaluated by itself: a
// search for an accepted request stops at the first rule that denies.
type CompiledRule struct {
	profile.SourcedRule
	// profilePath is the path of an organisation's rule in its profile; empty for a rule of the platform.
	profilePath string
	// fieldIndex is the index of Field in requestFields; -1 for the object of the controls.
	fieldIndex int
	// An expression that the rule does not have is nil.
	when, require, message, suggest *expression
	// dateDependent is true if the outcome may differ on another day while the request is accepted on both:
	// when reads the date, or the rule is advisory and reads it.
	dateDependent bool
	// estimateDependent is true if the outcome or the suggestion may depend on the estimate.
	estimateDependent bool
	// whenReadsField is true if the rule's own field decides whether the rule applies.
	whenReadsField bool
	// constantSuggestion satisfies the rule for every request; it is zero for other suggestions.
	constantSuggestion request.Value
	// exceptions are the profile's exceptions from this rule.
	exceptions []profile.Exception
	// exceptedDateDependent is true if a request with an exception may break the rule on some days only. It is
	// accepted on all of them.
	exceptedDateDependent bool
}

// The names of the expressions of a rule.
const (
	When    = "when"
	Require = "require"
	Message = "message_expression"
	Suggest = "suggest"
)

// clause is an expression of a rule and its name.
type clause struct {
	rule *CompiledRule
	name string
	*expression
}

// clauses returns the expressions that a rule has, in the order of documents.
func (r *CompiledRule) clauses() []clause {
	all := []clause{{r, When, r.when}, {r, Require, r.require}, {r, Message, r.message}, {r, Suggest, r.suggest}}
	return slices.DeleteFunc(all, func(c clause) bool { return c.expression == nil })
}

// fault returns a fault at a node of the expression.
func (c clause) fault(id int64, message string) problem.Fault {
	at := c.checked().SourceInfo().GetStartLocation(id)
	return problem.Fault{
		Field: c.rule.profilePath + "." + c.name, Code: problem.FaultUnsupported, Message: message,
		Line: at.Line(), Column: at.Column() + 1,
	}
}

// readsVariable reports whether the outcome of the rule may depend on a variable.
func (r *CompiledRule) readsVariable(variable string) bool {
	return r.when.reads(variable) || r.require.reads(variable)
}

// clausesWithoutMessage returns the expressions that decide the outcome and the suggestion.
func (r *CompiledRule) clausesWithoutMessage() []clause {
	return slices.DeleteFunc(r.clauses(), func(c clause) bool { return c.name == Message })
}
