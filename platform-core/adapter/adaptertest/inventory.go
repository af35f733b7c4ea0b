package adaptertest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/gocty"

	"platform.internal/platform-core/request"
)

// CheckInventory compares an inventory with the resources of a module. It fails if an address is only in
// one of them, or if a resource has another name or property than its instance. The error names each
// difference.
//
// named are arguments with the name of a resource, such as "name", or members of arguments, such as
// "tags.Name". The first argument that an instance has is its name. CheckInventory skips every value that
// is not known from the inputs.
func CheckInventory(m *Module, resources []request.Resource, named ...string) error {
	declared, err := m.Instances()
	if err != nil {
		return err
	}
	var found []error
	for _, r := range resources {
		instance, ok := declared[r.Address]
		if !ok {
			found = append(found, fmt.Errorf("%s is only in the inventory", r.Address))
			continue
		}
		delete(declared, r.Address)
		found = append(found, instance.differences(r, named)...)
	}
	for _, address := range slices.Sorted(maps.Keys(declared)) {
		found = append(found, fmt.Errorf("%s is only in main.tf", address))
	}
	return errors.Join(found...)
}

// differences returns an error for each difference between an instance and its resource.
func (i Instance) differences(r request.Resource, named []string) (found []error) {
	if name, ok := i.name(named); ok && name != r.Name {
		found = append(found, fmt.Errorf("%s is named %q in the inventory and %q in main.tf", r.Address, r.Name, name))
	}
	for _, p := range r.Properties {
		if written, ok := i.Setting(p.Name); ok && written != p.Value {
			found = append(found, fmt.Errorf("%s has %s %q in the inventory and %q in main.tf", r.Address, p.Name, p.Value,
				written))
		}
	}
	return found
}

// name returns the name of the instance: the first of the arguments that it has. It is not ok if the
// instance has none of them, or if the value is not known.
func (i Instance) name(named []string) (string, bool) {
	for _, argument := range named {
		argument, member, inner := strings.Cut(argument, ".")
		a := i.body.Attributes[argument]
		if a == nil {
			continue
		}
		value := valueIn(i.scope, a.Expr)
		if !inner {
			return scalar(value)
		}
		if value, ok := members(value)[member]; ok {
			return scalar(value)
		}
	}
	return "", false
}

// Instance is one resource instance that a module declares.
type Instance struct {
	body  *hclsyntax.Body
	scope *hcl.EvalContext
	text  []byte
}

// Instances returns every resource instance by its address. It fails if the number of instances of a
// resource depends on a provider.
func (m *Module) Instances() (map[string]Instance, error) {
	all := map[string]Instance{}
	for _, b := range m.root.Blocks("resource") {
		if !m.expand(b, all) {
			return nil, fmt.Errorf("the number of %s is not known from the inputs", b.Address())
		}
	}
	return all, nil
}

// expand adds the instances of a block to into. It reports whether their number is known.
func (m *Module) expand(b Block, into map[string]Instance) bool {
	body := b.syntax.Body
	add := func(key, name string, object map[string]cty.Value) {
		scope := m.scope.NewChild()
		scope.Variables = map[string]cty.Value{name: cty.ObjectVal(object)}
		into[b.Address()+"["+key+"]"] = Instance{body, scope, b.text}
	}
	if count := body.Attributes["count"]; count != nil {
		var n int64
		if gocty.FromCtyValue(valueIn(m.scope, count.Expr), &n) != nil {
			return false
		}
		for i := range n {
			add(strconv.FormatInt(i, 10), "count", map[string]cty.Value{"index": cty.NumberIntVal(i)})
		}
		return true
	}
	if each := body.Attributes["for_each"]; each != nil {
		values := valueIn(m.scope, each.Expr)
		if !values.IsKnown() || values.IsNull() || !values.CanIterateElements() {
			return false
		}
		for it := values.ElementIterator(); it.Next(); {
			key, value := it.Element()
			if values.Type().IsSetType() {
				key = value
			}
			text, ok := scalar(key)
			if !ok {
				return false
			}
			add(strconv.Quote(text), "each", map[string]cty.Value{"key": key, "value": value})
		}
		return true
	}
	into[b.Address()] = Instance{body, m.scope, b.text}
	return true
}

// Setting returns the value of an argument as text. The argument may be in a nested block, or a member of
// an object. It is not ok if the instance has no such argument, or if its value is not known.
func (i Instance) Setting(name string) (string, bool) {
	if a := i.body.Attributes[name]; a != nil {
		return scalar(valueIn(i.scope, a.Expr))
	}
	for _, b := range i.body.Blocks {
		if text, ok := (Instance{b.Body, i.scope, i.text}).Setting(name); ok {
			return text, true
		}
	}
	for argument, a := range i.body.Attributes {
		if argument == "tags" || argument == "for_each" { // these are not settings of the resource
			continue
		}
		value := valueIn(i.scope, a.Expr)
		if member, ok := members(value)[name]; ok && value.Type().IsObjectType() {
			return scalar(member)
		}
	}
	return "", false
}

// Holds reports whether an argument has a value. If the value of the argument is not known, Holds reports whether the
// argument refers to the resource with this address. The argument may be as in [Instance.Setting].
func (i Instance) Holds(argument, value string) bool {
	if i.body == nil {
		return false
	}
	if written, ok := i.Setting(argument); ok {
		return written == value
	}
	refers := func(e hcl.Expression) bool {
		return strings.HasPrefix(string(e.Range().SliceBytes(i.text)), value+".")
	}
	for name, a := range i.body.Attributes {
		members, _ := hcl.ExprMap(a.Expr)
		if name == argument && refers(a.Expr) || slices.ContainsFunc(members, func(m hcl.KeyValuePair) bool {
			return hcl.ExprAsKeyword(m.Key) == argument && refers(m.Value)
		}) {
			return true
		}
	}
	return slices.ContainsFunc(i.body.Blocks, func(b *hclsyntax.Block) bool {
		return Instance{b.Body, i.scope, i.text}.Holds(argument, value)
	})
}
