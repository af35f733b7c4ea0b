package orders

import (
	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider"
)

// Modes returns the modes of an installation.
func Modes() []installation.Mode {
	return []installation.Mode{installation.Simulation, installation.Sandbox, installation.Enterprise}
}

// In returns the order of a request in a mode, with the placeholders of the
// description's boundaries.
func In(d provider.Description, mode installation.Mode, r environment.Request) provider.Order {
	return provider.NewOrder(r, Profile(d, mode, r.Region))
}

// Profile returns a profile of a mode that allows the regions, with the
// placeholders of the description's boundaries.
func Profile(d provider.Description, mode installation.Mode, regions ...string) installation.Profile {
	profile := installation.Profile{
		Schema: installation.ProfileSchema, Provider: d.ID, Mode: mode, AllowedRegions: regions,
		Boundaries: map[string]string{}, Policies: []installation.Rule{},
	}
	for _, b := range d.BoundariesOf(mode) {
		profile.Boundaries[b.Name] = b.Placeholder
	}
	return profile
}
