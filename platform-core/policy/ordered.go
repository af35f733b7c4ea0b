package policy

import (
	"fmt"
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"

	"platform.internal/platform-core/problem"
)

// orders are the operators that compare texts by their letters, and which values they were
// probably meant to select: by the place of a value and of the one that is compared with.
var orders = map[string]func(place, with int) bool{
	operators.Less:          func(place, with int) bool { return place < with },
	operators.LessEquals:    func(place, with int) bool { return place <= with },
	operators.Greater:       func(place, with int) bool { return place > with },
	operators.GreaterEquals: func(place, with int) bool { return place >= with },
}

// mirrored are the operators with their operands exchanged.
var mirrored = map[string]string{
	operators.Less: operators.Greater, operators.LessEquals: operators.GreaterEquals,
	operators.Greater: operators.Less, operators.GreaterEquals: operators.LessEquals,
}

// ordered returns a fault for each comparison by order of texts that come from something that
// has few values: it compares their letters, so data_classification <= "internal" selects
// confidential.
func (c clause) ordered(r *compiled, known Known) (faults []problem.Fault) {
	root := ast.NavigateAST(c.checked())
	for _, n := range ast.MatchDescendants(root, ast.KindMatcher(ast.CallKind)) {
		operator := n.AsCall().FunctionName()
		if orders[operator] == nil {
			continue
		}
		operands := n.Children()
		message := c.orderFault(operator, operands[0], operands[1], known)
		if message == "" {
			message = c.orderFault(mirrored[operator], operands[1], operands[0], known)
		}
		if message != "" {
			fault := c.fault(r, problem.FaultUnsupported, message)
			fault.Line, fault.Column = c.locate(n.ID())
			faults = append(faults, fault)
		}
	}
	return faults
}

// orderFault says what is wrong with a comparison by order; nothing where the left operand
// has no text of something with few values.
func (c clause) orderFault(operator string, left, right ast.NavigableExpr, known Known) string {
	path := known.wordsIn(left, map[int64]bool{})
	if path == "" {
		return ""
	}
	meant := "the values that you mean"
	if text, ok := literalText(right); ok && path != regionPath {
		values, _ := known.values(path)
		if list := selected(values, operator, text); len(list) > 0 {
			meant = strings.Join(list, ", ")
		}
	}
	return fmt.Sprintf("compares %s by its letters; write %s in [%s]", path, path, meant)
}

// wordsIn returns the path of something that has few values, and whose text an expression has in
// whole or in part: request.environment in string(request.environment). A truth or a number that
// comes from such a text does not count. It is empty where there is no such path.
func (k Known) wordsIn(e ast.NavigableExpr, seen map[int64]bool) string {
	if seen[e.ID()] || !isTextual(e.Type()) {
		return ""
	}
	seen[e.ID()] = true
	parts := e.Children()
	switch path, isPath := pathOf(e); {
	case e.Kind() == ast.IdentKind && !slices.Contains(variables, path):
		parts = rangeOf(e)
	case isPath:
		if values, _ := k.values(path); len(values) > 0 {
			return path
		}
		return ""
	case e.Kind() == ast.CallKind && e.AsCall().FunctionName() == operators.Index:
		parts = parts[:1]
		if place, ok := literalPlace(e); ok && parts[0].Kind() == ast.ListKind && place < len(parts[0].Children()) {
			parts = parts[0].Children()[place : place+1]
		}
	}
	for _, part := range parts {
		if path := k.wordsIn(part, seen); path != "" {
			return path
		}
	}
	return ""
}

// isTextual reports whether a value of a type may have texts in it.
func isTextual(t *types.Type) bool {
	switch t.Kind() {
	case types.BoolKind, types.IntKind, types.UintKind, types.DoubleKind, types.DurationKind, types.TimestampKind, types.NullTypeKind:
		return false
	case types.ListKind:
		return isTextual(t.Parameters()[0])
	default:
		return true
	}
}

// literalPlace returns the place in a list that an index names as a number.
func literalPlace(index ast.NavigableExpr) (int, bool) {
	place, ok := index.Children()[1].AsLiteral().(types.Int)
	return int(place), ok && place >= 0
}

// selected returns the values, quoted, that an operator selects by the order in which they
// are declared; none where the text is no value.
func selected(values []string, operator, text string) (list []string) {
	with := slices.Index(values, text)
	for place, value := range values {
		if with >= 0 && orders[operator](place, with) {
			list = append(list, fmt.Sprintf("%q", value))
		}
	}
	return list
}
