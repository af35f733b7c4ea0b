package difference

import (
	"maps"
	"slices"

	"platform.internal/platform-core/request"
)

// Cost compares the estimates, in US dollars a month. It adds up the counted items, without items that are billed by
// use.
type Cost struct {
	Currency string `json:"currency"`
	A        Total  `json:"a"`
	B        Total  `json:"b"`
	// Difference is how much more B costs than A, for the parts with a price. It is null if one of them has no price.
	Difference request.Money `json:"difference"`
	// Exact is false if a part of one of them has no price.
	Exact bool `json:"exact"`
	// Resources are the resources with another cost.
	Resources []CostChange `json:"resources"`
}

// Total is the total of one estimate.
type Total struct {
	// Known is the sum of the prices; null if there is none.
	Known request.Money `json:"known_total"`
	// AtLeast is true if a part has no price, so that the total is at least Known.
	AtLeast bool `json:"at_least"`
}

// CostChange is a resource with another cost. A cost is null if an item has no price, and 0.00 if there are no items.
type CostChange struct {
	Address string        `json:"address"`
	A       request.Money `json:"a"`
	B       request.Money `json:"b"`
}

func (c *Cost) same() bool { return c.A == c.B && len(c.Resources) == 0 }

// costChange compares the items of two estimates. Items of A at a moved address count for the address in B.
func costChange(a, b request.Estimate, moved []Move) *Cost {
	c := &Cost{Currency: b.Currency, A: totalOf(a.Items), B: totalOf(b.Items), Resources: []CostChange{}}
	if c.A.Known.Known && c.B.Known.Known {
		c.Difference = c.B.Known.Minus(c.A.Known)
		c.Exact = !c.A.AtLeast && !c.B.AtLeast
	}
	before, after := costs(a.Items), costs(b.Items)
	for _, m := range moved {
		if sum, ok := before[m.From]; ok {
			before[m.To] = sum
			delete(before, m.From)
		}
	}
	addresses := maps.Clone(before)
	maps.Copy(addresses, after)
	for _, address := range slices.Sorted(maps.Keys(addresses)) {
		change := CostChange{address, costAt(before, address), costAt(after, address)}
		if change.A != change.B {
			c.Resources = append(c.Resources, change)
		}
	}
	return c
}

func totalOf(items []request.EstimateItem) Total {
	known, monthly := request.Totals(items)
	return Total{Known: known, AtLeast: !monthly.Known}
}

// costs returns the sum of the counted items of each address.
func costs(items []request.EstimateItem) map[string]request.Money {
	sums := map[string]request.Money{}
	for _, i := range items {
		if i.Counted() {
			sums[i.Address] = costAt(sums, i.Address).Plus(i.MonthlyCost)
		}
	}
	return sums
}

func costAt(sums map[string]request.Money, address string) request.Money {
	if sum, ok := sums[address]; ok {
		return sum
	}
	return request.Cents(0)
}
