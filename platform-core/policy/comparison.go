package policy

import (
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
)

// The ways in which a rule may look at a field that it compares with something.
const (
	// ByValue is the value of the field itself; days and date_plus come out as dates.
	ByValue = ""
	// ByLength is the prefix length of a range.
	ByLength = "cidr_length"
	// ByRanges is whether a range lies inside one of those in With.
	ByRanges = "cidr_within"
	// ByPattern, ByStart, ByEnd and ByPart are CEL's functions of a text.
	ByPattern = "matches"
	ByStart   = "startsWith"
	ByEnd     = "endsWith"
	ByPart    = "contains"
	// ByEstimate is the number of the field compared with the dollars of the estimate.
	ByEstimate = "estimate"
	// ByOutcome is what another part of the rule comes to that reads no other field; see
	// Comparison.Outcome.
	ByOutcome = "outcome"
)

// comparison is a call that compares two operands.
type comparison struct {
	operator string
	// by is the operator if it is a function; ByValue for ==, in, < and the like.
	by string
	// ranked is set if the operator asks what is more or less.
	ranked      bool
	left, right ast.NavigableExpr
}

// comparisonAt returns the comparison that an expression is.
func comparisonAt(e ast.NavigableExpr) (c comparison, ok bool) {
	if e.Kind() != ast.CallKind {
		return c, false
	}
	c.operator = e.AsCall().FunctionName()
	switch c.operator {
	case operators.Equals, operators.NotEquals, operators.In:
	case operators.Less, operators.LessEquals, operators.Greater, operators.GreaterEquals:
		c.ranked = true
	case ByPattern, ByStart, ByEnd, ByPart, ByRanges:
		c.by = c.operator
	default:
		return c, false
	}
	operands := e.Children()
	c.left, c.right = operands[0], operands[1]
	return c, true
}
