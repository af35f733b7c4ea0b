package adaptertest

import (
	"maps"
	"slices"
	"strings"

	"platform.internal/platform-core/request"
)

// CheckInventory compares an inventory with what the module declares, both
// ways: every address, the settings that main.tf decides, and the name. named
// are the arguments that name a resource, the first that an instance has: an
// argument such as "name", or a member of one, such as "tags.Name". The error
// names each difference.
func CheckInventory(m *Module, resources []request.Resource, named ...string) error {
	declared, err := m.Instances()
	if err != nil {
		return err
	}
	found := &faults{}
	for _, r := range resources {
		instance, has := declared[r.Address]
		if !has {
			found.add("%s is in the inventory alone", r.Address)
			continue
		}
		delete(declared, r.Address)
		found.differences(r, instance, named)
	}
	for _, address := range slices.Sorted(maps.Keys(declared)) {
		found.add("%s is in main.tf alone", address)
	}
	return found.joined()
}

// differences compares a resource with its instance, where main.tf decides.
func (f *faults) differences(r request.Resource, instance Instance, named []string) {
	if name, known := instance.name(named); known && name != r.Name {
		f.add("%s is named %q in the inventory and %q in main.tf", r.Address, r.Name, name)
	}
	for _, setting := range r.Properties.Names() {
		if written, known := instance.Setting(setting); known && written != r.Properties[setting] {
			f.add("%s has %s %q in the inventory and %q in main.tf", r.Address, setting, r.Properties[setting], written)
		}
	}
}

// name returns what the instance is called by the first of the arguments that
// it has, and whether main.tf decides it.
func (i Instance) name(named []string) (string, bool) {
	for _, argument := range named {
		first, of, inner := strings.Cut(argument, ".")
		if i.body.Attributes[first] == nil {
			continue
		}
		if !inner {
			return i.Setting(argument)
		}
		if name, known := i.member(first, of); known {
			return name, true
		}
	}
	return "", false
}

// member returns a member of an argument that is an object or a map.
func (i Instance) member(argument, name string) (string, bool) {
	value, diags := i.body.Attributes[argument].Expr.Value(i.scope)
	if diags.HasErrors() || value.IsNull() || !value.IsKnown() || !(value.Type().IsObjectType() || value.Type().IsMapType()) {
		return "", false
	}
	member, has := value.AsValueMap()[name]
	if !has {
		return "", false
	}
	return scalar(member)
}
