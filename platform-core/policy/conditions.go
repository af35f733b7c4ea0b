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

// CoverageGap is an outcome of a rule, or a value of a condition in it, that no input has shown.
type CoverageGap struct {
	Outcome request.Outcome `json:"outcome,omitempty"`
	// Expression is when or require. Text is the condition.
	Expression string `json:"expression,omitempty"`
	Text       string `json:"text,omitempty"`
	// Column is the column of the condition in the expression, from 1.
	Column int `json:"column,omitempty"`
	// Never is what the condition never was: true, false, or evaluated.
	Never string `json:"never,omitempty"`
}

// String returns the gap as a text for the author of the inputs.
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

// condition is an operand that can short-circuit an expression, and the values that it had.
type condition struct {
	CoverageGap
	yes, no atomic.Bool
}

// conditions returns the operands of &&, || and ?: that an input can decide, each without its negations.
func (e *expression) conditions(installed *Candidate) (list []ast.NavigableExpr) {
	varies := varying(e.checked())
	unreachable := map[int64]bool{}
	for _, call := range calls(e.checked()) {
		if !isOperator(call) {
			continue
		}
		operands := call.Children()
		if isCall(call, operators.Conditional) && call.Type() != types.BoolType {
			operands = operands[:1]
		}
		for _, other := range e.unreachable(call, varies, installed) {
			for _, n := range ast.MatchDescendants(other, ast.AllMatcher()) {
				unreachable[n.ID()] = true
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
	list = slices.DeleteFunc(list, func(operand ast.NavigableExpr) bool { return unreachable[operand.ID()] })
	source := e.checked().SourceInfo()
	slices.SortStableFunc(list, func(a, b ast.NavigableExpr) int { return startOf(a, source) - startOf(b, source) })
	return list
}

// isOperator reports whether an expression has operands that can short-circuit it.
func isOperator(e ast.Expr) bool {
	return isCall(e, operators.LogicalAnd, operators.LogicalOr, operators.Conditional)
}

// varying returns the variables in which inputs of one installation may differ: all but the profile, and the
// variables of loops over them.
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

// unreachable returns the operands of &&, || or ?: that no input of the installation reaches, since another
// operand reads only the profile and decides.
func (e *expression) unreachable(call ast.NavigableExpr, varies map[string]bool,
	installed *Candidate) []ast.NavigableExpr {
	operands := call.Children()
	valueOf := func(operand ast.NavigableExpr) ref.Val {
		if namesAny(operand, varies) {
			return nil
		}
		value, _ := e.part(operand).eval(installed)
		return value
	}
	if isCall(call, operators.Conditional) {
		switch valueOf(operands[0]) {
		case types.True:
			return operands[2:]
		case types.False:
			return operands[1:2]
		}
		return nil
	}
	decides := types.Bool(isCall(call, operators.LogicalOr))
	for i, operand := range operands {
		if valueOf(operand) == decides {
			return slices.Delete(operands, i, i+1)
		}
	}
	return nil
}

// recording returns a program option that records the values of conditions, by their IDs. In a loop a condition
// may have several values.
func recording(conditions map[int64]*condition) cel.ProgramOption {
	return cel.CustomDecoratorV2(func(i interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
		if c := conditions[i.ID()]; c != nil {
			return recorder{i, c}, nil
		}
		return i, nil
	})
}

type recorder struct {
	interpreter.InterpretableV2
	*condition
}

// Exec executes the condition and records its value.
func (r recorder) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	value := r.InterpretableV2.Exec(frame)
	switch value {
	case types.True:
		r.yes.Store(true)
	case types.False:
		r.no.Store(true)
	}
	return value
}

// Eval is Exec for an activation.
func (r recorder) Eval(vars interpreter.Activation) ref.Val {
	return interpreter.EvalActivation(vars, r.Exec)
}
