package topology

import (
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/amount"
)

// charges are what resources cost, by address.
type charges map[string]charge

// charge is what one or several resources cost a month.
type charge struct {
	cents int64
	// unknown means that a part has no price, use that a part depends on use.
	unknown, use bool
}

func (c *charge) add(other charge) {
	c.cents += other.cents
	c.unknown, c.use = c.unknown || other.unknown, c.use || other.use
}

// String is empty for what costs nothing.
func (c charge) String() string {
	known := "USD " + amount.Dollars(request.Cents(c.cents))
	switch {
	case c.unknown && c.cents > 0:
		return "at least " + known
	case c.unknown:
		return "price unknown"
	case c.cents > 0:
		return known
	case c.use:
		return "by use"
	}
	return ""
}

// chargesOf adds up the items of an estimate.
func chargesOf(estimate request.Estimate) charges {
	sums := charges{}
	for _, item := range estimate.Items {
		sum := sums[item.Address]
		switch {
		case !item.Counted():
			sum.use = true
		case item.MonthlyCost.Known:
			sum.cents += item.MonthlyCost.Cents
		default:
			sum.unknown = true
		}
		sums[item.Address] = sum
	}
	return sums
}
