package adaptertest

import (
	"context"
	"fmt"
	"math/big"
	"regexp"
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

func costsHeld(_ context.Context, s *suite) error {
	for _, a := range slices.Concat(s.first.answers, s.everywhere()) {
		if a.refused != nil {
			continue
		}
		if err := costsOf(a.evaluation); err != nil {
			return failedCall("Evaluate of "+a.name, err)
		}
	}
	return nil
}

// costsOf adds up the resources, and each item. A resource without a known cost
// may stand beside a known total: it is free, or not priced by itself.
func costsOf(e adapter.Evaluation) error {
	for _, item := range e.Estimate.Items {
		if err := costOf(item); err != nil {
			return fmt.Errorf("the item %q of %s: %w", item.Item, item.Address, err)
		}
	}
	if !e.Estimate.MonthlyTotal.Known || len(e.Resources) == 0 {
		return nil
	}
	sum := request.Cents(0)
	for _, r := range e.Resources {
		if r.MonthlyCost.Known {
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

// costOf holds an item's cost against its quantity and price, to the cent.
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
