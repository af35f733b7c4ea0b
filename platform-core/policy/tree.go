package policy

import (
	"regexp"
	"sync"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
)

func isCall(e ast.Expr, function string) bool {
	return e.Kind() == ast.CallKind && e.AsCall().FunctionName() == function
}

func literalText(e ast.Expr) (string, bool) {
	if e.Kind() != ast.LiteralKind {
		return "", false
	}
	value, ok := e.AsLiteral().(types.String)
	return string(value), ok
}

// pathOf returns the dotted path of an expression that selects fields of a variable.
func pathOf(e ast.Expr) (path string, ok bool) {
	switch e.Kind() {
	case ast.IdentKind:
		return e.AsIdent(), true
	case ast.SelectKind:
		of, ok := pathOf(e.AsSelect().Operand())
		return of + "." + e.AsSelect().FieldName(), ok && !e.AsSelect().IsTestOnly()
	default:
		return "", false
	}
}

// column returns where an expression starts in its text, from 1.
func column(checked *ast.AST, e ast.Expr) int {
	first := -1
	for _, n := range ast.MatchDescendants(ast.NavigateExpr(checked, e), ast.AllMatcher()) {
		if at, known := checked.SourceInfo().GetOffsetRange(n.ID()); known && (first < 0 || int(at.Start) < first) {
			first = int(at.Start)
		}
	}
	return first + 1
}

func readsAny(checked *ast.AST, e ast.Expr, variables map[string]bool) bool {
	return len(ast.MatchDescendants(ast.NavigateExpr(checked, e), func(n ast.NavigableExpr) bool {
		return n.Kind() == ast.IdentKind && variables[n.AsIdent()]
	})) > 0
}

// loopsAround counts a loop and those in which it is, but for one that goes through what it makes.
func loopsAround(loop ast.NavigableExpr) int {
	count, inner := 1, loop
	for outer, ok := loop.Parent(); ok; outer, ok = outer.Parent() {
		if outer.Kind() == ast.ComprehensionKind && outer.AsComprehension().IterRange().ID() != inner.ID() {
			count++
		}
		inner = outer
	}
	return count
}

// rangeOf returns what the loop goes through that a variable belongs to; nothing for others.
func rangeOf(variable ast.NavigableExpr) []ast.NavigableExpr {
	for loop, in := variable.Parent(); in; loop, in = loop.Parent() {
		if loop.Kind() == ast.ComprehensionKind && loop.AsComprehension().IterVar() == variable.AsIdent() {
			return loop.Children()[:1]
		}
	}
	return nil
}

func lazyRegexp(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
