package policy

import (
	"fmt"
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"

	"platform.internal/platform-core/request"
)

// The kinds of a [Comparison]: what it compares with its values.
const (
	// ByValue is the value of the field itself. The results of days and date_plus become dates.
	ByValue = ""
	// ByLength is the prefix length of a range.
	ByLength = "cidr_length"
	// ByRanges is whether a range lies inside one of the ranges in With.
	ByRanges = "cidr_within"
	// ByPattern, ByStart, ByEnd and ByPart are CEL's functions of a text.
	ByPattern = "matches"
	ByStart   = "startsWith"
	ByEnd     = "endsWith"
	ByPart    = "contains"
	// ByEstimate is the number of the field, compared with multiples of the estimate's dollars: With has the factors.
	ByEstimate = "estimate"
	// ByOutcome is the value of another part of the rule that reads only the field; see [Comparison.Evaluate].
	ByOutcome = "outcome"
)

// operation is a call that compares two operands.
type operation struct {
	operator string
	// by is the operator if it is a function. It is ByValue for ==, in, < and the like.
	by string
	// ordered is true for an operator that asks which operand is more.
	ordered     bool
	left, right ast.NavigableExpr
}

// operationAt returns the comparison that an expression is; not ok for other expressions.
func operationAt(e ast.NavigableExpr) (o operation, ok bool) {
	if e.Kind() != ast.CallKind {
		return o, false
	}
	o.operator = e.AsCall().FunctionName()
	switch o.operator {
	case operators.Equals, operators.NotEquals, operators.In:
	case operators.Less, operators.LessEquals, operators.Greater, operators.GreaterEquals:
		o.ordered = true
	case ByPattern, ByStart, ByEnd, ByPart, ByRanges:
		o.by = o.operator
	default:
		return o, false
	}
	operands := e.Children()
	o.left, o.right = operands[0], operands[1]
	return o, true
}

// Comparison is a comparison of a field of the request with values.
type Comparison struct {
	Field string
	// By is what is compared, such as [ByValue].
	By   string
	With []request.Value
	// Expression is the part of the rule that is compared ByOutcome.
	Expression string

	part *expression
	in   Input
}

// Evaluate returns the value of the rule's part for a request with a normalised value of the field: "true", "false"
// or "error". It is empty for a comparison that is not ByOutcome.
func (c Comparison) Evaluate(v request.Value) string {
	if c.part == nil {
		return ""
	}
	f, _ := request.FieldNamed(c.Field)
	f.Assign(&c.in.Request, v)
	value, err := c.part.eval(NewCandidate(c.in))
	if err != nil {
		return "error"
	}
	return fmt.Sprint(value.Value())
}

// Comparisons returns the comparisons in the rule for a profile and a policy date, and the parts of its expressions
// that are not comparisons. It leaves out expressions that read only enumerable fields, since a search tries each
// value of these. isEnumerable is also asked about the estimate, with the name [ByEstimate].
func (r *CompiledRule) Comparisons(in Input, isEnumerable func(name string) bool) (list []Comparison, others []string) {
	if names := r.exceptionTexts(request.ApplicationField); len(names) > 0 {
		list = append(list, Comparison{Field: request.ApplicationField, With: request.Texts(names)})
	}
	for _, one := range []struct {
		*expression
		source string
	}{{r.when, r.When}, {r.require, r.Require}} {
		if one.expression != nil {
			found := reader{expression: one.expression, source: one.source, candidate: NewCandidate(in),
				isEnumerable: isEnumerable}
			found.condition(ast.NavigateAST(one.checked()))
			list, others = append(list, found.list...), append(others, found.others...)
		}
	}
	return list, others
}

// reader reads the comparisons in an expression.
type reader struct {
	*expression
	source       string
	candidate    *Candidate
	isEnumerable func(name string) bool
	list         []Comparison
	others       []string
}

func (r *reader) add(field, by string, with []request.Value) {
	r.list = append(r.list, Comparison{Field: field, By: by, With: with})
}

// condition reads an expression that is true or false.
func (r *reader) condition(e ast.NavigableExpr) {
	switch {
	case r.isSettled(e):
	case isCall(e, operators.LogicalAnd, operators.LogicalOr, operators.LogicalNot, operators.Conditional):
		for _, operand := range e.Children() {
			r.condition(operand)
		}
	case !r.test(e):
		r.other(e)
	}
}

// test reads a test of a field, and reports whether it is of a known form.
func (r *reader) test(e ast.NavigableExpr) bool {
	if e.Kind() == ast.SelectKind && e.AsSelect().IsTestOnly() {
		object, _ := pathOf(e.AsSelect().Operand())
		field, ok := strings.CutPrefix(object+"."+e.AsSelect().FieldName(), requestVariable+".")
		if ok {
			r.add(field, ByValue, []request.Value{request.Text("")})
		}
		return ok
	}
	o, ok := operationAt(e)
	switch {
	case !ok:
		return false
	case o.by != ByValue:
		return r.function(o)
	case o.left.Type().IsExactType(types.BoolType) && o.right.Type().IsExactType(types.BoolType):
		r.condition(o.left)
		r.condition(o.right)
		return true
	}
	for _, left := range r.terms(o.left) {
		for _, right := range r.terms(o.right) {
			if !r.pair(left, right, o.ordered) && !r.pair(right, left, o.ordered) {
				return false
			}
		}
	}
	return true
}

// other notes an expression that is not a comparison.
func (r *reader) other(e ast.NavigableExpr) {
	if parent, ok := e.Parent(); ok && isCall(parent, operators.LogicalNot) {
		e = parent // otherwise the text is the opposite of the rule
	}
	text, err := cel.ExprToString(e, r.checked().SourceInfo())
	if err != nil { // CEL cannot print a macro
		text = r.source
	}
	r.others = append(r.others, text)
	part := r.part(e)
	if paths := part.paths(requestVariable); !part.reads(estimateVariable) && len(slices.Compact(paths)) == 1 {
		if _, ok := request.FieldNamed(paths[0]); ok {
			r.list = append(r.list,
				Comparison{Field: paths[0], By: ByOutcome, Expression: text, part: part, in: r.candidate.Input})
		}
	}
}

// function reads a function of a field and a constant. A part of a date or of a range has no thresholds.
func (r *reader) function(o operation) bool {
	field, ok := r.field(o.left)
	with, constant := r.constant(o.right)
	if !ok || !constant || o.by != ByRanges && (field == request.ExpiryField || field == request.NetworkField) {
		return false
	}
	r.add(field, o.by, with)
	return true
}

// terms returns the possible results of an expression, and reads the conditions that choose one.
func (r *reader) terms(e ast.NavigableExpr) []ast.NavigableExpr {
	if !isCall(e, operators.Conditional) {
		return []ast.NavigableExpr{e}
	}
	operands := e.Children()
	r.condition(operands[0])
	return append(r.terms(operands[1]), r.terms(operands[2])...)
}

// pair reads the comparison of two terms, and reports whether it is of a known form.
func (r *reader) pair(a, b ast.NavigableExpr, ordered bool) bool {
	if r.isSettled(a) && r.isSettled(b) {
		return true
	}
	field, isField := r.field(a)
	with, constant := r.constant(b)
	factors, isDollars := r.dollars(b)
	switch {
	case isField && constant && hasExactThresholds(field, with, ordered):
		r.add(field, ByValue, with)
		return true
	case isField && isDollars:
		r.add(field, ByEstimate, factors)
		return true
	case !constant:
		return false
	case isCall(a, "days"):
		return r.days(a.Children(), with)
	case isCall(a, ByLength):
		field, ok := r.field(a.Children()[0])
		if ok {
			r.add(field, ByLength, with)
		}
		return ok
	}
	return false
}

// days reads a number of days to or from a date, as the other date.
func (r *reader) days(args []ast.NavigableExpr, with []request.Value) bool {
	field, ok := r.field(args[1])
	from, constant := r.constant(args[0])
	sign := 1
	if !ok || !constant {
		field, ok = r.field(args[0])
		from, constant = r.constant(args[1])
		sign = -1
	}
	if !ok || !constant || len(from) != 1 {
		return false
	}
	var dates []request.Value
	for _, n := range with {
		if day, err := request.Date(from[0].Text).AddDays(sign * int(n.Number)); err == nil && day != "" {
			dates = append(dates, request.Text(string(day)))
		}
	}
	r.add(field, ByValue, dates)
	return true
}

// hasExactThresholds reports whether the result of a comparison with constants changes only at the constants. That
// holds for numbers, for dates compared with dates, and for the equality of texts.
func hasExactThresholds(field string, with []request.Value, ordered bool) bool {
	if f, _ := request.FieldNamed(field); !ordered || f.Kind == request.NumberValue {
		return true
	}
	return field == request.ExpiryField && !slices.ContainsFunc(with, func(v request.Value) bool {
		_, err := request.ParseDate(v.Text)
		return v.Text != "" && err != nil
	})
}

// field returns the name of the field that an expression is.
func (r *reader) field(e ast.Expr) (name string, ok bool) {
	path, _ := pathOf(e)
	return strings.CutPrefix(path, requestVariable+".")
}

// dollars returns the constant factor of an expression that is a multiple of the estimate's dollars. It is not ok for
// other expressions, and if a search does not try every estimate.
func (r *reader) dollars(e ast.NavigableExpr) (factor []request.Value, ok bool) {
	factor, ok = []request.Value{request.Number(1)}, true
	if isCall(e, operators.Multiply) {
		operands := e.Children()
		factor, ok = r.constant(operands[0])
		e = operands[1]
	}
	path, _ := pathOf(e)
	return factor, ok && r.isEnumerable(estimateVariable) && path == estimateVariable+".monthly_dollars"
}

// isSettled reports whether an expression reads only enumerable fields.
func (r *reader) isSettled(e ast.Expr) bool {
	part := r.part(e)
	return !slices.ContainsFunc(part.paths(requestVariable), func(path string) bool { return !r.isEnumerable(path) }) &&
		(!part.reads(estimateVariable) || r.isEnumerable(estimateVariable))
}

// constant returns the value of an expression that reads neither request nor estimate, or the elements of a list.
// It is not ok for other expressions.
func (r *reader) constant(e ast.Expr) (values []request.Value, ok bool) {
	part := r.part(e)
	if part.reads(requestVariable) || part.reads(estimateVariable) {
		return nil, false
	}
	value, err := part.eval(r.candidate)
	if err != nil {
		return nil, false
	}
	list := []ref.Val{value}
	if elements, ok := value.(traits.Lister); ok {
		list = slices.Collect(elementsOf(elements))
	}
	for _, v := range list {
		one := valueOf(v)
		if one.IsZero() {
			return nil, false
		}
		values = append(values, one)
	}
	return values, true
}
