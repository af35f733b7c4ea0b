package review

import (
	"cmp"
	"slices"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/shell"
	"platform.internal/portal/internal/topology"
)

// Cost is one line of the estimate.
type Cost struct{ Item, Address, Price, Sum string }

// costs returns the lines of an estimate, the highest cost first.
func costs(e request.Estimate) []Cost {
	items := slices.Clone(e.Items)
	slices.SortStableFunc(items, func(a, b request.EstimateItem) int { return cmp.Compare(b.MonthlyCost.Cents, a.MonthlyCost.Cents) })
	list := make([]Cost, len(items))
	for i, item := range items {
		list[i] = Cost{item.Item, item.Address, string(item.UnitPrice) + " " + item.PerUnit(), shell.Dollars(item.MonthlyCost)}
		if item.UnitPrice == "" {
			list[i].Price = "unknown"
		}
		if !item.Counted() {
			list[i].Sum = "by use"
		}
	}
	return list
}

// Resource is one row of the table of resources.
type Resource struct {
	Type, Name, Region, Parent, Cost string
	Controls                         []string
}

// Resources is the table of resources.
type Resources struct {
	Rows []Resource
	// Region is the region of all resources; empty if they differ.
	Region string
	// Total is the cost of all resources.
	Total string
}

// table returns the resources, the highest cost first, and resources of equal cost in the order of
// the record.
func table(record request.Record) Resources {
	resources := slices.Clone(record.SimulatedResources)
	slices.SortStableFunc(resources, func(a, b request.Resource) int { return cmp.Compare(rank(b), rank(a)) })
	t := Resources{Rows: make([]Resource, len(resources)), Total: shell.KnownCost(record.Estimate)}
	for i, r := range resources {
		if i == 0 {
			t.Region = r.Region
		} else if r.Region != t.Region {
			t.Region = ""
		}
		row := Resource{Type: r.Type, Name: r.Name, Region: r.Region, Parent: r.Parent, Cost: cost(record.Estimate, r)}
		for _, c := range r.Controls {
			row.Controls = append(row.Controls, topology.Badge(c))
		}
		t.Rows[i] = row
	}
	return t
}

// rank returns the sort key of a resource. An unknown cost sorts before zero cost.
func rank(r request.Resource) int64 {
	if r.MonthlyCost == request.Cents(0) {
		return -1
	}
	return r.MonthlyCost.Cents
}

// cost returns the cost of a resource, or "by use" if all of it depends on use.
func cost(e request.Estimate, r request.Resource) string {
	counted := func(item request.EstimateItem) bool { return item.Address == r.Address && item.Counted() }
	if !r.MonthlyCost.Known && !slices.ContainsFunc(e.Items, counted) {
		return "by use"
	}
	return shell.Dollars(r.MonthlyCost)
}
