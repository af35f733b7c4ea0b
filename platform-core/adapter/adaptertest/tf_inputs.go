package adaptertest

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// variables gives each variable its value, converted to its type, and returns
// the inputs of the files.
func (m *Module) variables(tfvars [][]byte) (map[string]cty.Value, error) {
	given := map[string]cty.Value{}
	for _, file := range tfvars {
		values, err := readInputs(file)
		if err != nil {
			return nil, err
		}
		maps.Copy(given, values)
	}
	values := map[string]cty.Value{}
	for _, b := range m.root.of("variable") {
		value, err := variableValue(b, given)
		if err != nil {
			return nil, err
		}
		values[b.Labels[0]] = value
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if _, declared := values[name]; !declared {
			return nil, inputError(name, "is declared by no variable of main.tf")
		}
	}
	m.scope.Variables["var"] = cty.ObjectVal(values)
	return given, nil
}

func readInputs(tfvars []byte) (map[string]cty.Value, error) {
	if _, err := jsonMembers(tfvars); err != nil {
		return nil, err
	}
	kind, err := ctyjson.ImpliedType(tfvars)
	if err != nil {
		return nil, err
	}
	value, err := ctyjson.Unmarshal(tfvars, kind)
	if err != nil {
		return nil, err
	}
	if !kind.IsObjectType() {
		return nil, inputError("file", "is no JSON object")
	}
	return maps.Clone(value.AsValueMap()), nil
}

func variableValue(b *hclsyntax.Block, given map[string]cty.Value) (cty.Value, error) {
	name := b.Labels[0]
	value, isGiven := given[name]
	if !isGiven {
		preset := b.Body.Attributes["default"]
		if preset == nil {
			return cty.NilVal, inputError(name, "is missing, and its variable has no default")
		}
		value, _ = preset.Expr.Value(nil)
	}
	constraint := b.Body.Attributes["type"]
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
		return cty.NilVal, inputError(name, "does not fit its variable: %v", err)
	}
	return converted, nil
}

// validate holds the inputs against the validations that can be told here. What
// was not given is the protected workflow's to give.
func (m *Module) validate(given map[string]cty.Value) error {
	for _, b := range m.root.of("variable") {
		if _, isGiven := given[b.Labels[0]]; !isGiven {
			continue
		}
		for _, rule := range b.Body.Blocks {
			condition := rule.Body.Attributes["condition"]
			if rule.Type != "validation" || condition == nil {
				continue
			}
			value, diags := condition.Expr.Value(m.scope)
			if diags.HasErrors() {
				return inputError(b.Labels[0], "has a validation that fails: %v", diags)
			}
			if value.IsKnown() && value.Type() == cty.Bool && value.False() {
				return inputError(b.Labels[0], "is refused by its variable's validation")
			}
		}
	}
	return nil
}

// input is an error of one input.
func inputError(name, format string, args ...any) error {
	return fmt.Errorf("the input %s %s", name, fmt.Sprintf(format, args...))
}
