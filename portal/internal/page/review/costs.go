package review

import (
	"cmp"
	"slices"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/topology"
)

// PriceNote returns the advisory about the prices; empty for none.
func (p page) PriceNote() string { return form.PriceNote(p.Advisories) }

// Costs returns each [request.EstimateItem], the highest cost first.
func (p page) Costs() []request.EstimateItem { return parts.ByCost(p.Estimate.Items) }

// Resources returns each [request.Resource], the highest cost first, and resources of equal cost in the order
// of the record. An unknown cost is before zero cost.
func (p page) Resources() []request.Resource {
	rank := func(r request.Resource) int64 {
		if r.MonthlyCost == request.Cents(0) {
			return -1
		}
		return r.MonthlyCost.Cents
	}
	return slices.SortedStableFunc(slices.Values(p.SimulatedResources), func(a, b request.Resource) int {
		return cmp.Compare(rank(b), rank(a))
	})
}

// Region returns the region of all resources; empty if they differ.
func (p page) Region() string {
	region := p.SimulatedResources[0].Region
	if slices.ContainsFunc(p.SimulatedResources, func(r request.Resource) bool { return r.Region != region }) {
		return ""
	}
	return region
}

// Cost returns the cost of a resource, or "by use" if all of it depends on use.
func (p page) Cost(r request.Resource) string {
	counted := func(item request.EstimateItem) bool { return item.Address == r.Address && item.Counted() }
	if !r.MonthlyCost.Known && !slices.ContainsFunc(p.Estimate.Items, counted) {
		return "by use"
	}
	return r.MonthlyCost.String()
}

// Control returns the word for a control.
func (page) Control(c request.Control) string { return topology.Badge(c) }
