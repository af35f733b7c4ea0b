package policy

import (
	"iter"
	"regexp"
	"slices"
	"sync"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
)

// calls returns the calls in an expression, each after those in its operands.
func calls(checked *ast.AST) []ast.NavigableExpr {
	return ast.MatchDescendants(ast.NavigateAST(checked), ast.KindMatcher(ast.CallKind))
}

func isCall(e ast.Expr, names ...string) bool {
	return e.Kind() == ast.CallKind && slices.Contains(names, e.AsCall().FunctionName())
}

func literalText(e ast.Expr) (text string, ok bool) {
	value, ok := e.AsLiteral().(types.String)
	return string(value), ok
}

// pathOf returns the dotted path of an expression that selects fields of a variable. It is not ok for has().
func pathOf(e ast.Expr) (path string, ok bool) {
	switch e.Kind() {
	case ast.IdentKind:
		return e.AsIdent(), true
	case ast.SelectKind:
		if object, ok := pathOf(e.AsSelect().Operand()); ok && !e.AsSelect().IsTestOnly() {
			return object + "." + e.AsSelect().FieldName(), true
		}
	}
	return "", false
}

// startOf returns the column at which an expression starts in its source, from 1.
func startOf(e ast.NavigableExpr, source *ast.SourceInfo) int {
	first := -1
	for _, n := range ast.MatchDescendants(e, ast.AllMatcher()) {
		if at, ok := source.GetOffsetRange(n.ID()); ok && (first < 0 || int(at.Start) < first) {
			first = int(at.Start)
		}
	}
	return first + 1
}

// loopsAround returns the loops around an expression, the innermost first. The range of a loop is not in the loop.
func loopsAround(e ast.NavigableExpr) (loops []ast.NavigableExpr) {
	inner := e
	for outer, ok := e.Parent(); ok; outer, ok = outer.Parent() {
		if outer.Kind() == ast.ComprehensionKind && outer.AsComprehension().IterRange().ID() != inner.ID() {
			loops = append(loops, outer)
		}
		inner = outer
	}
	return loops
}

// rangeOf returns the range of the loop that has a variable; none for other variables.
func rangeOf(variable ast.NavigableExpr) []ast.NavigableExpr {
	for _, loop := range loopsAround(variable) {
		if loop.AsComprehension().IterVar() == variable.AsIdent() {
			return loop.Children()[:1]
		}
	}
	return nil
}

// textOf returns a text of CEL; empty for a value of another type.
func textOf(v ref.Val) string {
	s, _ := v.(types.String)
	return string(s)
}

// intOf returns a number of CEL; 0 for a value of another type.
func intOf(v ref.Val) int {
	n, _ := v.(types.Int)
	return int(n)
}

// elementsOf returns the elements of a list of CEL.
func elementsOf(list traits.Lister) iter.Seq[ref.Val] {
	return func(yield func(ref.Val) bool) {
		for it := list.Iterator(); it.HasNext() == types.True; {
			if !yield(it.Next()) {
				return
			}
		}
	}
}

// lazyRegexp returns a function that compiles a regular expression when it is first called.
func lazyRegexp(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
