package adaptertest

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/tryfunc"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"platform.internal/platform-core/adapter"
)

// Module is a [Root] with the values of its inputs. It evaluates what an inventory needs: variables with
// their types and defaults, locals, and the number of instances of a resource. The answers of providers
// are unknown values. Module does not check that main.tf is correct, because Terraform does.
type Module struct {
	root  *Root
	scope *hcl.EvalContext
}

// With returns the root with the inputs of tfvars files in JSON. A later file overrides an earlier one, as
// -var-file does, so that the inputs of the protected workflow can have their own file. It fails if a file
// is not a JSON object, or if an input is missing, unknown or of the wrong type.
func (r *Root) With(tfvars ...[]byte) (*Module, error) { return r.with(nil, tfvars...) }

// WithAnswer is [Root.With] for the inputs of an answer and more files. If a variable without a default is an input that
// the workflow must bring, its value is unknown.
func (r *Root) WithAnswer(a Answer, tfvars ...[]byte) (*Module, error) {
	var needed []string
	for _, n := range a.Needs {
		if n.Kind == adapter.NeedInput {
			needed = append(needed, n.Name)
		}
	}
	return r.with(needed, append([][]byte{a.Inputs()}, tfvars...)...)
}

func (r *Root) with(needed []string, tfvars ...[]byte) (*Module, error) {
	m := &Module{r, &hcl.EvalContext{Variables: map[string]cty.Value{}, Functions: functions}}
	for _, b := range r.Blocks("resource", "data") {
		m.scope.Variables[b.Labels()[0]] = cty.DynamicVal
	}
	for _, name := range []string{"data", "module", "path", "terraform"} {
		m.scope.Variables[name] = cty.DynamicVal
	}
	if err := m.variables(needed, tfvars); err != nil {
		return nil, err
	}
	m.locals()
	return m, nil
}

// variables sets each variable to its value, converted to its type.
func (m *Module) variables(needed []string, tfvars [][]byte) error {
	given := map[string]cty.Value{}
	for _, file := range tfvars {
		values, err := readInputs(file)
		if err != nil {
			return err
		}
		maps.Copy(given, values.AsValueMap())
	}
	values := map[string]cty.Value{}
	for _, b := range m.root.Blocks("variable") {
		name := b.Labels()[0]
		if b.syntax.Body.Attributes["default"] == nil && slices.Contains(needed, name) {
			values[name] = cty.DynamicVal
			continue
		}
		value, err := valueOf(b.syntax.Body, given, name)
		if err != nil {
			return fmt.Errorf("the input %s %w", name, err)
		}
		values[name] = value
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if _, ok := values[name]; !ok {
			return fmt.Errorf("the input %s is declared by no variable of main.tf", name)
		}
	}
	m.scope.Variables["var"] = cty.ObjectVal(values)
	return nil
}

// readInputs returns the value of a tfvars file in JSON. It fails if the file is not a JSON object.
func readInputs(tfvars []byte) (cty.Value, error) {
	kind, err := ctyjson.ImpliedType(tfvars)
	if err != nil {
		return cty.NilVal, err
	}
	if !kind.IsObjectType() {
		return cty.NilVal, errors.New("the inputs are no JSON object")
	}
	return ctyjson.Unmarshal(tfvars, kind)
}

// valueOf returns the value of a variable: the given value, or its default. It fails if the variable has
// neither, or if the value does not fit its type.
func valueOf(body *hclsyntax.Body, given map[string]cty.Value, name string) (cty.Value, error) {
	value, isGiven := given[name]
	if !isGiven {
		preset := body.Attributes["default"]
		if preset == nil {
			return cty.NilVal, errors.New("is missing, and its variable has no default; give it, or name it in the needs")
		}
		value, _ = preset.Expr.Value(nil)
	}
	constraint := body.Attributes["type"]
	if constraint == nil {
		return value, nil
	}
	kind, defaults, diags := typeexpr.TypeConstraintWithDefaults(constraint.Expr)
	if diags.HasErrors() {
		return cty.NilVal, diags
	}
	if defaults != nil && !value.IsNull() {
		value = defaults.Apply(value)
	}
	converted, err := convert.Convert(value, kind)
	if err != nil {
		return cty.NilVal, fmt.Errorf("does not fit its variable: %w", err)
	}
	return converted, nil
}

// locals evaluates the locals. They refer to each other in any order, so it evaluates all of them in
// rounds, until a round changes no value.
func (m *Module) locals() {
	expressions, values := map[string]hclsyntax.Expression{}, map[string]cty.Value{}
	for _, b := range m.root.Blocks("locals") {
		for name, a := range b.syntax.Body.Attributes {
			expressions[name], values[name] = a.Expr, cty.DynamicVal
		}
	}
	for changed, rounds := true, 0; changed && rounds <= len(values); rounds++ {
		m.scope.Variables["local"] = cty.ObjectVal(values)
		changed = false
		for name, expression := range expressions {
			before := values[name]
			values[name] = valueIn(m.scope, expression)
			changed = changed || !values[name].RawEquals(before)
		}
	}
}

// valueIn returns the value of an expression. The value is unknown if it needs a provider, or a function
// that is not in functions.
func valueIn(scope *hcl.EvalContext, expression hclsyntax.Expression) cty.Value {
	value, diags := expression.Value(scope)
	if diags.HasErrors() {
		return cty.DynamicVal
	}
	return value
}

// Texts returns the members of a local as texts. The local is an object or a map, such as the tags. It
// fails if there is no such local, or if a member has no known text.
func (m *Module) Texts(local string) (map[string]string, error) {
	values, ok := members(m.scope.Variables["local"])[local]
	if !ok || members(values) == nil {
		return nil, fmt.Errorf("main.tf has no local.%s that is a known object", local)
	}
	texts := map[string]string{}
	for name, member := range members(values) {
		if texts[name], ok = scalar(member); !ok {
			return nil, fmt.Errorf("the text of local.%s.%s is not known from the inputs", local, name)
		}
	}
	return texts, nil
}

// members returns the members of a known object or map; nil for any other value.
func members(value cty.Value) map[string]cty.Value {
	if !value.IsKnown() || value.IsNull() || !(value.Type().IsObjectType() || value.Type().IsMapType()) {
		return nil
	}
	return value.AsValueMap()
}

// scalar returns a text, number or truth value as text. It is not ok for any other value, or if the value
// is not known.
func scalar(value cty.Value) (string, bool) {
	text, err := convert.Convert(value, cty.String)
	if err != nil || !text.IsKnown() || text.IsNull() {
		return "", false
	}
	return text.AsString(), true
}

// functions are the functions of Terraform that the number and settings of resources may use.
var functions = map[string]function.Function{
	"can": tryfunc.CanFunc, "ceil": stdlib.CeilFunc, "chunklist": stdlib.ChunklistFunc, "coalesce": stdlib.CoalesceFunc,
	"compact": stdlib.CompactFunc, "concat": stdlib.ConcatFunc, "contains": stdlib.ContainsFunc, "distinct": stdlib.DistinctFunc,
	"element": stdlib.ElementFunc, "flatten": stdlib.FlattenFunc, "floor": stdlib.FloorFunc, "format": stdlib.FormatFunc,
	"formatlist": stdlib.FormatListFunc, "join": stdlib.JoinFunc, "jsondecode": stdlib.JSONDecodeFunc, "jsonencode": stdlib.JSONEncodeFunc,
	"keys": stdlib.KeysFunc, "length": stdlib.LengthFunc, "lookup": stdlib.LookupFunc, "lower": stdlib.LowerFunc, "max": stdlib.MaxFunc,
	"merge": stdlib.MergeFunc, "min": stdlib.MinFunc, "range": stdlib.RangeFunc, "regex": stdlib.RegexFunc, "replace": stdlib.ReplaceFunc,
	"reverse": stdlib.ReverseListFunc, "setintersection": stdlib.SetIntersectionFunc, "setproduct": stdlib.SetProductFunc,
	"setsubtract": stdlib.SetSubtractFunc, "setunion": stdlib.SetUnionFunc, "slice": stdlib.SliceFunc, "sort": stdlib.SortFunc,
	"split": stdlib.SplitFunc, "substr": stdlib.SubstrFunc, "title": stdlib.TitleFunc, "tobool": stdlib.MakeToFunc(cty.Bool),
	"tolist": stdlib.MakeToFunc(cty.List(cty.DynamicPseudoType)), "tomap": stdlib.MakeToFunc(cty.Map(cty.DynamicPseudoType)),
	"tonumber": stdlib.MakeToFunc(cty.Number), "toset": stdlib.MakeToFunc(cty.Set(cty.DynamicPseudoType)),
	"tostring": stdlib.MakeToFunc(cty.String), "trim": stdlib.TrimFunc, "trimprefix": stdlib.TrimPrefixFunc,
	"trimspace": stdlib.TrimSpaceFunc, "trimsuffix": stdlib.TrimSuffixFunc, "try": tryfunc.TryFunc, "upper": stdlib.UpperFunc,
	"values": stdlib.ValuesFunc, "zipmap": stdlib.ZipmapFunc,
}
