package policy

import (
	"fmt"
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
	"cel.dev/cel-go/parser"

	"platform.internal/platform-core/request"
)

// Comparison is what a rule compares a field of the request with.
type Comparison struct {
	Field, By string
	With      []request.Value

	part *expression
	in   Input
}

// Outcome returns what the part of the rule comes to for a request with a value of the field, which
// has to be a normal one: "true", "false" or "error". It is empty for a comparison that is not ByOutcome.
func (c Comparison) Outcome(v request.Value) string {
	if c.part == nil {
		return ""
	}
	f, _ := request.FieldNamed(c.Field)
	f.Assign(&c.in.Request, v)
	value, err := c.part.eval(newFacts(c.in))
	if err != nil {
		return "error"
	}
	return fmt.Sprint(value.Value())
}

// Comparisons returns what the rule compares fields with, for a profile and a policy
// date, and the parts of its expressions that compare in another way. An expression that
// depends only on the fields that whole names needs no comparison: each of their values
// is tried. whole is asked about "estimate" too.
func (c Check) Comparisons(in Input, whole func(name string) bool) (list []Comparison, others []string) {
	if names := c.rule.exceptionTexts(request.ApplicationField); len(names) > 0 {
		one := Comparison{Field: request.ApplicationField}
		for _, name := range names {
			one.With = append(one.With, request.Text(name))
		}
		list = append(list, one)
	}
	sources := []string{c.rule.When, c.rule.Require}
	for i, e := range []*expression{c.rule.when, c.rule.require} {
		if e == nil {
			continue
		}
		r := reader{expression: e, source: sources[i], checked: e.checked(), facts: newFacts(in), whole: whole}
		r.truth(r.checked.Expr())
		list, others = append(list, r.list...), append(others, r.others...)
	}
	return list, others
}

// reader reads the comparisons of an expression.
type reader struct {
	expression *expression
	source     string
	checked    *ast.AST
	facts      *facts
	whole      func(name string) bool
	list       []Comparison
	others     []string
	// ranked is set while the comparison is one of what is more or less.
	ranked bool
}

// truth reads an expression that is true or false.
func (r *reader) truth(e ast.Expr) {
	if r.settled(e) {
		return
	}
	if e.Kind() == ast.SelectKind && e.AsSelect().IsTestOnly() {
		if name, ok := r.path(e); ok {
			r.list = append(r.list, Comparison{Field: name, With: []request.Value{request.Text("")}})
			return
		}
	}
	if e.Kind() != ast.CallKind {
		r.other(e)
		return
	}
	call := e.AsCall()
	switch args := call.Args(); call.FunctionName() {
	case operators.LogicalAnd, operators.LogicalOr, operators.LogicalNot, operators.Conditional:
		for _, arg := range args {
			r.truth(arg)
		}
	case operators.Equals, operators.NotEquals, operators.In:
		r.ranked = false
		r.compare(e, args[0], args[1])
	case operators.Less, operators.LessEquals, operators.Greater, operators.GreaterEquals:
		r.ranked = true
		r.compare(e, args[0], args[1])
	case ByPattern, ByStart, ByEnd, ByPart:
		texts := args
		if call.IsMemberFunction() {
			texts = append([]ast.Expr{call.Target()}, args...)
		}
		r.function(e, call.FunctionName(), texts)
	case ByRanges:
		r.function(e, ByRanges, args)
	default:
		r.other(e)
	}
}

func (r *reader) other(e ast.Expr) {
	text, err := parser.Unparse(e, r.checked.SourceInfo())
	if err != nil { // as of a macro
		text = r.source
	}
	r.others = append(r.others, text)
	part := r.expression.part(e)
	if paths := part.paths(); !part.reads(estimateVariable) && !slices.ContainsFunc(paths, func(path string) bool { return path != paths[0] }) {
		if _, ok := request.FieldNamed(paths[0]); ok {
			r.list = append(r.list, Comparison{Field: paths[0], By: ByOutcome, part: part, in: r.facts.Input})
		}
	}
}

// function reads a function of a field and a constant.
func (r *reader) function(e ast.Expr, by string, args []ast.Expr) {
	field, ok := r.field(args[0])
	with, constant := r.constant(args[1])
	if !ok || !constant || by != ByRanges && !prose(field) {
		r.other(e)
		return
	}
	r.list = append(r.list, Comparison{Field: field, By: by, With: with})
}

// prose reports whether a field may have any text: parts of a date or of a range draw no
// line among dates or ranges.
func prose(field string) bool {
	return field != request.ExpiryField && field != request.NetworkField
}

// compare reads a comparison of two terms, each of which may be one of several.
func (r *reader) compare(e, a, b ast.Expr) {
	if r.isBool(a) && r.isBool(b) {
		r.truth(a)
		r.truth(b)
		return
	}
	for _, left := range r.terms(a) {
		for _, right := range r.terms(b) {
			if !r.pair(left, right) && !r.pair(right, left) {
				r.other(e)
				return
			}
		}
	}
}

func (r *reader) isBool(e ast.Expr) bool {
	return r.checked.GetType(e.ID()).IsExactType(types.BoolType)
}

// terms returns what an expression may come to, and reads what decides which.
func (r *reader) terms(e ast.Expr) []ast.Expr {
	if r.conditional(e) {
		args := e.AsCall().Args()
		r.truth(args[0])
		return append(r.terms(args[1]), r.terms(args[2])...)
	}
	return []ast.Expr{e}
}

func (r *reader) conditional(e ast.Expr) bool {
	return e.Kind() == ast.CallKind && e.AsCall().FunctionName() == operators.Conditional
}

// pair reads the comparison of a term with another, and reports whether it is of a form
// that is known.
func (r *reader) pair(a, b ast.Expr) bool {
	if r.settled(a) && r.settled(b) {
		return true
	}
	if field, ok := r.field(a); ok {
		if with, constant := r.constant(b); constant && r.drawn(field, with) {
			r.list = append(r.list, Comparison{Field: field, With: with})
			return true
		}
		if r.dollars(b) {
			r.list = append(r.list, Comparison{Field: field, By: ByEstimate})
			return true
		}
		return false
	}
	if a.Kind() != ast.CallKind {
		return false
	}
	with, constant := r.constant(b)
	switch call := a.AsCall(); {
	case !constant:
		return false
	case call.FunctionName() == "days":
		return r.days(call.Args(), with)
	case call.FunctionName() == ByLength:
		field, ok := r.field(call.Args()[0])
		if ok {
			r.list = append(r.list, Comparison{Field: field, By: ByLength, With: with})
		}
		return ok
	}
	return false
}

// days reads a number of days to or from a date, as the date.
func (r *reader) days(args []ast.Expr, with []request.Value) bool {
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
	r.list = append(r.list, Comparison{Field: field, With: dates})
	return true
}

// drawn reports whether the comparison of a field with constants draws lines only at
// them: a number does, a date among dates, and any other text where it is the same.
func (r *reader) drawn(field string, with []request.Value) bool {
	if f, _ := request.FieldNamed(field); !r.ranked || f.Kind == request.NumberValue {
		return true
	}
	return field == request.ExpiryField && !slices.ContainsFunc(with, func(v request.Value) bool {
		_, err := request.ParseDate(v.Text)
		return v.Text != "" && err != nil
	})
}

// field returns the name of the field that an expression is.
func (r *reader) field(e ast.Expr) (name string, ok bool) {
	if e.Kind() == ast.SelectKind && e.AsSelect().IsTestOnly() {
		return "", false
	}
	return r.path(e)
}

// path returns the name of the field that an expression selects or asks for.
func (r *reader) path(e ast.Expr) (name string, ok bool) {
	for e.Kind() == ast.SelectKind {
		name = strings.TrimSuffix(e.AsSelect().FieldName()+"."+name, ".")
		e = e.AsSelect().Operand()
	}
	return name, name != "" && e.Kind() == ast.IdentKind && e.AsIdent() == requestVariable
}

// dollars reports whether an expression is the estimate's dollars.
func (r *reader) dollars(e ast.Expr) bool {
	return r.whole(estimateVariable) && e.Kind() == ast.SelectKind && e.AsSelect().FieldName() == "monthly_dollars" &&
		e.AsSelect().Operand().Kind() == ast.IdentKind && e.AsSelect().Operand().AsIdent() == estimateVariable
}

// settled reports whether an expression depends on nothing but fields that are tried
// whole.
func (r *reader) settled(e ast.Expr) bool {
	for _, path := range r.expression.part(e).paths() {
		if !r.whole(path) {
			return false
		}
	}
	return !r.expression.part(e).reads(estimateVariable) || r.whole(estimateVariable)
}

// constant returns the value of an expression that depends on no request, or its
// entries where it is a list.
func (r *reader) constant(e ast.Expr) (values []request.Value, ok bool) {
	part := r.expression.part(e)
	if part.reads(requestVariable) || part.reads(estimateVariable) {
		return nil, false
	}
	value, err := part.eval(r.facts)
	if err != nil {
		return nil, false
	}
	list := []ref.Val{value}
	if entries, several := value.(traits.Lister); several {
		list = nil
		for it := entries.Iterator(); it.HasNext() == types.True; {
			list = append(list, it.Next())
		}
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
