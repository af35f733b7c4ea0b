package adaptertest

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// Unsizable returns orders that an adapter which cuts a network into subnets
// cannot size, by what is wrong with them.
func Unsizable(d adapter.Description) map[string]adapter.Input {
	simulated := func(change Change) adapter.Input {
		return Input(d, profile.Simulation, Request(d.DefaultRegion, change))
	}
	return map[string]adapter.Input{
		"nothing at all":   {},
		"unknown region":   simulated(WithRegion("atlantis-1")),
		"no region":        simulated(WithRegion("")),
		"unknown size":     simulated(WithSize("gigantic")),
		"tiny network":     simulated(WithNetwork("10.0.0.0/30")),
		"everything":       simulated(WithNetwork("0.0.0.0/0")),
		"without identity": {Request: Request(d.DefaultRegion), Mode: profile.Simulation},
	}
}
