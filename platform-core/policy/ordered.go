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

// ordered returns a fault for each comparison by order of something that has few values:
// it compares their letters, so data_classification <= "internal" selects confidential.
func (p part) ordered(r *compiled, known Known) (faults []problem.Fault) {
	root := ast.NavigateAST(p.checked())
	for _, n := range ast.MatchDescendants(root, ast.KindMatcher(ast.CallKind)) {
		operator := n.AsCall().FunctionName()
		if orders[operator] == nil {
			continue
		}
		args := n.AsCall().Args()
		message := p.orderFault(n, operator, args[0], args[1], known)
		if message == "" {
			message = p.orderFault(n, mirrored[operator], args[1], args[0], known)
		}
		if message != "" {
			fault := p.fault(r, problem.FaultUnsupported, message)
			fault.Line, fault.Column = p.locate(n.ID())
			faults = append(faults, fault)
		}
	}
	return faults
}

// orderFault says what is wrong with a comparison by order; nothing where the left operand
// cannot be something with few values.
func (p part) orderFault(at ast.NavigableExpr, operator string, left, right ast.Expr, known Known) string {
	for _, operand := range p.resultsOf(at, left) {
		path, isPath := pathOf(operand)
		values, _ := known.values(path)
		if !isPath || len(values) == 0 {
			continue
		}
		meant := "the values that you mean"
		if text, ok := literalText(right); ok && path != regionPath {
			if list := selected(values, operator, text); len(list) > 0 {
				meant = strings.Join(list, ", ")
			}
		}
		return fmt.Sprintf("compares %s by its letters; write %s in [%s]", path, path, meant)
	}
	return ""
}

func literalText(e ast.Expr) (string, bool) {
	if e.Kind() != ast.LiteralKind {
		return "", false
	}
	value, ok := e.AsLiteral().(types.String)
	return string(value), ok
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
