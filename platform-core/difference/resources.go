package difference

import (
	"maps"
	"slices"
	"strings"

	"platform.internal/platform-core/request"
)

// Resources is what happens to the resources when B follows A in one environment. In different environments nothing is
// replaced.
type Resources struct {
	Added []Resource `json:"added"`
	// Changed are changed in place, as far as it is known what a change replaces.
	Changed []ResourceChange `json:"changed"`
	// Replaced are removed and created again.
	Replaced []ResourceChange `json:"replaced"`
	Removed  []Resource       `json:"removed"`
	// Moved have another address in B. They are compared as one resource.
	Moved []Move `json:"moved"`
	// Unchanged is the number of all others.
	Unchanged int `json:"unchanged"`
}

// Resource is a resource that only one of the two has.
type Resource struct {
	Address     string        `json:"address"`
	Type        string        `json:"type"`
	Name        string        `json:"name"`
	MonthlyCost request.Money `json:"monthly_cost"`
}

// ResourceChange is a resource of both that differs or is replaced.
type ResourceChange struct {
	Address string           `json:"address"`
	Type    string           `json:"type"`
	Changes []PropertyChange `json:"changes"`
	// ReplacedBy are the properties among Changes that cannot change in place.
	ReplacedBy []string `json:"replaced_by,omitempty"`
	// ReplacedWith is the address of the parent, if the parent is replaced.
	ReplacedWith string `json:"replaced_with,omitempty"`
}

// PropertyChange is a changed property: one of the inventory, or "name", "region", "parent" or "controls". A value is
// null if the resource does not have the property.
type PropertyChange struct {
	Property string  `json:"property"`
	A        *string `json:"a"`
	B        *string `json:"b"`
}

func (r *Resources) none() bool {
	return len(r.Added)+len(r.Changed)+len(r.Replaced)+len(r.Removed)+len(r.Moved) == 0
}

// replacementsOf returns the properties whose change replaces a resource, by type. It takes them from B, whose
// Terraform makes the change, or else from A.
func replacementsOf(a, b Document) map[string][]string {
	properties := map[string][]string{}
	for _, d := range []Document{b, a} {
		if d.bundle == nil || len(properties) > 0 {
			continue
		}
		for _, r := range d.bundle.replacements {
			properties[r.Type] = r.Properties
		}
	}
	return properties
}

// comparison has the changes of the resources that are in both, by address.
type comparison struct {
	changes map[string]*ResourceChange
	// parents are the addresses of the parents in B.
	parents map[string]string
	done    map[string]bool
}

func resourceChanges(a, b []request.Resource, moved moves, replacements map[string][]string) *Resources {
	r := &Resources{Added: []Resource{}, Changed: []ResourceChange{}, Replaced: []ResourceChange{}, Removed: []Resource{}}
	after := byAddress(b)
	a, r.Moved = moved.apply(a, after)
	before := byAddress(a)
	c := comparison{map[string]*ResourceChange{}, map[string]string{}, map[string]bool{}}
	for _, old := range a {
		updated, stays := after[old.Address]
		if !stays {
			r.Removed = append(r.Removed, only(old))
			continue
		}
		change := &ResourceChange{Address: old.Address, Type: updated.Type, Changes: propertyChanges(old, updated)}
		for _, p := range change.Changes {
			if slices.Contains(replacements[updated.Type], p.Property) {
				change.ReplacedBy = append(change.ReplacedBy, p.Property)
			}
		}
		c.changes[old.Address], c.parents[old.Address] = change, updated.Parent
	}
	for _, made := range b {
		if _, stayed := before[made.Address]; !stayed {
			r.Added = append(r.Added, only(made))
		}
	}
	for _, address := range slices.Sorted(maps.Keys(c.changes)) {
		change := c.changes[address]
		switch {
		case c.replaced(address):
			r.Replaced = append(r.Replaced, *change)
		case len(change.Changes) > 0:
			r.Changed = append(r.Changed, *change)
		default:
			r.Unchanged++
		}
	}
	for _, list := range [][]Resource{r.Added, r.Removed} {
		slices.SortStableFunc(list, func(a, b Resource) int { return strings.Compare(a.Address, b.Address) })
	}
	return r
}

// replaced reports whether the resource at an address is replaced: by its own change, or with its parent. Parents in a
// circle, which no adapter may have, replace nothing.
func (c comparison) replaced(address string) bool {
	change, ok := c.changes[address]
	if !ok || c.done[address] {
		return ok && (len(change.ReplacedBy) > 0 || change.ReplacedWith != "")
	}
	c.done[address] = true
	if parent := c.parents[address]; c.replaced(parent) {
		change.ReplacedWith = parent
	}
	return len(change.ReplacedBy) > 0 || change.ReplacedWith != ""
}

func byAddress(resources []request.Resource) map[string]request.Resource {
	found := make(map[string]request.Resource, len(resources))
	for _, r := range resources {
		found[r.Address] = r
	}
	return found
}

func only(r request.Resource) Resource {
	return Resource{Address: r.Address, Type: r.Type, Name: r.Name, MonthlyCost: r.MonthlyCost}
}

// propertyChanges returns the changed properties of two resources, by name.
func propertyChanges(a, b request.Resource) []PropertyChange {
	found := []PropertyChange{}
	add := func(name, before, after string) {
		if before != after {
			found = append(found, PropertyChange{name, &before, &after})
		}
	}
	add("name", a.Name, b.Name)
	add(request.RegionField, a.Region, b.Region)
	add("parent", a.Parent, b.Parent)
	add(request.ControlsField, controls(a), controls(b))
	for _, p := range a.Properties {
		if after, ok := b.Properties.Get(p.Name); ok {
			add(p.Name, p.Value, after)
		} else {
			found = append(found, PropertyChange{p.Name, &p.Value, nil})
		}
	}
	for _, p := range b.Properties {
		if _, ok := a.Properties.Get(p.Name); !ok {
			found = append(found, PropertyChange{p.Name, nil, &p.Value})
		}
	}
	slices.SortStableFunc(found, func(a, b PropertyChange) int { return strings.Compare(a.Property, b.Property) })
	return found
}

func controls(r request.Resource) string {
	var names []string
	for _, c := range r.Controls {
		names = append(names, string(c))
	}
	return strings.Join(names, ", ")
}
