package adaptertest

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Modes returns the modes of an installation.
func Modes() []profile.Mode {
	return []profile.Mode{profile.Simulation, profile.Sandbox, profile.Enterprise}
}

// Input returns the order of a request in a mode, with the placeholders of the
// description's boundaries.
func Input(d adapter.Description, mode profile.Mode, r request.Request) adapter.Input {
	return adapter.NewInput(r, Profile(d, mode, r.Region))
}

// Profile returns a profile of a mode that allows the regions, with the
// placeholders of the description's boundaries.
func Profile(d adapter.Description, mode profile.Mode, regions ...string) profile.Profile {
	profile := profile.Profile{
		Schema: profile.ProfileSchema, Provider: d.ID, Mode: mode, AllowedRegions: regions,
		Boundaries: map[string]string{}, Policies: []profile.Rule{},
	}
	for _, b := range d.BoundariesOf(mode) {
		profile.Boundaries[b.Name] = b.Placeholder
	}
	return profile
}
