package policy

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// expression is a CEL expression; nil for an expression that a rule does not have. Its programs are planned when
// they are first needed.
type expression struct {
	// checked returns the expression as CEL checked it.
	checked func() *ast.AST
	whole   func() (cel.Program, error)
	// partial also accepts variables with unknown parts, and is slower.
	partial func() (cel.Program, error)
}

// newExpression returns an expression with the tree that checked returns. Its programs have the options.
func newExpression(checked func() *ast.AST, options ...cel.ProgramOption) *expression {
	program := func(how ...cel.EvalOption) func() (cel.Program, error) {
		return sync.OnceValues(func() (cel.Program, error) {
			env, err := environment()
			if err != nil {
				return nil, err
			}
			return env.PlanProgram(checked(), append([]cel.ProgramOption{cel.EvalOptions(how...)}, options...)...)
		})
	}
	return &expression{checked: checked, whole: program(cel.OptOptimize),
		partial: program(cel.OptOptimize, cel.OptPartialEval)}
}

// part returns a part of the expression as an expression.
func (e *expression) part(of ast.Expr) *expression {
	checked := e.checked()
	part := ast.NewCheckedAST(ast.NewAST(of, checked.SourceInfo()), checked.TypeMap(), checked.ReferenceMap())
	return newExpression(func() *ast.AST { return part }, bounds()...)
}

// reads reports whether the expression reads a variable.
func (e *expression) reads(variable string) bool {
	return e != nil && len(e.uses(variable)) > 0
}

// uses returns where the expression names a variable.
func (e *expression) uses(variable string) []ast.NavigableExpr {
	return ast.MatchDescendants(ast.NavigateAST(e.checked()), func(n ast.NavigableExpr) bool {
		return n.Kind() == ast.IdentKind && n.AsIdent() == variable
	})
}

// paths returns the dotted paths that the expression reads in a variable. An empty path stands for the whole
// variable.
func (e *expression) paths(variable string) []string {
	var paths []string
	for _, n := range e.uses(variable) {
		path := ""
		for parent, ok := n.Parent(); ok && parent.Kind() == ast.SelectKind; parent, ok = parent.Parent() {
			path = strings.TrimPrefix(path+"."+parent.AsSelect().FieldName(), ".")
		}
		paths = append(paths, path)
	}
	return paths
}

// readsField reports whether the value of the expression may depend on a field of the request.
func (e *expression) readsField(name string) bool {
	return e != nil && slices.ContainsFunc(e.paths(requestVariable), func(path string) bool {
		// A path that ends early reads the whole object there.
		return path == "" || path == name || strings.HasPrefix(name, path+".") || strings.HasPrefix(path, name+".")
	})
}

// readsOnly reports whether the value of the expression depends only on a field of the request.
func (e *expression) readsOnly(name string) bool {
	return !e.reads(profileVariable) && !e.reads(estimateVariable) && !e.reads(dateVariable) &&
		!slices.ContainsFunc(e.paths(requestVariable), func(path string) bool { return path != name })
}

// literal returns the value of a literal; nil for any other expression.
func (e *expression) literal() ref.Val { return e.checked().Expr().AsLiteral() }

// eval returns the value of the expression. It is unknown if it depends on something unknown.
func (e *expression) eval(c *Candidate) (ref.Val, error) {
	if value := e.literal(); value != nil {
		return value, nil
	}
	planned, vars := e.whole, cel.Activation(c)
	if len(c.unknown) > 0 || c.estimateUnknown {
		partial, err := cel.PartialVars(c, c.patterns()...)
		if err != nil {
			return nil, err
		}
		planned, vars = e.partial, partial
	}
	program, err := planned()
	if err != nil {
		return nil, err
	}
	return c.Budget.run(program, vars)
}

// truth is the value of a condition.
type truth int

const (
	no truth = iota
	yes
	unknown // it depends on something unknown
)

// truth returns the value of a condition.
func (e *expression) truth(c *Candidate) (truth, error) {
	value, err := e.eval(c)
	if err != nil {
		return no, err
	}
	switch {
	case value == types.True:
		return yes, nil
	case value == types.False:
		return no, nil
	case types.IsUnknown(value):
		return unknown, nil
	}
	return no, fmt.Errorf("gives %v instead of true or false", value.Type())
}
