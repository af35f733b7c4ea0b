package topology

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// otherRole is the role of resources without a known role in the description.
const otherRole profile.ResourceRole = "other"

// drawing contains the resources with their roles.
type drawing struct {
	entries []entry
	charges charges
	// inside contains the resources drawn in a subnet, by the subnet's address.
	inside map[string][]entry
	// zones is the number of availability zones of the environment; 0 if it is unknown.
	zones int
}

// entry is a resource with its description.
type entry struct {
	request.Resource
	role              profile.ResourceRole
	kind, label, text string
	// zone is the zone of the resource, counted from 1; 0 if it is not in a single zone.
	zone int
	// inside reports whether the resource is drawn inside its subnet.
	inside bool
}

// maxZones is the maximum number of columns. No region has more zones.
const maxZones = 6

func read(resources []request.Resource, estimate request.Estimate, provider profile.Provider) *drawing {
	d := &drawing{charges: chargesOf(estimate), inside: map[string][]entry{}}
	for _, r := range resources {
		e := entryOf(r, provider.ResourceKinds)
		d.zones = max(d.zones, e.zone)
		d.entries = append(d.entries, e)
	}
	if d.zones == 0 {
		d.zones = min(zonesOf(provider, resources[0].Region), maxZones)
	}
	d.nest()
	return d
}

func entryOf(r request.Resource, kinds []profile.ResourceKind) entry {
	key := index(r.Address)
	e := entry{Resource: r, role: otherRole, kind: typeName(r.Type), label: label(r, key)}
	k, ok := profile.KindOf(kinds, r.Type, r.Address)
	if !ok {
		return e
	}
	e.kind = k.DisplayName
	e.text, _ = k.DetailOf(r.Properties.Get)
	if slices.Contains(profile.ResourceRoles(), k.Role) {
		e.role = k.Role
	}
	if k.Zonal {
		if n, err := strconv.Atoi(key); err == nil && n >= 0 && n < maxZones {
			e.zone = n + 1
		}
	}
	return e
}

func zonesOf(provider profile.Provider, region string) int {
	for _, r := range provider.Regions {
		if r.Name == region {
			return len(r.Zones)
		}
	}
	return 0
}

// nest finds the resources that are drawn inside a subnet.
func (d *drawing) nest() {
	subnets := map[string]bool{}
	for _, e := range d.of(profile.PublicSubnetRole, profile.PrivateSubnetRole) {
		subnets[e.Address] = true
	}
	for i := range d.entries {
		e := &d.entries[i]
		if e.inside = subnets[e.Parent] && drawnInside(e.role); e.inside {
			d.inside[e.Parent] = append(d.inside[e.Parent], *e)
		}
	}
}

// drawnInside reports whether resources with the role are drawn inside their subnet.
func drawnInside(role profile.ResourceRole) bool {
	return slices.Contains([]profile.ResourceRole{profile.EntryRole, profile.ExitRole, profile.EndpointRole}, role)
}

// of returns the entries with the roles that are not drawn inside a subnet, in the order of the
// roles.
func (d *drawing) of(roles ...profile.ResourceRole) []entry {
	var list []entry
	for _, role := range roles {
		for _, e := range d.entries {
			if e.role == role && !e.inside {
				list = append(list, e)
			}
		}
	}
	return list
}

// items returns the items for entries. Equal entries share one item, unless other resources are
// drawn inside them.
func (d *drawing) items(entries []entry) []Item {
	type alike struct {
		kind, text, controls string
		own                  int
	}
	var order []alike
	shared := map[alike][]entry{}
	for i, e := range entries {
		key := alike{kind: e.kind, text: e.text, controls: fmt.Sprintf("%q", e.Controls)}
		if len(d.inside[e.Address]) > 0 {
			key.own = i + 1
		}
		if shared[key] == nil {
			order = append(order, key)
		}
		shared[key] = append(shared[key], e)
	}
	list := make([]Item, len(order))
	for i, key := range order {
		list[i] = d.item(shared[key])
	}
	return list
}

// shownLabels is the maximum number of names that an item shows.
const shownLabels = 12

func (d *drawing) item(alike []entry) Item {
	b := Item{
		Kind: alike[0].kind, Count: len(alike), Detail: alike[0].text, Marks: marks(alike[0].Controls),
		Inside: d.items(d.inside[alike[0].Address]),
	}
	var sum charge
	for _, e := range alike {
		sum.add(d.charges[e.Address])
		if e.label == "" || slices.Contains(b.Labels, e.label) || repeats(e.kind, e.label) {
			continue
		}
		if len(b.Labels) == shownLabels {
			b.More++
			continue
		}
		b.Labels = append(b.Labels, e.label)
	}
	b.Cost = sum.String()
	return b
}

// repeats reports whether a label only repeats a word of the kind.
func repeats(kind, label string) bool {
	return strings.Contains(" "+strings.ToLower(kind)+" ", " "+strings.ToLower(label)+" ")
}

// index returns the instance key of a Terraform address, without quotes.
func index(address string) string {
	_, key, _ := strings.Cut(address, "[")
	return strings.Trim(strings.TrimSuffix(key, "]"), `"`)
}

// label returns the text that distinguishes a resource from others of its kind: its key, or else
// its Terraform name.
func label(r request.Resource, key string) string {
	if strings.Trim(key, "-0123456789") != "" {
		return key
	}
	named, _, _ := strings.Cut(r.Address, "[")
	name := strings.TrimPrefix(named, r.Type+".")
	if name == "this" {
		return ""
	}
	return strings.ReplaceAll(name, "_", " ")
}

// typeName returns a resource type in plain words, without its provider's prefix.
func typeName(resourceType string) string {
	if _, rest, ok := strings.Cut(resourceType, "_"); ok {
		resourceType = rest
	}
	return strings.ReplaceAll(resourceType, "_", " ")
}
