package adaptertest

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// checkCosts checks each item, and that each resource costs the sum of its counted items. A resource
// without items is free, or its cost is unknown.
func checkCosts(e adapter.Evaluation) error {
	if len(e.Resources) == 0 {
		return nil
	}
	items := map[string][]request.EstimateItem{}
	for _, i := range e.Estimate.Items {
		if err := checkItem(i); err != nil {
			return fmt.Errorf("the item %q of %s: %w", i.Item, i.Address, err)
		}
		items[i.Address] = append(items[i.Address], i)
	}
	for _, r := range e.Resources {
		want := request.Cents(0)
		if own := items[r.Address]; slices.ContainsFunc(own, request.EstimateItem.Counted) {
			_, want = request.Totals(own)
		} else if len(own) > 0 || !r.MonthlyCost.Known {
			want = request.Money{} // billed by use, or not priced by itself
		}
		if r.MonthlyCost != want {
			return fmt.Errorf("%s costs %s, and its items %s", r.Address, r.MonthlyCost, want)
		}
	}
	return nil
}

// CheckPrices returns an error if a counted item of the answer has no price. A provider may lack the prices of a region;
// its tests leave out that region.
func CheckPrices(a Answer) error {
	for _, i := range a.Evaluation.Estimate.Items {
		if i.Counted() && !i.MonthlyCost.Known {
			return fmt.Errorf("%q of %s has no price in %s; add it to the price table, or leave out the region in this test",
				i.Item, i.Address, a.Input.Request.Region)
		}
	}
	return nil
}

// decimal is the form of a plain decimal number. A printed float may have an exponent, or too many
// places.
var decimal = regexp.MustCompile(`^[0-9]{1,15}(\.[0-9]{1,12})?$`)

// checkItem checks that a counted item has a quantity of a unit, and a cost exactly
// where it has a price: their product, to the cent. The contract forbids another a
// quantity and a cost.
func checkItem(item request.EstimateItem) error {
	switch {
	case !item.Counted() && item.Unit != "" && (item.UnitPrice == "" || decimal.MatchString(string(item.UnitPrice))):
		return nil
	case !decimal.MatchString(string(item.Quantity)) || item.Unit == "":
		return fmt.Errorf("the quantity %q of the unit %q is no plain decimal number", item.Quantity, item.Unit)
	case item.MonthlyCost.Known != (item.UnitPrice != ""):
		return fmt.Errorf("it costs %s at the unit price %q", item.MonthlyCost, item.UnitPrice)
	case item.UnitPrice == "":
		return nil
	case !decimal.MatchString(string(item.UnitPrice)):
		return fmt.Errorf("the unit price %q is no plain decimal number", item.UnitPrice)
	}
	quantity, _ := new(big.Rat).SetString(string(item.Quantity))
	price, _ := new(big.Rat).SetString(string(item.UnitPrice))
	difference := quantity.Mul(quantity, price).Sub(quantity, big.NewRat(item.MonthlyCost.Cents, 100))
	if difference.Abs(difference).Cmp(big.NewRat(1, 100)) > 0 {
		return fmt.Errorf("%s at %s is not %s", item.Quantity, item.UnitPrice, item.MonthlyCost)
	}
	return nil
}
