package policy

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"

	"platform.internal/platform-core/problem"
)

// orders are the operators that compare texts by their letters, with the results of [cmp.Compare] for which they hold.
var orders = map[string][]int{
	operators.Less:          {-1},
	operators.LessEquals:    {-1, 0},
	operators.Greater:       {1},
	operators.GreaterEquals: {0, 1},
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
		message := cmp.Or(known.orderFault(o.left, o.right, order, 1), known.orderFault(o.right, o.left, order, -1))
		if message != "" {
			faults = append(faults, c.fault(call.ID(), message))
		}
	}
	return faults
}

// orderFault returns the fault of an ordered comparison; empty if the operand has no text from a field with few values.
// The sign is -1 if the operand is on the right of the operator.
func (k KnownValues) orderFault(operand, with ast.NavigableExpr, order []int, sign int) string {
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
			if at >= 0 && slices.Contains(order, sign*cmp.Compare(i, at)) { // probably meant
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
