package adapter

import (
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/request"
)

// Settings are notable settings of a resource, by name.
type Settings map[string]string

// Inventory collects the resources that main.tf declares for one request. It adds what every resource
// has: type, region, sorted controls, and a cost of 0, which the [Charge] of a resource replaces.
type Inventory struct {
	region    string
	common    Settings
	resources []request.Resource
}

// usualResources is more than the number of resources of an example.
const usualResources = 96

// NewInventory returns an empty inventory for a request. Every resource gets the common settings. They
// say where the resource is, such as its boundary.
func NewInventory(in Input, common Settings) *Inventory {
	return &Inventory{region: in.Request.Region, common: common, resources: make([]request.Resource, 0, usualResources)}
}

// Add adds a resource. address is Terraform's, such as "aws_vpc.this": see [Indexed] and [Keyed]. parent
// is the address of the resource that contains it, or empty. settings override common settings. A
// setting with the name of an argument of main.tf has the value of the argument. controls are the
// controls that the resource upholds.
func (l *Inventory) Add(address, name, parent string, settings Settings, controls ...request.Control) {
	kind, _, _ := strings.Cut(address, ".")
	upheld := append([]request.Control{}, controls...)
	slices.Sort(upheld)
	l.resources = append(l.resources, request.Resource{
		Address: address, Type: kind, Name: name, Region: l.region, Parent: parent,
		Controls: upheld, Properties: l.properties(settings), MonthlyCost: request.Cents(0),
	})
}

// Uphold says that a setting of a resource upholds a control. The setting has the name of an argument of main.tf. If the
// argument refers to another resource, the value of the setting is the address of that resource. [UpheldControls] says
// which settings uphold each control. Uphold panics if the resource was not added.
func (l *Inventory) Uphold(address string, control request.Control, setting string) {
	i := slices.IndexFunc(l.resources, func(r request.Resource) bool { return r.Address == address })
	r := &l.resources[i]
	if !slices.Contains(r.Controls, control) {
		r.Controls = append(r.Controls, control)
		slices.Sort(r.Controls)
	}
	r.Upholds = append(r.Upholds, request.Property{Name: string(control), Value: setting})
	slices.SortFunc(r.Upholds, byName)
}

func byName(a, b request.Property) int { return strings.Compare(a.Name, b.Name) }

// properties returns settings and common settings, sorted by name.
func (l *Inventory) properties(settings Settings) request.Properties {
	all := make(request.Properties, 0, len(l.common)+len(settings))
	for name, value := range l.common {
		if _, own := settings[name]; !own {
			all = append(all, request.Property{Name: name, Value: value})
		}
	}
	for name, value := range settings {
		all = append(all, request.Property{Name: name, Value: value})
	}
	slices.SortFunc(all, byName)
	return all
}

// Resources returns the resources, sorted by address. Do not call Add after it.
func (l *Inventory) Resources() []request.Resource {
	slices.SortFunc(l.resources, func(a, b request.Resource) int { return strings.Compare(a.Address, b.Address) })
	return l.resources
}

// Indexed returns the address of an instance of a resource with count, such as aws_eip.nat[0].
func Indexed(address string, index int) string { return address + "[" + strconv.Itoa(index) + "]" }

// Keyed returns the address of an instance of a resource with for_each, such as
// aws_kms_key.this["logs"].
func Keyed(address, key string) string { return address + "[" + strconv.Quote(key) + "]" }
