package policy

import (
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// builtin is a rule of common.yaml or sandbox.yaml as it comes out of compiling, which
// takes longer than all else of a start of policy. The fields are those of compiled.
type builtin struct {
	profile.Rule
	dated, sized, conditional       bool
	constant                        request.Value
	when, require, message, suggest *node
}

// node is a node of a checked expression. It has one kind: a literal, a variable, a
// call with an overload, a selected field of the one in args, or else a list.
type node struct {
	id int64
	// of is the node's type, as CEL writes it.
	of                                  string
	literal                             request.Value
	variable, function, overload, field string
	args                                []node
}

// compiled returns the rule ready to run.
func (b *builtin) compiled(source request.Source) compiled {
	return compiled{
		SourcedRule: SourcedRule{Source: source, Rule: b.Rule}, at: fieldAt(b.Field),
		when: b.when.expression(), require: b.require.expression(), message: b.message.expression(), suggest: b.suggest.expression(),
		dated: b.dated, sized: b.sized, conditional: b.conditional, constant: b.constant,
	}
}

func (n *node) expression() *expression {
	if n == nil {
		return nil
	}
	e := newExpression(n.checked)
	if !n.literal.IsZero() {
		e.constant = toCEL(n.literal.Kind, n.literal)
	}
	return e
}

// checked returns the expression as CEL has it.
func (n *node) checked() *ast.AST {
	b := &exprBuilder{ast.NewExprFactory(), map[int64]*types.Type{}, map[int64]*ast.ReferenceInfo{}}
	return ast.NewCheckedAST(ast.NewAST(b.expr(n), nil), b.types, b.references)
}

// exprBuilder makes an expression of CEL, with its types and references.
type exprBuilder struct {
	ast.ExprFactory
	types      map[int64]*types.Type
	references map[int64]*ast.ReferenceInfo
}

func (b *exprBuilder) expr(n *node) ast.Expr {
	b.types[n.id] = typeNamed(n.of)
	args := make([]ast.Expr, len(n.args))
	for i := range n.args {
		args[i] = b.expr(&n.args[i])
	}
	switch {
	case !n.literal.IsZero():
		return b.NewLiteral(n.id, toCEL(n.literal.Kind, n.literal))
	case n.variable != "":
		b.references[n.id] = ast.NewIdentReference(n.variable, nil)
		return b.NewIdent(n.id, n.variable)
	case n.function != "":
		b.references[n.id] = ast.NewFunctionReference(n.overload)
		return b.NewCall(n.id, n.function, args...)
	case n.field != "":
		return b.NewSelect(n.id, args[0], n.field)
	default:
		return b.NewList(n.id, args, nil)
	}
}

// typeNamed returns the type that CEL writes so.
func typeNamed(name string) *types.Type {
	switch name {
	case "bool":
		return types.BoolType
	case "int":
		return types.IntType
	case "string":
		return types.StringType
	}
	if of, ok := strings.CutPrefix(name, "list("); ok {
		return types.NewListType(typeNamed(strings.TrimSuffix(of, ")")))
	}
	return types.NewObjectType(name)
}
