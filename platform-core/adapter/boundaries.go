package adapter

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/profile"
)

// BoundaryForm is what the boundaries of a provider have in common, such as the form of their
// identifiers. Its methods return boundaries.
type BoundaryForm struct {
	// Pattern, Form and FoldCase are the fields of [profile.Boundary].
	Pattern, Form string
	FoldCase      bool
	// Placeholder is the start of each placeholder. The digit of a boundary completes it. It must look
	// unreal.
	Placeholder string
}

// Enterprise returns a boundary of an enterprise.
func (f BoundaryForm) Enterprise(name, title, digit string) profile.Boundary {
	return profile.Boundary{
		Name: name, DisplayName: title, Mode: profile.Enterprise,
		Pattern: f.Pattern, Form: f.Form, FoldCase: f.FoldCase, Placeholder: f.Placeholder + digit,
	}
}

// Separate returns a boundary of an enterprise whose identifier differs from that of every other
// separate boundary.
func (f BoundaryForm) Separate(name, title, digit string) profile.Boundary {
	b := f.Enterprise(name, title, digit)
	b.Separate = true
	return b
}

// Sandbox returns the boundary of a sandbox.
func (f BoundaryForm) Sandbox(name, title, digit string) profile.Boundary {
	b := f.Enterprise(name, title, digit)
	b.Mode = profile.Sandbox
	return b
}

// EnvironmentPart is the name of the part with the resources of main.tf.
const EnvironmentPart = "environment"

// Placement says what each boundary holds, in a few words.
type Placement struct {
	// Environment is what the environment's own boundary holds; empty if the adapter shows no
	// placement. Sandbox is what the boundary of a sandbox holds if that is different.
	Environment, Sandbox string
	// Others are the parts of an enterprise around the environment, in any order, without IDs.
	Others []PlacementPart
}

// parts returns the parts for an input, sorted. It fails if the installation lacks the boundary of a
// part.
func (p Placement) parts(in Input) ([]PlacementPart, error) {
	if p.Environment == "" {
		return nil, nil
	}
	own := PlacementPart{Name: EnvironmentPart, Boundary: in.OwnBoundary(), Holds: p.Environment}
	parts := append([]PlacementPart{own}, p.Others...)
	if in.Mode == profile.Sandbox {
		parts = parts[:1]
		parts[0].Holds = cmp.Or(p.Sandbox, p.Environment)
	}
	for i := range parts {
		if parts[i].ID = in.Boundary(parts[i].Boundary); parts[i].ID == "" {
			return nil, fmt.Errorf("the installation has no boundary %q", parts[i].Boundary)
		}
	}
	slices.SortFunc(parts, func(a, b PlacementPart) int { return strings.Compare(a.Name, b.Name) })
	return parts, nil
}
