package topology

import (
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/shell"
)

// charges are the costs of resources, by address.
type charges map[string]charge

// charge is the monthly cost of one or several resources.
type charge struct {
	cents int64
	// unknown means that a part has no price; use means that a part depends on use.
	unknown, use bool
}

func (c *charge) add(other charge) {
	c.cents += other.cents
	c.unknown, c.use = c.unknown || other.unknown, c.use || other.use
}

// String returns the cost in words, or an empty text for no cost.
func (c charge) String() string {
	known := shell.USD(request.Cents(c.cents))
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

// chargesOf sums the items of an estimate by resource.
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
