package policy

import (
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
)

// comparedText is a text that is written in a rule, and compared with what is at a path.
type comparedText struct {
	by     string
	ranked bool
	path   string
	text   string
	node   int64 // of the text
}

// comparedTexts returns the texts that an expression compares with what is at a path.
func (e *expression) comparedTexts() (list []comparedText) {
	for _, call := range calls(e.checked()) {
		c, ok := comparisonAt(call)
		switch {
		case isCall(call, operators.Index): // compares a key with those of a map
			list = append(list, c.textsIn(call.Children()[1], call.Children()[0])...)
		case !ok || c.by == ByRanges:
		case c.by == ByValue:
			list = append(list, c.textsIn(c.left, c.right)...)
			list = append(list, c.textsIn(c.right, c.left)...)
		default:
			list = append(list, c.textsIn(c.left, c.right)...)
		}
	}
	return list
}

// textsIn returns the texts that an operand may come to; none if the other one has no path.
func (c comparison) textsIn(at, operand ast.NavigableExpr) (list []comparedText) {
	path, ok := pathOf(at)
	if !ok || path != dateVariable && !strings.Contains(path, ".") {
		return nil
	}
	left := maxLooked
	for _, literal := range literalsIn(operand, &left) {
		if text, ok := literalText(literal); ok {
			list = append(list, comparedText{c.by, c.ranked, path, text, literal.ID()})
		}
	}
	return list
}

// maxLooked bounds the nodes in which literals are looked for: loops in loops multiply.
const maxLooked = 1_000

// literalsIn returns the literals that an expression may come to, and of a list or a map those
// that are its elements or keys. It looks at no more nodes than are left.
func literalsIn(e ast.NavigableExpr, left *int) (literals []ast.NavigableExpr) {
	if *left--; *left < 0 {
		return nil
	}
	if e.Kind() == ast.LiteralKind {
		return []ast.NavigableExpr{e}
	}
	for _, source := range sourcesOf(e) {
		literals = append(literals, literalsIn(source, left)...)
	}
	return literals
}

// sourcesOf returns the expressions that may be the value of an expression. For a list they are its
// elements, for a map its keys.
func sourcesOf(e ast.NavigableExpr) (list []ast.NavigableExpr) {
	parts := e.Children()
	switch {
	case e.Kind() == ast.ListKind:
		return parts
	case e.Kind() == ast.MapKind:
		for entry := range slices.Chunk(parts, 2) {
			list = append(list, entry[0])
		}
	case e.Kind() == ast.IdentKind:
		return rangeOf(e)
	case isCall(e, operators.Conditional):
		return parts[1:]
	case isCall(e, operators.Add) && e.Type().Kind() == types.ListKind: // a sum of texts is another text
		return parts
	case isCall(e, operators.Index) && parts[0].Kind() == ast.ListKind:
		return parts[0].Children()
	case isCall(e, operators.Index) && parts[0].Kind() == ast.MapKind:
		for entry := range slices.Chunk(parts[0].Children(), 2) {
			list = append(list, entry[1])
		}
	}
	return list
}

// Regions returns the regions that the rule compares with, sorted.
func (r *CompiledRule) Regions() (names []string) {
	for _, clause := range r.clauses() {
		for _, one := range clause.comparedTexts() {
			if one.by == ByValue && (one.path == regionPath || one.path == regionsPath) {
				names = append(names, one.text)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
