package providera

import (
	"fmt"
	"net/netip"
	"slices"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/tryfunc"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/stretchr/testify/require"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// root is terraform/main.tf, read as far as one can without a provider: its
// variables and locals are evaluated, what data sources and resources would
// answer is unknown.
type root struct {
	blocks hclsyntax.Blocks
	scope  *hcl.EvalContext
}

// readRoot parses main.tf.
func readRoot(t *testing.T) hclsyntax.Blocks {
	t.Helper()
	file, diags := hclsyntax.ParseConfig(rootText, "main.tf", hcl.InitialPos)
	require.False(t, diags.HasErrors(), diags.Error())
	return file.Body.(*hclsyntax.Body).Blocks
}

// evaluate returns main.tf with the inputs of a tfvars file. extra are inputs
// of the protected workflow.
func evaluate(t *testing.T, blocks hclsyntax.Blocks, tfvars []byte, extra map[string]cty.Value) root {
	t.Helper()
	r := root{blocks: blocks, scope: &hcl.EvalContext{Variables: map[string]cty.Value{}, Functions: functions()}}
	for _, b := range blocks {
		if b.Type == "resource" || b.Type == "data" {
			r.scope.Variables[b.Labels[0]] = cty.DynamicVal
		}
	}
	r.scope.Variables["data"] = cty.DynamicVal
	r.variables(t, tfvars, extra)
	r.locals(t)
	return r
}

// variables gives each variable its value, converted to its type, and holds it
// against the variable's validations.
func (r root) variables(t *testing.T, tfvars []byte, extra map[string]cty.Value) {
	t.Helper()
	values := map[string]cty.Value{}
	given := jsonValues(t, tfvars)
	for _, b := range r.of("variable") {
		values[b.Labels[0]] = variable(t, b, given, extra)
		delete(given, b.Labels[0])
	}
	require.Empty(t, given, "inputs without a variable in main.tf")
	r.scope.Variables["var"] = cty.ObjectVal(values)
	for _, b := range r.of("variable") {
		for _, rule := range b.Body.Blocks {
			require.True(t, r.value(t, rule.Body.Attributes["condition"].Expr).True(),
				"main.tf refuses %s = %#v", b.Labels[0], values[b.Labels[0]])
		}
	}
}

func jsonValues(t *testing.T, tfvars []byte) map[string]cty.Value {
	t.Helper()
	kind, err := ctyjson.ImpliedType(tfvars)
	require.NoError(t, err)
	value, err := ctyjson.Unmarshal(tfvars, kind)
	require.NoError(t, err)
	return value.AsValueMap()
}

func variable(t *testing.T, b *hclsyntax.Block, given, extra map[string]cty.Value) cty.Value {
	t.Helper()
	name := b.Labels[0]
	kind, diags := typeexpr.TypeConstraint(b.Body.Attributes["type"].Expr)
	require.False(t, diags.HasErrors(), diags.Error())
	value, isGiven := given[name]
	if set, isSet := extra[name]; isSet {
		value, isGiven = set, true
	}
	if !isGiven {
		preset := b.Body.Attributes["default"]
		require.NotNil(t, preset, "the inputs lack %s", name)
		value, _ = preset.Expr.Value(nil)
	}
	value, err := convert.Convert(value, kind)
	require.NoError(t, err, "input %s", name)
	return value
}

// locals evaluates the locals, each once those that it refers to have values.
func (r root) locals(t *testing.T) {
	t.Helper()
	open := map[string]hclsyntax.Expression{}
	for _, b := range r.of("locals") {
		for name, a := range b.Body.Attributes {
			open[name] = a.Expr
		}
	}
	done := map[string]cty.Value{}
	for len(open) > 0 {
		before := len(open)
		r.scope.Variables["local"] = cty.ObjectVal(done)
		for name, expression := range open {
			if value, diags := expression.Value(r.scope); !diags.HasErrors() {
				done[name] = value
				delete(open, name)
			}
		}
		require.Less(t, len(open), before, "locals that cannot be evaluated")
	}
	r.scope.Variables["local"] = cty.ObjectVal(done)
}

// of returns the blocks of a type.
func (r root) of(kind string) []*hclsyntax.Block {
	return slices.DeleteFunc(slices.Clone(r.blocks), func(b *hclsyntax.Block) bool { return b.Type != kind })
}

func (r root) value(t *testing.T, expression hclsyntax.Expression) cty.Value {
	t.Helper()
	value, diags := expression.Value(r.scope)
	require.False(t, diags.HasErrors(), diags.Error())
	return value
}

// declared is one resource instance that main.tf declares.
type declared struct {
	address string
	body    *hclsyntax.Body
	scope   *hcl.EvalContext
}

// instances returns every resource instance, by address.
func (r root) instances(t *testing.T) map[string]declared {
	t.Helper()
	all := map[string]declared{}
	for _, b := range r.of("resource") {
		for _, i := range r.expand(t, b) {
			all[i.address] = i
		}
	}
	return all
}

// expand resolves count and for_each.
func (r root) expand(t *testing.T, b *hclsyntax.Block) []declared {
	t.Helper()
	address := b.Labels[0] + "." + b.Labels[1]
	if count := b.Body.Attributes["count"]; count != nil {
		return r.counted(t, b, address, count.Expr)
	}
	if each := b.Body.Attributes["for_each"]; each != nil {
		return r.keyed(t, b, address, each.Expr)
	}
	return []declared{{address, b.Body, r.scope}}
}

func (r root) counted(t *testing.T, b *hclsyntax.Block, address string, count hclsyntax.Expression) []declared {
	t.Helper()
	n, _ := r.value(t, count).AsBigFloat().Int64()
	var list []declared
	for i := range n {
		scope := r.child("count", cty.ObjectVal(map[string]cty.Value{"index": cty.NumberIntVal(i)}))
		list = append(list, declared{fmt.Sprintf("%s[%d]", address, i), b.Body, scope})
	}
	return list
}

func (r root) keyed(t *testing.T, b *hclsyntax.Block, address string, each hclsyntax.Expression) []declared {
	t.Helper()
	collection := r.value(t, each)
	require.True(t, collection.IsKnown(), "for_each of %s", address)
	var list []declared
	for it := collection.ElementIterator(); it.Next(); {
		key, value := it.Element()
		scope := r.child("each", cty.ObjectVal(map[string]cty.Value{"key": key, "value": value}))
		list = append(list, declared{fmt.Sprintf("%s[%q]", address, key.AsString()), b.Body, scope})
	}
	return list
}

func (r root) child(name string, value cty.Value) *hcl.EvalContext {
	scope := r.scope.NewChild()
	scope.Variables = map[string]cty.Value{name: value}
	return scope
}

// text returns an argument's value as text, and whether it has a known one. The
// argument may stand in a nested block.
func (i declared) text(name string) (string, bool) {
	return argument(i.body, name, i.scope)
}

func argument(body *hclsyntax.Body, name string, scope *hcl.EvalContext) (string, bool) {
	if a := body.Attributes[name]; a != nil {
		value, diags := a.Expr.Value(scope)
		if diags.HasErrors() || !value.IsWhollyKnown() || value.IsNull() {
			return "", false
		}
		return scalar(value)
	}
	for _, b := range body.Blocks {
		if text, known := argument(b.Body, name, scope); known {
			return text, true
		}
	}
	return "", false
}

func scalar(value cty.Value) (string, bool) {
	text, err := convert.Convert(value, cty.String)
	if err != nil {
		return "", false
	}
	return text.AsString(), true
}

// name returns what the instance is called, where main.tf decides it.
func (i declared) name() (string, bool) {
	for _, argument := range []string{"name", "node_group_name", "addon_name", "role_definition_name", "service_account", "destination_cidr_block"} {
		if i.body.Attributes[argument] != nil {
			return i.text(argument)
		}
	}
	if tags := i.body.Attributes["tags"]; tags != nil {
		value, diags := tags.Expr.Value(i.scope)
		if !diags.HasErrors() && value.IsWhollyKnown() && value.Type().HasAttribute("Name") {
			return scalar(value.GetAttr("Name"))
		}
	}
	return "", false
}

// functions are those of Terraform's functions that main.tf calls.
func functions() map[string]function.Function {
	return map[string]function.Function{
		"can":        tryfunc.CanFunc,
		"cidrhost":   cidrhost,
		"coalesce":   stdlib.CoalesceFunc,
		"concat":     stdlib.ConcatFunc,
		"contains":   stdlib.ContainsFunc,
		"flatten":    stdlib.FlattenFunc,
		"format":     stdlib.FormatFunc,
		"join":       stdlib.JoinFunc,
		"jsonencode": stdlib.JSONEncodeFunc,
		"keys":       stdlib.KeysFunc,
		"length":     stdlib.LengthFunc,
		"merge":      stdlib.MergeFunc,
		"min":        stdlib.MinFunc,
		"regex":      stdlib.RegexFunc,
		"setproduct": stdlib.SetProductFunc,
		"slice":      stdlib.SliceFunc,
		"sort":       stdlib.SortFunc,
		"strcontains": function.New(&function.Spec{
			Params: []function.Parameter{{Name: "text", Type: cty.String}, {Name: "part", Type: cty.String}},
			Type:   function.StaticReturnType(cty.Bool),
			Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
				parts, err := stdlib.Split(args[1], args[0])
				return cty.BoolVal(parts.LengthInt() > 1), err
			},
		}),
		"toset":  stdlib.MakeToFunc(cty.Set(cty.DynamicPseudoType)),
		"values": stdlib.ValuesFunc,
	}
}

// cidrhost is as much of Terraform's function as a validation needs: it fails
// for what is no range.
var cidrhost = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "prefix", Type: cty.String}, {Name: "host", Type: cty.Number}},
	Type:   function.StaticReturnType(cty.String),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		prefix, err := netip.ParsePrefix(args[0].AsString())
		return cty.StringVal(prefix.Addr().String()), err
	},
})
