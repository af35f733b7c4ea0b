package policy

import (
	"fmt"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"platform.internal/platform-core/request"
)

// costLimit bounds one evaluation of an expression, in CEL's cost units (roughly
// one a step).
const costLimit = 100_000

// expression is a CEL expression that is ready to run.
type expression struct {
	whole cel.Program
	// partial also takes variables of which parts are unknown, which makes it
	// slower; it is made when it is first needed.
	partial func() (cel.Program, error)
}

func newExpression(env *cel.Env, checked *cel.Ast) (*expression, error) {
	whole, err := env.Program(checked, programOptions(checked, cel.OptOptimize)...)
	if err != nil {
		return nil, err
	}
	return &expression{whole: whole, partial: sync.OnceValues(func() (cel.Program, error) {
		return env.Program(checked, programOptions(checked, cel.OptOptimize, cel.OptPartialEval)...)
	})}, nil
}

// programOptions bound the cost of an expression with a loop in it. Without one
// it takes no more steps than it has operators, and counting them would take a
// quarter of the time.
func programOptions(checked *cel.Ast, options ...cel.EvalOption) []cel.ProgramOption {
	program := []cel.ProgramOption{cel.EvalOptions(options...)}
	root := ast.NavigateAST(checked.NativeRep())
	if loops := ast.MatchDescendants(root, ast.KindMatcher(ast.ComprehensionKind)); len(loops) > 0 {
		program = append(program, cel.CostLimit(costLimit))
	}
	return program
}

// facts are what expressions are evaluated over.
type facts struct {
	Input
	// unknown are the fields of the request that may still take any value.
	unknown []string
	// unsized is set while the estimate is not known.
	unsized bool
}

// eval returns the value of an expression: unknown where it hangs on something
// that is.
func (e *expression) eval(f *facts) (ref.Val, error) {
	if len(f.unknown) == 0 && !f.unsized {
		value, _, err := e.whole.Eval(&f.Input)
		return value, err
	}
	program, err := e.partial()
	if err != nil {
		return nil, err
	}
	vars, err := cel.PartialVars(&f.Input, f.patterns()...)
	if err != nil {
		return nil, err
	}
	value, _, err := program.Eval(vars)
	return value, err
}

// patterns are the attributes that are unknown.
func (f *facts) patterns() []*cel.AttributePatternType {
	var patterns []*cel.AttributePatternType
	for _, name := range f.unknown {
		pattern := cel.AttributePattern(requestVariable)
		if control, is := request.ControlOf(name); is {
			pattern.QualString(request.ControlsField)
			name = string(control)
		}
		patterns = append(patterns, pattern.QualString(name))
	}
	if f.unsized {
		patterns = append(patterns, cel.AttributePattern(estimateVariable))
	}
	return patterns
}

// truth is what a condition comes to.
type truth int

const (
	no truth = iota
	yes
	open // it hangs on something that is unknown
)

// holds returns what a condition comes to.
func (e *expression) holds(f *facts) (truth, error) {
	value, err := e.eval(f)
	if err != nil {
		return no, err
	}
	switch v := value.(type) {
	case types.Bool:
		if v {
			return yes, nil
		}
		return no, nil
	case *types.Unknown:
		return open, nil
	default:
		return no, fmt.Errorf("gives %v instead of true or false", value.Type())
	}
}
