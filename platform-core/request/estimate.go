package request

import "strings"

// Estimate is the simulated monthly cost of an environment.
type Estimate struct {
	Currency string `json:"currency"`
	// KnownTotal is the sum of the counted items that have a price: the minimum cost. It is unknown if none has a price.
	KnownTotal Money `json:"known_total"`
	// MonthlyTotal is the sum of the counted items; unknown when one of them is.
	MonthlyTotal Money `json:"monthly_total"`
	// HighestTotal is for a region without prices of its own: the sum of the counted items, each at its highest known
	// price in any region. It is unknown for other regions, and if an item has no price anywhere.
	HighestTotal Money `json:"highest_total,omitzero"`
	// PriceTable is the month of the oldest price in the totals, YYYY-MM.
	PriceTable string         `json:"price_table"`
	Items      []EstimateItem `json:"items"`
}

// AtLeast reports whether KnownTotal is only the minimum cost, because a counted item has no price.
func (e Estimate) AtLeast() bool { return e.KnownTotal.Known && !e.MonthlyTotal.Known }

// BudgetTotal returns the total that a budget must cover: the HighestTotal if it is known, else the KnownTotal.
func (e Estimate) BudgetTotal() Money {
	if e.HighestTotal.Known {
		return e.HighestTotal
	}
	return e.KnownTotal
}

// EstimateItem is one line of an Estimate.
type EstimateItem struct {
	// Address is the resource that costs this.
	Address string `json:"address"`
	Item    string `json:"item"`
	Basis   Basis  `json:"basis"`
	// Quantity is in Unit; empty if it depends on use.
	Quantity Decimal `json:"quantity"`
	Unit     string  `json:"unit"`
	// UnitPrice is US dollars for one Unit; empty if the table has none.
	UnitPrice   Decimal `json:"unit_price"`
	MonthlyCost Money   `json:"monthly_cost"`
}

// Basis says where the quantity of an item comes from. It decides whether totals count the item.
type Basis string

// The kinds of basis.
const (
	// Fixed: the environment has it all month. Counted.
	Fixed Basis = "fixed"
	// Assumed: the item states a quantity that use may change. Counted.
	Assumed Basis = "assumed"
	// Usage: billed by use that is not known in advance. The item is listed at an unknown cost, and not counted.
	Usage Basis = "usage"
)

// Bases returns every kind of basis.
func Bases() []Basis { return []Basis{Fixed, Assumed, Usage} }

// Counted reports whether totals count the item.
func (i EstimateItem) Counted() bool { return i.Basis != Usage }

// PerUnit returns the unit with its article: "an hour", "a GB".
func (i EstimateItem) PerUnit() string {
	if strings.HasPrefix(i.Unit, "hour") { // of the units that prices have, the one with a silent letter
		return "an " + i.Unit
	}
	return "a " + i.Unit
}

// Totals returns the KnownTotal and the MonthlyTotal of the items of an estimate. Both are unknown without items, as
// for a request that could not be sized, and if an int64 cannot hold the sum.
func Totals(items []EstimateItem) (known, monthly Money) {
	if len(items) == 0 {
		return Money{}, Money{}
	}
	monthly = Cents(0)
	sum, priced := Cents(0), false
	for i := range items {
		if !items[i].Counted() {
			continue
		}
		cost := items[i].MonthlyCost
		monthly = monthly.Plus(cost)
		if cost.Known {
			sum, priced = sum.Plus(cost), true
		}
	}
	if monthly.Known || priced {
		known = sum
	}
	return known, monthly
}
