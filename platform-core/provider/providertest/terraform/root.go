package terraform

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
)

// Root is a parsed main.tf.
type Root struct {
	blocks    hclsyntax.Blocks
	functions map[string]function.Function
}

// Parse reads the text of a main.tf.
func Parse(text []byte) (*Root, error) {
	file, diags := hclsyntax.ParseConfig(text, "main.tf", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, diags
	}
	body := file.Body.(*hclsyntax.Body)
	return &Root{blocks: body.Blocks, functions: functionsFor(body)}, nil
}

// Formatted reports whether the text is as `terraform fmt` leaves it.
func Formatted(text []byte) bool { return bytes.Equal(text, hclwrite.Format(text)) }

// of returns the blocks of a kind.
func (r *Root) of(kind string) []*hclsyntax.Block {
	return slices.DeleteFunc(slices.Clone(r.blocks), func(b *hclsyntax.Block) bool { return b.Type != kind })
}

// Module is a Root with its inputs.
type Module struct {
	root  *Root
	scope *hcl.EvalContext
}

// With returns the root with the inputs of a tfvars file in JSON. The error
// tells the first input that does not fit.
func (r *Root) With(tfvars []byte) (*Module, error) {
	m := &Module{root: r, scope: &hcl.EvalContext{Variables: map[string]cty.Value{}, Functions: r.functions}}
	for _, b := range r.blocks {
		if b.Type == "resource" || b.Type == "data" {
			m.scope.Variables[b.Labels[0]] = cty.DynamicVal
		}
	}
	for _, name := range []string{"data", "module", "path", "terraform"} {
		m.scope.Variables[name] = cty.DynamicVal
	}
	if err := m.variables(tfvars); err != nil {
		return nil, err
	}
	m.locals()
	return m, nil
}

// locals evaluates the locals, each once those that it refers to have values.
// What cannot be evaluated is unknown.
func (m *Module) locals() {
	open := map[string]hclsyntax.Expression{}
	for _, b := range m.root.of("locals") {
		for name, a := range b.Body.Attributes {
			open[name] = a.Expr
		}
	}
	done := map[string]cty.Value{}
	for before := -1; before != len(open); {
		before = len(open)
		m.scope.Variables["local"] = cty.ObjectVal(done)
		for name, expression := range open {
			if value, diags := expression.Value(m.scope); !diags.HasErrors() {
				done[name] = value
				delete(open, name)
			}
		}
	}
	for name := range open {
		done[name] = cty.DynamicVal
	}
	m.scope.Variables["local"] = cty.ObjectVal(done)
}

// value returns what an expression is worth; unknown where that cannot be told.
func (m *Module) value(expression hclsyntax.Expression) cty.Value {
	value, diags := expression.Value(m.scope)
	if diags.HasErrors() {
		return cty.DynamicVal
	}
	return value
}

func (m *Module) child(name string, value cty.Value) *hcl.EvalContext {
	scope := m.scope.NewChild()
	scope.Variables = map[string]cty.Value{name: value}
	return scope
}

// input is an error of one input.
func input(name, format string, args ...any) error {
	return fmt.Errorf("the input %s %s", name, fmt.Sprintf(format, args...))
}
