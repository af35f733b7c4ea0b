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
type CoverageGap struct {
	Outcome    request.Outcome `json:"outcome,omitempty"`
	Expression string          `json:"expression,omitempty"`
	Text       string          `json:"text,omitempty"`
	// Column is where the condition starts in the expression, from 1.
	Column int    `json:"column,omitempty"`
	Never  string `json:"never,omitempty"`
}

// String says the gap to a person who writes inputs.
func (g CoverageGap) String() string {
	if g.Outcome == "" {
		return fmt.Sprintf("%s: `%s` was never %s", g.Expression, g.Text, g.Never)
	}
	return map[request.Outcome]string{
		request.Satisfied:     "no case satisfies it",
		request.Violated:      "no case breaks it",
		request.NotApplicable: "it applies in every case",
	}[g.Outcome]
}

// condition is a part of an expression. Its value decides which other parts are evaluated.
type condition struct {
	CoverageGap
	yes, no atomic.Bool
}

// operands returns the operands of &&, || and ?: that an input can decide, each without
// what negates it: what such an operand comes to is what decides the operator.
func (e *expression) operands(installed *Candidate) (list []ast.NavigableExpr) {
	varies := varying(e.checked())
	ruledOut := map[int64]bool{}
	for _, call := range calls(e.checked()) {
		operands := call.Children()
		switch {
		case !isOperator(call):
			continue
		case isCall(call, operators.Conditional) && call.Type() != types.BoolType:
			operands = operands[:1]
		}
		for _, other := range e.unreachable(call, varies, installed) {
			for _, n := range ast.MatchDescendants(other, ast.AllMatcher()) {
				ruledOut[n.ID()] = true
			}
		}
		for _, operand := range operands {
			for isCall(operand, operators.LogicalNot) {
				operand = operand.Children()[0]
			}
			if !isOperator(operand) && namesAny(operand, varies) {
				list = append(list, operand)
			}
		}
	}
	list = slices.DeleteFunc(list, func(operand ast.NavigableExpr) bool { return ruledOut[operand.ID()] })
	source := e.checked().SourceInfo()
	slices.SortStableFunc(list, func(a, b ast.NavigableExpr) int { return startOf(a, source) - startOf(b, source) })
	return list
}

// isOperator reports whether an expression has operands which decide it.
func isOperator(e ast.Expr) bool {
	return isCall(e, operators.LogicalAnd, operators.LogicalOr, operators.Conditional)
}

// varying returns the variables that inputs of one installation may differ in: all but
// the profile, and of loops those that go through anything of them.
func varying(checked *ast.AST) map[string]bool {
	varies := map[string]bool{requestVariable: true, estimateVariable: true, dateVariable: true}
	for _, loop := range ast.MatchDescendants(ast.NavigateAST(checked), ast.KindMatcher(ast.ComprehensionKind)) {
		if namesAny(loop.Children()[0], varies) {
			varies[loop.AsComprehension().IterVar()] = true
		}
	}
	return varies
}

func namesAny(e ast.NavigableExpr, variables map[string]bool) bool {
	return len(ast.MatchDescendants(e, func(n ast.NavigableExpr) bool {
		return n.Kind() == ast.IdentKind && variables[n.AsIdent()]
	})) > 0
}

// unreachable returns the operands of &&, || or ?: that no input of the installation
// reaches, because another one reads only the profile and decides.
func (e *expression) unreachable(call ast.NavigableExpr, varies map[string]bool, installed *Candidate) []ast.NavigableExpr {
	operands := call.Children()
	comesTo := func(operand ast.NavigableExpr) ref.Val {
		if namesAny(operand, varies) {
			return nil
		}
		value, _ := e.part(operand).eval(installed)
		return value
	}
	if isCall(call, operators.Conditional) {
		switch comesTo(operands[0]) {
		case types.True:
			return operands[2:]
		case types.False:
			return operands[1:2]
		}
		return nil
	}
	decides := types.Bool(isCall(call, operators.LogicalOr))
	for i, operand := range operands {
		if comesTo(operand) == decides {
			return slices.Delete(operands, i, i+1)
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
