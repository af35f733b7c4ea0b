package policy

import (
	"fmt"
	"slices"
	"sync/atomic"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/interpreter"

	"platform.internal/platform-core/request"
)

// Gap is what no input has shown of a rule: an Outcome, or else what the condition Text
// in Expression, when or require, was Never: true, false or evaluated at all.
type Gap struct {
	Outcome    request.Outcome `json:"outcome,omitempty"`
	Expression string          `json:"expression,omitempty"`
	Text       string          `json:"text,omitempty"`
	// Column is where the condition starts in the expression, from 1.
	Column int    `json:"column,omitempty"`
	Never  string `json:"never,omitempty"`
}

// String says the gap to a person who writes inputs.
func (g Gap) String() string {
	if g.Outcome == "" {
		return fmt.Sprintf("%s: `%s` was never %s", g.Expression, g.Text, g.Never)
	}
	return map[request.Outcome]string{
		request.Satisfied:     "no case satisfies it",
		request.Violated:      "no case breaks it",
		request.NotApplicable: "it applies in every case",
	}[g.Outcome]
}

// condition is a part of an expression of which the value decides what else is looked at.
type condition struct {
	Gap
	yes, no atomic.Bool
}

// isOperator reports whether an operand has operands itself, which decide it.
func isOperator(e ast.Expr) bool {
	return isCall(e, operators.LogicalAnd) || isCall(e, operators.LogicalOr) || isCall(e, operators.Conditional)
}

// operands returns the operands of &&, || and ?: that an input can decide, each without
// what negates it: what such an operand comes to is what decides the operator.
func operands(checked *ast.AST, installed *facts) (list []ast.Expr) {
	root, varies := ast.NavigateAST(checked), varying(checked)
	ruledOut := map[int64]bool{}
	for _, n := range ast.MatchDescendants(root, func(n ast.NavigableExpr) bool { return n.Kind() == ast.CallKind }) {
		arguments := n.AsCall().Args()
		switch n.AsCall().FunctionName() {
		case operators.LogicalAnd, operators.LogicalOr:
		case operators.Conditional:
			if checked.GetType(n.ID()) != types.BoolType {
				arguments = arguments[:1]
			}
		default:
			continue
		}
		for _, other := range unreachable(checked, n.AsCall(), varies, installed) {
			for _, part := range ast.MatchDescendants(ast.NavigateExpr(checked, other), ast.AllMatcher()) {
				ruledOut[part.ID()] = true
			}
		}
		for _, operand := range arguments {
			for isCall(operand, operators.LogicalNot) {
				operand = operand.AsCall().Args()[0]
			}
			if !isOperator(operand) && readsAny(checked, operand, varies) {
				list = append(list, operand)
			}
		}
	}
	list = slices.DeleteFunc(list, func(e ast.Expr) bool { return ruledOut[e.ID()] })
	slices.SortStableFunc(list, func(a, b ast.Expr) int { return column(checked, a) - column(checked, b) })
	return list
}

// varying returns the variables that inputs of one installation may differ in: all but
// the profile, and of loops those that go through anything of them.
func varying(checked *ast.AST) map[string]bool {
	varies := map[string]bool{requestVariable: true, estimateVariable: true, dateVariable: true}
	for _, n := range ast.MatchDescendants(ast.NavigateAST(checked), ast.KindMatcher(ast.ComprehensionKind)) {
		if loop := n.AsComprehension(); readsAny(checked, loop.IterRange(), varies) {
			varies[loop.IterVar()] = true
		}
	}
	return varies
}

// unreachable returns the operands of &&, || or ?: that no input of the installation
// reaches, because another one reads only the profile and decides.
func unreachable(checked *ast.AST, call ast.CallExpr, varies map[string]bool, installed *facts) []ast.Expr {
	args := call.Args()
	comesTo := func(e ast.Expr) ref.Val {
		part := ast.NewCheckedAST(ast.NewAST(e, checked.SourceInfo()), checked.TypeMap(), checked.ReferenceMap())
		if readsAny(checked, e, varies) {
			return nil
		}
		value, _ := newExpression(func() *ast.AST { return part }, bounds()...).eval(installed)
		return value
	}
	if call.FunctionName() == operators.Conditional {
		switch comesTo(args[0]) {
		case types.True:
			return args[2:]
		case types.False:
			return args[1:2]
		}
		return nil
	}
	decides := ref.Val(types.False)
	if call.FunctionName() == operators.LogicalOr {
		decides = types.True
	}
	for i, arg := range args {
		if comesTo(arg) == decides {
			return append(slices.Clone(args[:i]), args[i+1:]...)
		}
	}
	return nil
}

// watching returns the option of a program that notes what conditions come to, by their
// numbers in the expression: also in a loop, where each comes to several values.
func watching(watched map[int64]*condition) cel.ProgramOption {
	return cel.CustomDecoratorV2(func(i interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
		if c := watched[i.ID()]; c != nil {
			return watcher{i, c}, nil
		}
		return i, nil
	})
}

type watcher struct {
	interpreter.InterpretableV2
	of *condition
}

// Exec executes the condition, and notes what it comes to.
func (w watcher) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	value := w.InterpretableV2.Exec(frame)
	switch value {
	case types.True:
		w.of.yes.Store(true)
	case types.False:
		w.of.no.Store(true)
	}
	return value
}

// Eval does what Exec does.
func (w watcher) Eval(vars interpreter.Activation) ref.Val {
	return interpreter.EvalActivation(vars, w.Exec)
}
