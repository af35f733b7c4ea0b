package parts

import (
	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/request"
)

// costChange is the monthly cost of a resource in A and in B. Each array has a value for A and one for B.
type costChange struct {
	// priced are the costs of the items with a price, in US cents.
	priced [2]int64
	// unpriced are the items without a price.
	unpriced [2]string
}

// Cents is the change of what has a price, in US cents.
func (c costChange) Cents() int64 { return c.priced[1] - c.priced[0] }

// IsUnchanged reports whether the resource has a cost that is the same in A and B.
func (c costChange) IsUnchanged() bool { return c.isNone() && (c.priced[0] > 0 || c.unpriced[0] != "") }

// IsPartial reports whether an item without a price changes too.
func (c costChange) IsPartial() bool { return c.unpriced[0] != c.unpriced[1] }

// Money returns the change of what has a price.
func (c costChange) Money() request.Money { return request.Cents(c.Cents()) }

func (c costChange) isNone() bool { return c.Cents() == 0 && !c.IsPartial() }

// costChanges compares two estimates by resource. The sum of all changes is the change of the known total. Items of A at
// a moved address count for the address in B.
func costChanges(a, b request.Estimate, moved []difference.Move) map[string]costChange {
	addresses := map[string]string{}
	for _, m := range moved {
		addresses[m.From] = m.To
	}
	changes := map[string]costChange{}
	for side, items := range [][]request.EstimateItem{a.Items, b.Items} {
		for _, item := range items {
			address, isMoved := addresses[item.Address]
			if side == 1 || !isMoved {
				address = item.Address
			}
			change := changes[address]
			switch cost := item.MonthlyCost; {
			case !item.Counted():
			case !cost.Known:
				change.unpriced[side] += item.Item + " " + string(item.Quantity) + "\n"
			default:
				change.priced[side] += cost.Cents
			}
			changes[address] = change
		}
	}
	return changes
}
