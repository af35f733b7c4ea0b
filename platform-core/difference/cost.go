package difference

import (
	"maps"
	"slices"

	"platform.internal/platform-core/request"
)

// Cost is what the estimates come to, in US dollars a month. It is worked out from
// the items that count: what is billed by use is in no sum.
type Cost struct {
	Currency string `json:"currency"`
	A        Total  `json:"a"`
	B        Total  `json:"b"`
	// Difference is what B costs more than A, of what has a price; null where one of
	// them has no price at all.
	Difference request.Money `json:"difference"`
	// Exact is not set where a part of one of them has no price.
	Exact bool `json:"exact"`
	// Resources are those that cost another amount.
	Resources []CostChange `json:"resources"`
}

// Total is what one estimate comes to.
type Total struct {
	// Known is the sum of what has a price; null where nothing has one.
	Known request.Money `json:"known_total"`
	// AtLeast is set where a part has no price, so that Known is not all of it.
	AtLeast bool `json:"at_least"`
}

// CostChange is what the items of one resource come to; null where one has no price,
// 0.00 where there are none.
type CostChange struct {
	Address string        `json:"address"`
	A       request.Money `json:"a"`
	B       request.Money `json:"b"`
}

func (c *Cost) same() bool { return c.A == c.B && len(c.Resources) == 0 }

// costChange compares the items of two estimates; those of A are at the addresses that B
// has for what moved.
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

// costs returns what the counted items of each address come to.
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
