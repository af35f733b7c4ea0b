package adaptertest

import (
	"fmt"
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// CheckPlacement checks the parts of an answer to an input; own is the name of
// the part that holds what is declared. A sandbox has only that part, in a
// sandbox's boundary. Else it is in the boundary named like the environment, and
// no other part is in the same. Every identifier is the input's; in simulation,
// which configures none, the description's placeholder.
func CheckPlacement(d adapter.Description, in adapter.Input, own string, parts []adapter.PlacementPart) error {
	at := slices.IndexFunc(parts, func(p adapter.PlacementPart) bool { return p.Name == own })
	switch {
	case at < 0 || in.Mode == profile.Sandbox && len(parts) != 1:
		return fmt.Errorf("a %s environment has the parts %v instead of %s", in.Mode, parts, own)
	case in.Mode != profile.Sandbox && parts[at].Boundary != in.Request.Environment:
		return fmt.Errorf("the part %s is in the boundary %q instead of %q", own, parts[at].Boundary, in.Request.Environment)
	}
	for _, part := range parts {
		switch want := identifier(d, in, part.Boundary); {
		case part.ID == "" || part.ID != want:
			return fmt.Errorf("the part %s has the identifier %q; the boundary %q has %q", part.Name, part.ID, part.Boundary, want)
		case part.Name != own && part.ID == parts[at].ID:
			return fmt.Errorf("the part %s shares the boundary of %s", part.Name, own)
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
