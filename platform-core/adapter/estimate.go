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
	// Quantity is the quantity of a month, in the item's unit; 0 if the cost depends on use.
	Quantity int64
	// Basis says where the quantity comes from; empty for [request.Fixed].
	Basis request.Basis
	// Item is the text for a reader, such as "NAT gateway, 730 hours".
	Item string
}

// ByUse returns a charge whose cost depends on use.
func ByUse(address, price, item string) Charge {
	return Charge{Address: address, Price: price, Basis: request.Usage, Item: item}
}

// Estimate returns the monthly cost of charges at the prices of a region, sorted by address and item.
// Each item is exact and then rounded to cents. The totals are sums of rounded items, so that they
// can be checked by hand. If an item has no price in the region, its cost and the monthly total are
// unknown. An item that depends on use has no cost. The table of the estimate is the month of the oldest
// price in the totals. A region that the table does not cover has a highest total. Estimate fails if the price of a charge is not in the table.
func (t PriceTable) Estimate(region string, charges []Charge) (request.Estimate, error) {
	estimate := request.Estimate{
		Currency: t.Currency, PriceTable: t.Table, Items: make([]request.EstimateItem, 0, len(charges)),
	}
	highest, covered := request.Cents(0), t.Covers(region)
	for _, c := range charges {
		if t.Units[c.Price] == "" {
			return request.Estimate{}, fmt.Errorf("the charge %q of %s has the price %q, which is not among the units "+
				"of the price table; correct it, or add the item there", c.Item, c.Address, c.Price)
		}
		item := t.item(region, c)
		estimate.Items = append(estimate.Items, item)
		if !item.Counted() {
			continue
		}
		cost := item.MonthlyCost
		price, ok := t.Find(region, c.Price)
		if !ok && !covered {
			if price, ok = t.highest(c.Price); ok {
				cost = price.USD.Times(c.Quantity)
			}
		}
		if ok {
			estimate.PriceTable = min(estimate.PriceTable, price.Of)
		}
		highest = highest.Plus(cost)
	}
	estimate.KnownTotal, estimate.MonthlyTotal = request.Totals(estimate.Items)
	if !covered && !estimate.MonthlyTotal.Known {
		estimate.HighestTotal = highest
	}
	slices.SortFunc(estimate.Items, func(a, b request.EstimateItem) int {
		return cmp.Or(cmp.Compare(a.Address, b.Address), cmp.Compare(a.Item, b.Item))
	})
	return estimate, nil
}

// AlertPercent is the percentage of an estimate above which a budget alert says that costs are higher than expected.
const AlertPercent = 120

// AlertAt returns [AlertPercent] of the estimate of charges, in whole dollars. It returns nil if a part has no price,
// or if the budget is not larger, because the alerts at shares of the budget come first.
func (t PriceTable) AlertAt(region string, budget int64, charges []Charge) *int64 {
	estimate, err := t.Estimate(region, charges)
	at := request.Cents(estimate.MonthlyTotal.Cents * AlertPercent / 100).Dollars()
	if err != nil || at == 0 || at >= budget {
		return nil
	}
	return &at
}

// Reason returns what the estimate of charges does not include, and the prices that are to check, for [Plan].Rationale.
func (t PriceTable) Reason(region string, charges []Charge) string {
	var unchecked []string
	for _, c := range charges {
		if price, _ := t.Find(region, c.Price); strings.HasSuffix(price.Source, "to check") {
			unchecked = append(unchecked, c.Price)
		}
	}
	text := "Not in the estimate: " + strings.Join(t.NotIncluded, ", ")
	if len(unchecked) > 0 {
		slices.Sort(unchecked)
		text += ". Prices from memory, to check: " + strings.Join(slices.Compact(unchecked), ", ")
	}
	return text
}

func (t PriceTable) item(region string, c Charge) request.EstimateItem {
	item := request.EstimateItem{Address: c.Address, Item: c.Item, Basis: cmp.Or(c.Basis, request.Fixed),
		Unit: t.Units[c.Price]}
	if item.Counted() {
		item.Quantity = request.Decimal(strconv.FormatInt(c.Quantity, 10))
	}
	if price, ok := t.Find(region, c.Price); ok {
		item.UnitPrice = price.USD.Decimal()
		if item.Counted() {
			item.MonthlyCost = price.USD.Times(c.Quantity)
		}
	}
	return item
}

// withCosts sets the cost of each resource that has items in the estimate: the sum of its counted
// items, or unknown if it has none. Both lists are sorted by address.
func withCosts(resources []request.Resource, estimate request.Estimate) []request.Resource {
	for items := estimate.Items; len(items) > 0; {
		address, own := items[0].Address, 1
		for own < len(items) && items[own].Address == address {
			own++
		}
		i, ok := slices.BinarySearchFunc(resources, address, func(r request.Resource, address string) int {
			return strings.Compare(r.Address, address)
		})
		if ok {
			resources[i].MonthlyCost = sumCounted(items[:own])
		}
		items = items[own:]
	}
	return resources
}

// sumCounted returns the cost of the counted items of one resource.
func sumCounted(items []request.EstimateItem) request.Money {
	if !slices.ContainsFunc(items, request.EstimateItem.Counted) {
		return request.Money{}
	}
	_, cost := request.Totals(items)
	return cost
}
