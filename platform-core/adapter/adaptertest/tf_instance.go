package adaptertest

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// Instance is one resource instance that a module declares.
type Instance struct {
	body  *hclsyntax.Body
	scope *hcl.EvalContext
}

// Instances returns every resource instance by its address. The error names a
// resource whose number cannot be told without a provider.
func (m *Module) Instances() (map[string]Instance, error) {
	all := map[string]Instance{}
	for _, b := range m.root.of("resource") {
		if err := m.expand(b, all); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// expand resolves count and for_each.
func (m *Module) expand(b *hclsyntax.Block, into map[string]Instance) error {
	address := b.Labels[0] + "." + b.Labels[1]
	if count := b.Body.Attributes["count"]; count != nil {
		return m.counted(b, address, m.value(count.Expr), into)
	}
	if each := b.Body.Attributes["for_each"]; each != nil {
		return m.keyed(b, address, m.value(each.Expr), into)
	}
	into[address] = Instance{b.Body, m.scope}
	return nil
}

func (m *Module) counted(b *hclsyntax.Block, address string, count cty.Value, into map[string]Instance) error {
	number, err := convert.Convert(count, cty.Number)
	if err != nil || !number.IsKnown() || number.IsNull() {
		return fmt.Errorf("the count of %s cannot be told from the inputs", address)
	}
	n, _ := number.AsBigFloat().Int64()
	for i := range n {
		scope := m.child("count", cty.ObjectVal(map[string]cty.Value{"index": cty.NumberIntVal(i)}))
		into[fmt.Sprintf("%s[%d]", address, i)] = Instance{b.Body, scope}
	}
	return nil
}

func (m *Module) keyed(b *hclsyntax.Block, address string, each cty.Value, into map[string]Instance) error {
	if !each.IsKnown() || each.IsNull() || !each.CanIterateElements() {
		return fmt.Errorf("the for_each of %s cannot be told from the inputs", address)
	}
	for it := each.ElementIterator(); it.Next(); {
		key, value := it.Element()
		if each.Type().IsSetType() {
			key = value
		}
		text, known := scalar(key)
		if !known {
			return fmt.Errorf("a key of %s cannot be told from the inputs", address)
		}
		scope := m.child("each", cty.ObjectVal(map[string]cty.Value{"key": key, "value": value}))
		into[fmt.Sprintf("%s[%q]", address, text)] = Instance{b.Body, scope}
	}
	return nil
}

// Setting returns an argument's value as text, and whether it has a known one.
// The argument may stand in a nested block, or in an object.
func (i Instance) Setting(name string) (string, bool) { return argument(i.body, name, i.scope) }

func argument(body *hclsyntax.Body, name string, scope *hcl.EvalContext) (string, bool) {
	if a := body.Attributes[name]; a != nil {
		value, diags := a.Expr.Value(scope)
		if diags.HasErrors() {
			return "", false
		}
		return scalar(value)
	}
	for _, b := range body.Blocks {
		if text, known := argument(b.Body, name, scope); known {
			return text, true
		}
	}
	return member(body, name, scope)
}

// member looks for a setting among the members of arguments that are objects,
// other than tags, which describe a resource and do not set it.
func member(body *hclsyntax.Body, name string, scope *hcl.EvalContext) (string, bool) {
	for argument, a := range body.Attributes {
		if argument == "tags" || argument == "for_each" {
			continue
		}
		value, diags := a.Expr.Value(scope)
		if diags.HasErrors() || !value.IsKnown() || value.IsNull() || !value.Type().IsObjectType() || !value.Type().HasAttribute(name) {
			continue
		}
		return scalar(value.GetAttr(name))
	}
	return "", false
}

// scalar returns a known text, number or truth value as text.
func scalar(value cty.Value) (string, bool) {
	if !value.IsWhollyKnown() || value.IsNull() {
		return "", false
	}
	text, err := convert.Convert(value, cty.String)
	if err != nil || text.IsNull() {
		return "", false
	}
	return text.AsString(), true
}
