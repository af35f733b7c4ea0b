package orders

import (
	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider"
)

// Unsizable returns orders that an adapter which cuts a network into subnets
// cannot size, by what is wrong with them.
func Unsizable(d provider.Description) map[string]provider.Order {
	simulated := func(change Change) provider.Order {
		return In(d, installation.Simulation, Request(d.DefaultRegion, change))
	}
	return map[string]provider.Order{
		"nothing at all":   {},
		"unknown region":   simulated(Region("atlantis-1")),
		"no region":        simulated(Region("")),
		"unknown size":     simulated(Sized("gigantic")),
		"tiny network":     simulated(Networked("10.0.0.0/30")),
		"everything":       simulated(Networked("0.0.0.0/0")),
		"without identity": {Request: Request(d.DefaultRegion), Mode: installation.Simulation},
	}
}
