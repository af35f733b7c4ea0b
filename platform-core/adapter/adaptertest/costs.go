package adaptertest

import (
	"fmt"
	"math/big"
	"regexp"
	"sync"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// checkCosts checks that the resources come to the estimate, that each costs what
// its items do, and each item. A resource without a known cost may be part of a
// known total: it is free, or not priced by itself.
func checkCosts(e adapter.Evaluation) error {
	if len(e.Resources) == 0 {
		return nil
	}
	total, sum, costs := e.Estimate.MonthlyTotal, request.Cents(0), map[string]request.Money{}
	for _, r := range e.Resources {
		costs[r.Address] = r.MonthlyCost
		if r.MonthlyCost.Known || !total.Known {
			sum = sum.Plus(r.MonthlyCost)
		}
	}
	if sum != total {
		return fmt.Errorf("the resources come to %s, the estimate to %s", sum, total)
	}
	items := map[string]request.Money{}
	for _, i := range e.Estimate.Items {
		if err := checkItem(i); err != nil {
			return fmt.Errorf("the item %q of %s: %w", i.Item, i.Address, err)
		}
		if before, has := items[i.Address]; has {
			i.MonthlyCost = i.MonthlyCost.Plus(before)
		}
		items[i.Address] = i.MonthlyCost
	}
	for _, i := range e.Estimate.Items { // in their sequence, not the map's
		if items[i.Address] != costs[i.Address] {
			return fmt.Errorf("%s costs %s, and its items %s", i.Address, costs[i.Address], items[i.Address])
		}
	}
	return nil
}

// decimal is a number as a person writes it down. A float that was printed has
// an exponent, or more places than any price.
var decimal = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[0-9]{1,15}(\.[0-9]{1,12})?$`)
})

// checkItem checks that an item has a quantity of a unit, and a cost exactly where
// it has a price: their product, to the cent.
func checkItem(item request.EstimateItem) error {
	switch {
	case !decimal().MatchString(item.Quantity) || item.Unit == "":
		return fmt.Errorf("the quantity %q of the unit %q is no plain decimal number", item.Quantity, item.Unit)
	case item.MonthlyCost.Known != (item.UnitPrice != ""):
		return fmt.Errorf("it costs %s at the unit price %q", item.MonthlyCost, item.UnitPrice)
	case item.UnitPrice == "":
		return nil
	case !decimal().MatchString(string(item.UnitPrice)):
		return fmt.Errorf("the unit price %q is no plain decimal number", item.UnitPrice)
	}
	quantity, _ := new(big.Rat).SetString(item.Quantity)
	price, _ := new(big.Rat).SetString(string(item.UnitPrice))
	difference := quantity.Mul(quantity, price).Sub(quantity, big.NewRat(item.MonthlyCost.Cents, 100))
	if difference.Abs(difference).Cmp(big.NewRat(1, 100)) > 0 {
		return fmt.Errorf("%s at %s is not %s", item.Quantity, item.UnitPrice, item.MonthlyCost)
	}
	return nil
}
