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

// ordered returns a fault for each comparison by order of texts that come from something that
// has few values: it compares their letters, so data_classification <= "internal" selects
// confidential.
func (c clause) ordered(known KnownValues) (faults []problem.Fault) {
	for _, call := range calls(c.checked()) {
		found, _ := comparisonAt(call)
		if !found.ranked {
			continue
		}
		order := orders[found.operator]
		message := known.orderFault(found.left, found.right, order)
		if message == "" {
			message = known.orderFault(found.right, found.left, func(place, with int) bool { return order(with, place) })
		}
		if message != "" {
			faults = append(faults, c.fault(call.ID(), message))
		}
	}
	return faults
}

// orderFault says what is wrong with a comparison by order; nothing where the operand has no text
// of something with few values.
func (k KnownValues) orderFault(operand, with ast.NavigableExpr, order func(place, with int) bool) string {
	path := k.wordsIn(operand, map[int64]bool{})
	if path == "" {
		return ""
	}
	meant := "the values that you mean"
	if text, ok := literalText(with); ok && path != regionPath {
		values, _ := k.values(path)
		if list := selected(values, text, order); len(list) > 0 {
			meant = strings.Join(list, ", ")
		}
	}
	return fmt.Sprintf("compares %s by its letters; write %s in [%s]", path, path, meant)
}

// wordsIn returns the path of something that has few values, and whose text an expression has in
// whole or in part: request.environment in string(request.environment). A truth or a number that
// comes from such a text does not count. It is empty where there is no such path.
func (k KnownValues) wordsIn(e ast.NavigableExpr, seen map[int64]bool) string {
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
	case isCall(e, operators.Index):
		elements, place := parts[0].Children(), parts[1].AsLiteral()
		parts = parts[:1]
		if at, ok := place.(types.Int); ok && parts[0].Kind() == ast.ListKind && 0 <= at && int(at) < len(elements) {
			parts = elements[at : at+1]
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

// selected returns the values, quoted, that an order selects by the places at which they are
// declared; none where the text is no value.
func selected(values []string, text string, order func(place, with int) bool) (list []string) {
	with := slices.Index(values, text)
	for place, value := range values {
		if with >= 0 && order(place, with) {
			list = append(list, fmt.Sprintf("%q", value))
		}
	}
	return list
}
