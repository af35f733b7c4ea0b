package adapter

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/request"
)

// Charge is one thing that a resource costs every month.
type Charge struct {
	// Address is the resource, Price the item of the price table.
	Address, Price string
	// Quantity is how much of it a month brings, in the item's unit.
	Quantity int64
	// Item is what a reader sees, such as "NAT gateway, 730 hours".
	Item string
}

// Estimate returns the monthly cost of charges at the prices of a region, sorted
// by address and item. Each item is exact and then rounded to cents, and the
// total is the sum of the rounded items, so that it can be checked by hand. An
// item without a price in the region is unknown, and so is then the total. An item
// whose price is not the region's own says so. The error names a charge whose
// price is no item of the table: it would be unknown everywhere, and no budget
// would be checked.
func (t PriceTable) Estimate(region string, charges []Charge) (request.Estimate, error) {
	estimate := request.Estimate{
		Currency: t.Currency, PriceTable: t.Table, MonthlyTotal: request.Cents(0), Items: make([]request.EstimateItem, 0, len(charges)),
	}
	for _, c := range charges {
		if t.Units[c.Price] == "" {
			return request.Estimate{}, fmt.Errorf("the charge %q of %s has the price %q, which is not among the units of the price table", c.Item, c.Address, c.Price)
		}
		item := t.item(region, c)
		estimate.Items = append(estimate.Items, item)
		estimate.MonthlyTotal = estimate.MonthlyTotal.Plus(item.MonthlyCost)
	}
	slices.SortFunc(estimate.Items, func(a, b request.EstimateItem) int {
		return cmp.Or(cmp.Compare(a.Address, b.Address), cmp.Compare(a.Item, b.Item))
	})
	return estimate, nil
}

func (t PriceTable) item(region string, c Charge) request.EstimateItem {
	item := request.EstimateItem{
		Address: c.Address, Item: c.Item, Quantity: strconv.FormatInt(c.Quantity, 10), Unit: t.Units[c.Price],
	}
	if price, known := t.Find(region, c.Price); known {
		item.UnitPrice = price.USD.Decimal()
		item.MonthlyCost = price.USD.Times(c.Quantity)
	}
	return item
}

// withCosts adds the items of the estimate to the monthly costs of their
// resources, which are sorted by address.
func withCosts(resources []request.Resource, estimate request.Estimate) []request.Resource {
	for _, item := range estimate.Items {
		i, known := slices.BinarySearchFunc(resources, item.Address, func(r request.Resource, address string) int { return strings.Compare(r.Address, address) })
		if known {
			resources[i].MonthlyCost = resources[i].MonthlyCost.Plus(item.MonthlyCost)
		}
	}
	return resources
}
