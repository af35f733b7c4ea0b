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

// orders are the operators that compare texts by their letters. A function reports whether the operator was probably
// meant to select the value with an index, by the index of the value that it is compared with.
var orders = map[string]func(index, with int) bool{
	operators.Less:          func(index, with int) bool { return index < with },
	operators.LessEquals:    func(index, with int) bool { return index <= with },
	operators.Greater:       func(index, with int) bool { return index > with },
	operators.GreaterEquals: func(index, with int) bool { return index >= with },
}

// orderFaults returns a fault for each ordered comparison of texts from a field with few values. It compares their
// letters, so that data_classification <= "internal" selects confidential.
func (c clause) orderFaults(known KnownValues) (faults []problem.Fault) {
	for _, call := range calls(c.checked()) {
		o, _ := operationAt(call)
		if !o.ordered {
			continue
		}
		order := orders[o.operator]
		message := known.orderFault(o.left, o.right, order)
		if message == "" {
			message = known.orderFault(o.right, o.left, func(index, with int) bool { return order(with, index) })
		}
		if message != "" {
			faults = append(faults, c.fault(call.ID(), message))
		}
	}
	return faults
}

// orderFault returns the fault of an ordered comparison; empty if the operand has no text from a field with few values.
func (k KnownValues) orderFault(operand, with ast.NavigableExpr, order func(index, with int) bool) string {
	path := k.enumeratedPath(operand, map[int64]bool{})
	if path == "" {
		return ""
	}
	meant := "the values that you mean"
	if text, ok := literalText(with); ok && path != regionPath {
		values, _ := k.values(path)
		at := slices.Index(values, text)
		var selected []string
		for i, value := range values {
			if at >= 0 && order(i, at) {
				selected = append(selected, fmt.Sprintf("%q", value))
			}
		}
		if len(selected) > 0 {
			meant = strings.Join(selected, ", ")
		}
	}
	return fmt.Sprintf("compares %s by its letters; write %s in [%s]", path, path, meant)
}

// enumeratedPath returns a path with few values whose text is in the value of an expression, such as
// request.environment for string(request.environment). It is empty if there is none. A flag or a number that is made
// from such a text does not count.
func (k KnownValues) enumeratedPath(e ast.NavigableExpr, seen map[int64]bool) string {
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
		elements, index := parts[0].Children(), parts[1].AsLiteral()
		parts = parts[:1]
		if at, ok := index.(types.Int); ok && parts[0].Kind() == ast.ListKind && 0 <= at && int(at) < len(elements) {
			parts = elements[at : at+1]
		}
	}
	for _, part := range parts {
		if path := k.enumeratedPath(part, seen); path != "" {
			return path
		}
	}
	return ""
}

// isTextual reports whether a value of a type may have texts in it.
func isTextual(t *types.Type) bool {
	switch t.Kind() {
	case types.BoolKind, types.IntKind, types.UintKind, types.DoubleKind,
		types.DurationKind, types.TimestampKind, types.NullTypeKind:
		return false
	case types.ListKind:
		return isTextual(t.Parameters()[0])
	default:
		return true
	}
}
