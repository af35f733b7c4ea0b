package adaptertest

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// Module is a Root with its inputs.
type Module struct {
	root  *Root
	scope *hcl.EvalContext
	// failed are the locals that could not be evaluated, and why.
	failed map[string]error
}

// With returns the root with the inputs of tfvars files in JSON, of which a
// later one overrides an earlier one, as the command line's -var-file does:
// what the protected workflow adds can come in a file of its own. The error
// tells the first input that does not fit.
func (r *Root) With(tfvars ...[]byte) (*Module, error) {
	m := &Module{root: r, scope: &hcl.EvalContext{Variables: map[string]cty.Value{}, Functions: r.functions}, failed: map[string]error{}}
	for _, b := range r.blocks {
		if b.Type == "resource" || b.Type == "data" {
			m.scope.Variables[b.Labels[0]] = cty.DynamicVal
		}
	}
	for _, name := range []string{"data", "module", "path", "terraform"} {
		m.scope.Variables[name] = cty.DynamicVal
	}
	given, err := m.variables(tfvars)
	if err != nil {
		return nil, err
	}
	m.locals()
	if err := m.validate(given); err != nil {
		return nil, err
	}
	return m, nil
}

// locals evaluates the locals, each once those that it refers to have values.
// What cannot be evaluated is unknown.
func (m *Module) locals() {
	open, done := maps.Clone(m.root.locals), map[string]cty.Value{}
	for ready := readyOf(open); len(ready) > 0; ready = readyOf(open) {
		m.scope.Variables["local"] = cty.ObjectVal(done)
		for _, name := range ready {
			done[name] = m.local(name, open[name])
			delete(open, name)
		}
	}
	for name := range open {
		done[name], m.failed[name] = cty.DynamicVal, errors.New("it waits for itself")
	}
	m.scope.Variables["local"] = cty.ObjectVal(done)
}

// readyOf returns the locals that refer to none of the open ones.
func readyOf(open map[string]localValue) []string {
	var ready []string
	for name, l := range open {
		if !slices.ContainsFunc(l.needs, func(other string) bool { _, is := open[other]; return is }) {
			ready = append(ready, name)
		}
	}
	return ready
}

// local returns the value of one local; unknown where its expression fails.
func (m *Module) local(name string, l localValue) cty.Value {
	value, diags := l.expression.Value(m.scope)
	if diags.HasErrors() {
		m.failed[name] = diags
		return cty.DynamicVal
	}
	return value
}

// Local returns the value of a local, of which parts may be unknown, and
// whether main.tf has it.
func (m *Module) Local(name string) (cty.Value, bool) {
	locals := m.scope.Variables["local"]
	if !locals.Type().HasAttribute(name) {
		return cty.NilVal, false
	}
	return locals.GetAttr(name), true
}

// CheckLocals returns an error that names each local whose expression fails
// with the inputs, or nil.
func CheckLocals(m *Module) error {
	found := &faults{}
	for _, name := range slices.Sorted(maps.Keys(m.failed)) {
		found.add("local.%s cannot be evaluated: %w", name, m.failed[name])
	}
	return found.joined()
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

// Texts returns the members of a local that is an object or a map, such as tags,
// as texts. The error names a member whose text cannot be told, or a local that
// is something else or not there.
func (m *Module) Texts(local string) (map[string]string, error) {
	value, has := m.Local(local)
	if !has || !value.IsKnown() || value.IsNull() || !(value.Type().IsObjectType() || value.Type().IsMapType()) {
		return nil, fmt.Errorf("main.tf has no local.%s that is a known object", local)
	}
	texts := map[string]string{}
	for name, member := range value.AsValueMap() {
		text, known := scalar(member)
		if !known {
			return nil, fmt.Errorf("the text of local.%s.%s cannot be told from the inputs", local, name)
		}
		texts[name] = text
	}
	return texts, nil
}
