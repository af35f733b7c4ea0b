package policy

import (
	"regexp/syntax"
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
)

// comparedText is a literal text in a rule that is compared with what is at a path.
type comparedText struct {
	by      string
	ordered bool
	path    string
	text    string
	node    int64 // of the text
}

// comparedTexts returns the literal texts that an expression compares with what is at a path.
func (e *expression) comparedTexts() (list []comparedText) {
	for _, call := range calls(e.checked()) {
		o, ok := operationAt(call)
		switch {
		case isCall(call, operators.Index): // compares a key with the keys of a map
			list = append(list, o.texts(call.Children()[1], call.Children()[0])...)
		case ok && o.by != ByRanges:
			list = append(list, o.texts(o.left, o.right)...)
			if o.by == ByValue {
				list = append(list, o.texts(o.right, o.left)...)
			}
		}
	}
	return list
}

// texts returns the texts that an operand may be; none if the other operand has no path.
func (o operation) texts(at, operand ast.NavigableExpr) (list []comparedText) {
	path, ok := pathOf(at)
	if isCall(at, weekdayFunction) {
		path, ok = weekdayPath, true
	}
	if !ok || path != dateVariable && !strings.Contains(path, ".") {
		return nil
	}
	left := maxVisited
	for _, literal := range literalsIn(operand, &left) {
		if text, ok := literalText(literal); ok {
			list = append(list, comparedText{o.by, o.ordered, path, text, literal.ID()})
		}
	}
	return list
}

// maxVisited limits the nodes in which literals are looked for, since loops in loops multiply.
const maxVisited = 1_000

// literalsIn returns the literals that an expression may be. For a list or a map it returns the elements or keys. It
// visits at most as many nodes as are left.
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

// sourcesOf returns the parts of an expression that may be its value. For a list they are the elements, for a map
// the keys.
func sourcesOf(e ast.NavigableExpr) []ast.NavigableExpr {
	parts := e.Children()
	switch {
	case e.Kind() == ast.ListKind:
		return parts
	case e.Kind() == ast.MapKind:
		return everySecond(parts)
	case e.Kind() == ast.IdentKind:
		return rangeOf(e)
	case isCall(e, operators.Conditional):
		return parts[1:]
	case isCall(e, operators.Add) && e.Type().Kind() == types.ListKind: // a sum of texts is another text
		return parts
	case isCall(e, operators.Index) && parts[0].Kind() == ast.ListKind:
		return parts[0].Children()
	case isCall(e, operators.Index) && parts[0].Kind() == ast.MapKind && len(parts[0].Children()) > 0:
		return everySecond(parts[0].Children()[1:])
	}
	return nil
}

// everySecond returns the first, the third, the fifth part and so on: the keys, or from the second part on the values.
func everySecond(parts []ast.NavigableExpr) (list []ast.NavigableExpr) {
	for pair := range slices.Chunk(parts, 2) {
		list = append(list, pair[0])
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

// alternatives returns the comparison itself. For a pattern that is a list of texts it also returns a comparison
// with each text.
func (c comparedText) alternatives() []comparedText {
	all := []comparedText{c}
	if c.by != ByPattern {
		return all
	}
	parsed, err := syntax.Parse(c.text, syntax.Perl)
	if err != nil {
		return all
	}
	parts := []*syntax.Regexp{parsed}
	if parsed.Op == syntax.OpConcat {
		parts = parsed.Sub
	}
	isStart, isEnd := parts[0].Op == syntax.OpBeginText, parts[len(parts)-1].Op == syntax.OpEndText
	if isStart {
		parts = parts[1:]
	}
	if isEnd && len(parts) > 0 {
		parts = parts[:len(parts)-1]
	}
	one := comparedText{by: ByPart, path: c.path}
	switch {
	case isStart && isEnd:
		one.by = ByValue
	case isStart:
		one.by = ByStart
	case isEnd:
		one.by = ByEnd
	}
	for _, one.text = range textsOf(&syntax.Regexp{Op: syntax.OpConcat, Sub: parts}) {
		all = append(all, one)
	}
	return all
}

// maxAlternatives limits the texts of a pattern.
const maxAlternatives = 100

// textsOf returns all texts that a pattern matches; none if there are others than those that are written in it.
func textsOf(pattern *syntax.Regexp) (texts []string) {
	switch {
	case pattern.Op == syntax.OpLiteral && pattern.Flags&syntax.FoldCase == 0:
		return []string{string(pattern.Rune)}
	case pattern.Op == syntax.OpCapture, pattern.Op == syntax.OpConcat:
		texts = []string{""}
		for _, part := range pattern.Sub {
			var longer []string
			for _, next := range textsOf(part) {
				for _, text := range texts {
					longer = append(longer, text+next)
				}
			}
			if len(longer) > maxAlternatives {
				return nil
			}
			texts = longer
		}
	case pattern.Op == syntax.OpAlternate:
		for _, part := range pattern.Sub {
			some := textsOf(part)
			if some == nil {
				return nil
			}
			texts = append(texts, some...)
		}
	}
	return texts
}
