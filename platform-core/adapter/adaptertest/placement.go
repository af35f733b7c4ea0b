package adaptertest

import (
	"fmt"
	"maps"
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// PlacementPart is one part of an environment, or of the organisation around it, and the
// boundary of the installation that it is for.
type PlacementPart struct {
	// Boundary is the boundary's name in the profile, ID what it identifies.
	Boundary string `json:"boundary"`
	ID       string `json:"id"`
	// Holds says what the boundary does for the environment.
	Holds string `json:"holds"`
}

// CheckPlacement checks the parts of an input, by name; own is the name of the
// part that holds what is declared. A sandbox has only that part, in a sandbox's
// boundary. Else it is in the boundary named like the environment, and no other
// part is in the same. Every identifier is the input's; in simulation, which
// configures none, the description's placeholder.
func CheckPlacement(d adapter.Description, in adapter.Input, own string, parts map[string]PlacementPart) error {
	mine := parts[own]
	if in.Mode == profile.Sandbox {
		if len(parts) != 1 {
			return fmt.Errorf("a sandbox has the parts %q instead of only %s", slices.Sorted(maps.Keys(parts)), own)
		}
	} else if mine.Boundary != in.Request.Environment {
		return fmt.Errorf("the part %s is in the boundary %q instead of %q", own, mine.Boundary, in.Request.Environment)
	}
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		part := parts[name]
		switch want := identifier(d, in, part.Boundary); {
		case part.ID == "" || part.ID != want:
			return fmt.Errorf("the part %s has the identifier %q; the boundary %q has %q", name, part.ID, part.Boundary, want)
		case part.Holds == "":
			return fmt.Errorf("the part %s has no text on what it holds", name)
		case name != own && part.ID == mine.ID:
			return fmt.Errorf("the part %s shares the boundary of %s", name, own)
		}
	}
	return nil
}

// identifier returns what a boundary of the input's mode identifies; empty for
// another mode's.
func identifier(d adapter.Description, in adapter.Input, boundary string) string {
	if in.Mode != profile.Simulation {
		return in.Boundary(boundary)
	}
	for _, b := range d.BoundariesOf(profile.Enterprise) {
		if b.Name == boundary {
			return b.Placeholder
		}
	}
	return ""
}
