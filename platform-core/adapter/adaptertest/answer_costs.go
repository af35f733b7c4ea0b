package adaptertest

import (
	"errors"
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// CheckCosts holds that the resources come to the estimate, that a resource
// costs what its items do, and that an item has a cost exactly where it has a
// price. Where the total is not known, nothing may look like a sum.
func CheckCosts(e adapter.Evaluation) error {
	sum, costs := request.Cents(0), map[string]request.Money{}
	for _, r := range e.Resources {
		costs[r.Address] = r.MonthlyCost
		if r.MonthlyCost.Known || !e.Estimate.MonthlyTotal.Known {
			sum = sum.Plus(r.MonthlyCost)
		}
	}
	if sum != e.Estimate.MonthlyTotal {
		return fmt.Errorf("the resources come to %s, the estimate to %s", sum, e.Estimate.MonthlyTotal)
	}
	return checkItems(e.Estimate.Items, costs)
}

// checkItems holds the items against the costs of resources by address.
func checkItems(items []request.EstimateItem, costs map[string]request.Money) error {
	sums := map[string]request.Money{}
	for _, i := range items {
		if i.MonthlyCost.Known != (i.UnitPrice != "") {
			return fmt.Errorf("the item %q of %s costs %s at the unit price %q", i.Item, i.Address, i.MonthlyCost, i.UnitPrice)
		}
		if _, some := sums[i.Address]; !some {
			sums[i.Address] = request.Cents(0)
		}
		sums[i.Address] = sums[i.Address].Plus(i.MonthlyCost)
	}
	for _, i := range items { // in their order, not the map's
		if sums[i.Address] != costs[i.Address] {
			return fmt.Errorf("%s costs %s, and its items %s", i.Address, costs[i.Address], sums[i.Address])
		}
	}
	return nil
}

// CheckUnpriced holds the evaluation of an order in a place without prices: it
// has items with their quantities and units, and nothing has a cost or a price.
func CheckUnpriced(e adapter.Evaluation) error {
	if e.Estimate.MonthlyTotal.Known || len(e.Estimate.Items) == 0 {
		return fmt.Errorf("the total is %s of %d items", e.Estimate.MonthlyTotal, len(e.Estimate.Items))
	}
	for _, i := range e.Estimate.Items {
		if i.MonthlyCost.Known || i.UnitPrice != "" {
			return fmt.Errorf("the item %q of %s costs %s at the unit price %q", i.Item, i.Address, i.MonthlyCost, i.UnitPrice)
		}
		if i.Quantity == "" || i.Unit == "" {
			return errors.New("the item " + i.Item + " has no quantity and unit")
		}
	}
	return CheckCosts(e)
}

// EstimateLines returns the items of an estimate as a person would check them
// by hand: address, item, quantity, unit, unit price and cost.
func EstimateLines(e request.Estimate) []string {
	lines := make([]string, len(e.Items))
	for i, item := range e.Items {
		lines[i] = fmt.Sprintf("%s: %s: %s %s at %s = %s", item.Address, item.Item, item.Quantity, item.Unit, item.UnitPrice, item.MonthlyCost)
	}
	return lines
}
