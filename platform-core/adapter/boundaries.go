package adapter

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/profile"
)

// BoundaryForm is what the boundaries of a provider have in common, such as that
// each is an account with a number. Its methods return boundaries of the form.
type BoundaryForm struct {
	// Pattern, Form and FoldCase are those of profile.Boundary.
	Pattern, Form string
	FoldCase      bool
	// Placeholder is the start of each placeholder, which the boundary's digit ends.
	// It is clearly not real.
	Placeholder string
}

// Enterprise returns a boundary of an enterprise.
func (f BoundaryForm) Enterprise(name, title, digit string) profile.Boundary {
	return profile.Boundary{
		Name: name, DisplayName: title, Mode: profile.Enterprise,
		Pattern: f.Pattern, Form: f.Form, FoldCase: f.FoldCase, Placeholder: f.Placeholder + digit,
	}
}

// Separate returns a boundary of an enterprise that shares its identifier with
// no other separate one.
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

// EnvironmentPart is the name of the part that holds what main.tf declares.
const EnvironmentPart = "environment"

// Placement says what each boundary holds, in a few words.
type Placement struct {
	// Environment is what the environment's own boundary holds; empty for an adapter
	// that shows nothing. Sandbox is what that of a sandbox holds, where it is more.
	Environment, Sandbox string
	// Others are the parts of an enterprise around the environment, in any order.
	// What their boundaries identify is left out: it is the input's.
	Others []PlacementPart
}

// of returns the parts of an input, sorted, or an error when one has no boundary
// in the installation.
func (p Placement) of(in Input) ([]PlacementPart, error) {
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
