package policy

import (
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
)

// comparison is one of what is at a path with a text that is written in the rule.
type comparison struct {
	path string
	// method is that of a text which compares with a part of it; empty for equality.
	method string
	// ranked is set where it asks what is more or less.
	ranked  bool
	text    string
	literal int64 // the node of the text
}

// comparisons returns those of an expression.
func (e *expression) comparisons() (list []comparison) {
	root := ast.NavigateAST(e.checked())
	for _, n := range ast.MatchDescendants(root, ast.KindMatcher(ast.CallKind)) {
		call := n.AsCall()
		args := call.Args()
		switch call.FunctionName() {
		case operators.Equals, operators.NotEquals, operators.In:
			list = append(list, e.compared(n, args[0], args[1])...)
			list = append(list, e.compared(n, args[1], args[0])...)
		case operators.Less, operators.LessEquals, operators.Greater, operators.GreaterEquals:
			for _, c := range append(e.compared(n, args[0], args[1]), e.compared(n, args[1], args[0])...) {
				c.ranked = true
				list = append(list, c)
			}
		case operators.Index:
			list = append(list, e.compared(n, args[1], args[0])...)
		case ByStart, ByEnd, ByPart, ByPattern:
			if call.IsMemberFunction() {
				for _, c := range e.compared(n, call.Target(), args[0]) {
					c.method = call.FunctionName()
					list = append(list, c)
				}
			}
		}
	}
	return list
}

// compared returns the comparisons of what is at a path with the texts that another
// expression may come to, or may have as entries or keys.
func (e *expression) compared(at ast.NavigableExpr, of, with ast.Expr) (list []comparison) {
	path, ok := pathOf(of)
	if !ok || path != dateVariable && !strings.Contains(path, ".") {
		return nil
	}
	for _, literal := range e.literalsOf(at, with) {
		if text, ok := literal.AsLiteral().(types.String); ok {
			list = append(list, comparison{path: path, text: string(text), literal: literal.ID()})
		}
	}
	return list
}

// literalsOf returns the literals that an expression may come to.
func (e *expression) literalsOf(at ast.NavigableExpr, of ast.Expr) []ast.Expr {
	return slices.DeleteFunc(e.resultsOf(at, of), func(one ast.Expr) bool { return one.Kind() != ast.LiteralKind })
}

// maxResults bounds what an expression is looked through for: loops in loops multiply.
const maxResults = 1_000

// resultsOf returns what an expression may come to: the elements of a list, the keys of a
// map, what is chosen from, and what a loop goes through; as far as that is found in
// maxResults places.
func (e *expression) resultsOf(at ast.NavigableExpr, of ast.Expr) (results []ast.Expr) {
	left := maxResults
	return e.resultsIn(at, of, &left)
}

func (e *expression) resultsIn(at ast.NavigableExpr, of ast.Expr, left *int) (results []ast.Expr) {
	if *left--; *left < 0 {
		return nil
	}
	var sources []ast.Expr
	switch of.Kind() {
	case ast.LiteralKind, ast.SelectKind:
		return []ast.Expr{of}
	case ast.ListKind:
		sources = of.AsList().Elements()
	case ast.MapKind:
		for _, entry := range of.AsMap().Entries() {
			sources = append(sources, entry.AsMapEntry().Key())
		}
	case ast.CallKind:
		sources = e.sources(of)
	case ast.IdentKind:
		for loop, in := at.Parent(); in; loop, in = loop.Parent() {
			if loop.Kind() == ast.ComprehensionKind && loop.AsComprehension().IterVar() == of.AsIdent() {
				return e.resultsIn(loop, loop.AsComprehension().IterRange(), left)
			}
		}
	}
	for _, s := range sources {
		results = append(results, e.resultsIn(at, s, left)...)
	}
	return results
}

// sources returns what a call comes to one of: what ?: chooses from, the values of a map
// or a list that is asked for one, and lists that are added.
func (e *expression) sources(call ast.Expr) (list []ast.Expr) {
	args := call.AsCall().Args()
	switch call.AsCall().FunctionName() {
	case operators.Conditional:
		return args[1:]
	case operators.Add:
		if e.checked().GetType(call.ID()).Kind() == types.ListKind { // a sum of texts is another text
			return args
		}
	case operators.Index:
		switch of := args[0]; of.Kind() {
		case ast.ListKind:
			return of.AsList().Elements()
		case ast.MapKind:
			for _, entry := range of.AsMap().Entries() {
				list = append(list, entry.AsMapEntry().Value())
			}
		}
	}
	return list
}

// Regions returns the regions that the rule compares with, sorted.
func (c Check) Regions() (names []string) {
	for _, part := range c.rule.clauses() {
		for _, one := range part.comparisons() {
			if one.method == "" && (one.path == regionPath || one.path == regionsPath) {
				names = append(names, one.text)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
