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

// Comparison is what a rule compares a field of the request with.
type Comparison struct {
	Field, By string
	With      []request.Value
	// Part is the text of the part of the rule that is compared ByOutcome.
	Expression string

	part *expression
	in   Input
}

// Outcome returns what the part of the rule comes to for a request with a value of the field, which
// has to be a normal one: "true", "false" or "error". It is empty for a comparison that is not ByOutcome.
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

// Comparisons returns what the rule compares fields with, for a profile and a policy
// date, and the parts of its expressions that compare in another way. An expression that
// depends only on the fields that whole names needs no comparison: each of their values
// is tried. whole is asked about "estimate" too.
func (r *CompiledRule) Comparisons(in Input, whole func(name string) bool) (list []Comparison, others []string) {
	if names := r.exceptionTexts(request.ApplicationField); len(names) > 0 {
		one := Comparison{Field: request.ApplicationField}
		for _, name := range names {
			one.With = append(one.With, request.Text(name))
		}
		list = append(list, one)
	}
	sources := []string{r.When, r.Require}
	for i, e := range []*expression{r.when, r.require} {
		if e == nil {
			continue
		}
		found := reader{expression: e, source: sources[i], candidate: NewCandidate(in), whole: whole}
		found.truth(ast.NavigateAST(e.checked()))
		list, others = append(list, found.list...), append(others, found.others...)
	}
	return list, others
}

// reader reads the comparisons of an expression.
type reader struct {
	*expression
	source    string
	candidate *Candidate
	whole     func(name string) bool
	list      []Comparison
	others    []string
}

func (r *reader) add(field, by string, with []request.Value) {
	r.list = append(r.list, Comparison{Field: field, By: by, With: with})
}

// truth reads an expression that is true or false.
func (r *reader) truth(e ast.NavigableExpr) {
	switch {
	case r.settled(e):
	case isCall(e, operators.LogicalAnd, operators.LogicalOr, operators.LogicalNot, operators.Conditional):
		for _, operand := range e.Children() {
			r.truth(operand)
		}
	case !r.test(e):
		r.other(e)
	}
}

// test reads a test of a field, and reports whether it is of a form that is known.
func (r *reader) test(e ast.NavigableExpr) bool {
	if e.Kind() == ast.SelectKind && e.AsSelect().IsTestOnly() {
		object, _ := pathOf(e.AsSelect().Operand())
		field, ok := strings.CutPrefix(object+"."+e.AsSelect().FieldName(), requestVariable+".")
		if ok {
			r.add(field, ByValue, []request.Value{request.Text("")})
		}
		return ok
	}
	c, ok := comparisonAt(e)
	switch {
	case !ok:
		return false
	case c.by != ByValue:
		return r.function(c)
	case c.left.Type().IsExactType(types.BoolType) && c.right.Type().IsExactType(types.BoolType):
		r.truth(c.left)
		r.truth(c.right)
		return true
	}
	for _, left := range r.terms(c.left) {
		for _, right := range r.terms(c.right) {
			if !r.pair(left, right, c.ranked) && !r.pair(right, left, c.ranked) {
				return false
			}
		}
	}
	return true
}

// other takes note of an expression that compares in another way.
func (r *reader) other(e ast.NavigableExpr) {
	text, err := cel.ExprToString(e, r.checked().SourceInfo())
	if err != nil { // as of a macro
		text = r.source
	}
	r.others = append(r.others, text)
	part := r.part(e)
	if paths := part.paths(requestVariable); !part.reads(estimateVariable) && len(slices.Compact(paths)) == 1 {
		if _, ok := request.FieldNamed(paths[0]); ok {
			r.list = append(r.list, Comparison{Field: paths[0], By: ByOutcome, Expression: text, part: part, in: r.candidate.Input})
		}
	}
}

// function reads a function of a field and a constant. Parts of a date or of a range draw no line
// among dates or ranges.
func (r *reader) function(c comparison) bool {
	field, ok := r.field(c.left)
	with, constant := r.constant(c.right)
	if !ok || !constant || c.by != ByRanges && (field == request.ExpiryField || field == request.NetworkField) {
		return false
	}
	r.add(field, c.by, with)
	return true
}

// terms returns what an expression may come to, and reads what decides which.
func (r *reader) terms(e ast.NavigableExpr) []ast.NavigableExpr {
	if !isCall(e, operators.Conditional) {
		return []ast.NavigableExpr{e}
	}
	operands := e.Children()
	r.truth(operands[0])
	return append(r.terms(operands[1]), r.terms(operands[2])...)
}

// pair reads the comparison of a term with another, and reports whether it is of a form
// that is known.
func (r *reader) pair(a, b ast.NavigableExpr, ranked bool) bool {
	if r.settled(a) && r.settled(b) {
		return true
	}
	field, isField := r.field(a)
	with, constant := r.constant(b)
	switch {
	case isField && constant && isExactBoundary(field, with, ranked):
		r.add(field, ByValue, with)
		return true
	case isField && r.dollars(b):
		r.add(field, ByEstimate, nil)
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

// days reads a number of days to or from a date, as the date.
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

// drawn reports whether the comparison of a field with constants draws lines only at
// them: a number does, a date among dates, and any other text where it is the same.
func isExactBoundary(field string, with []request.Value, ranked bool) bool {
	if f, _ := request.FieldNamed(field); !ranked || f.Kind == request.NumberValue {
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

// dollars reports whether an expression is the estimate's dollars.
func (r *reader) dollars(e ast.Expr) bool {
	path, _ := pathOf(e)
	return r.whole(estimateVariable) && path == estimateVariable+".monthly_dollars"
}

// settled reports whether an expression depends on nothing but fields that are tried
// whole.
func (r *reader) settled(e ast.Expr) bool {
	part := r.part(e)
	return !slices.ContainsFunc(part.paths(requestVariable), func(path string) bool { return !r.whole(path) }) &&
		(!part.reads(estimateVariable) || r.whole(estimateVariable))
}

// constant returns the value of an expression that depends on no request, or its
// entries where it is a list.
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
	if entries, ok := value.(traits.Lister); ok {
		list = slices.Collect(elementsOf(entries))
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
