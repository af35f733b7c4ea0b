package adaptertest

import (
	"fmt"
	"math/big"
	"regexp"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// costsOf checks what the contract asks of costs: the resources come to a known
// total, and an item's cost is its quantity at its price. A resource without a
// known cost may be part of a known total: it is free, or not priced by itself.
func costsOf(e adapter.Evaluation) error {
	for _, item := range e.Estimate.Items {
		if err := costOf(item); err != nil {
			return fmt.Errorf("the item %q of %s: %w", item.Item, item.Address, err)
		}
	}
	if !e.Estimate.MonthlyTotal.Known || len(e.Resources) == 0 {
		return nil
	}
	return sameTotal(e)
}

// sameTotal adds up the resources. Where the total is not known, no resource may
// have a cost.
func sameTotal(e adapter.Evaluation) error {
	sum := request.Cents(0)
	for _, r := range e.Resources {
		if r.MonthlyCost.Known || !e.Estimate.MonthlyTotal.Known {
			sum = sum.Plus(r.MonthlyCost)
		}
	}
	if sum != e.Estimate.MonthlyTotal {
		return fmt.Errorf("the resources come to %s, the estimate to %s", sum, e.Estimate.MonthlyTotal)
	}
	return nil
}

// decimal is a number as a person writes it down. A float that was printed has
// an exponent, or more places than any price.
var decimal = regexp.MustCompile(`^[0-9]{1,15}(\.[0-9]{1,12})?$`)

// costOf compares an item's cost with its quantity and price, to the cent.
func costOf(item request.EstimateItem) error {
	for what, text := range map[string]string{"quantity": item.Quantity, "unit price": string(item.UnitPrice)} {
		if text != "" && !decimal.MatchString(text) {
			return fmt.Errorf("the %s %q is no plain decimal number", what, text)
		}
	}
	if item.UnitPrice == "" || item.Quantity == "" || !item.MonthlyCost.Known {
		return nil
	}
	quantity, _ := new(big.Rat).SetString(item.Quantity)
	price, _ := new(big.Rat).SetString(string(item.UnitPrice))
	difference := quantity.Mul(quantity, price).Sub(quantity, big.NewRat(item.MonthlyCost.Cents, 100))
	if difference.Abs(difference).Cmp(big.NewRat(1, 100)) > 0 {
		return fmt.Errorf("%s at %s is not %s", item.Quantity, item.UnitPrice, item.MonthlyCost)
	}
	return nil
}

// checkCosts checks that the resources come to the estimate, that a resource
// costs what its items do, and that an item has a cost exactly where it has a
// price.
func checkCosts(e adapter.Evaluation) error {
	if err := sameTotal(e); err != nil {
		return err
	}
	sums, costs := map[string]request.Money{}, map[string]request.Money{}
	for _, r := range e.Resources {
		sums[r.Address], costs[r.Address] = request.Cents(0), r.MonthlyCost
	}
	for _, i := range e.Estimate.Items {
		if i.MonthlyCost.Known != (i.UnitPrice != "") {
			return fmt.Errorf("the item %q of %s costs %s at the unit price %q", i.Item, i.Address, i.MonthlyCost, i.UnitPrice)
		}
		sums[i.Address] = sums[i.Address].Plus(i.MonthlyCost)
	}
	for _, i := range e.Estimate.Items { // in their sequence, not the map's
		if sums[i.Address] != costs[i.Address] {
			return fmt.Errorf("%s costs %s, and its items %s", i.Address, costs[i.Address], sums[i.Address])
		}
	}
	return nil
}

// CheckUnpriced checks the evaluation of an input in a place without prices: it
// has items with their quantities and units, and nothing has a cost or a price.
func CheckUnpriced(e adapter.Evaluation) error {
	if e.Estimate.MonthlyTotal.Known || len(e.Estimate.Items) == 0 {
		return fmt.Errorf("the total is %s of %d items", e.Estimate.MonthlyTotal, len(e.Estimate.Items))
	}
	for _, i := range e.Estimate.Items {
		if i.MonthlyCost.Known || i.UnitPrice != "" || i.Quantity == "" || i.Unit == "" {
			return fmt.Errorf("the item %q of %s costs %s at the unit price %q, for %q of the unit %q",
				i.Item, i.Address, i.MonthlyCost, i.UnitPrice, i.Quantity, i.Unit)
		}
	}
	return checkCosts(e)
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
