package adapter

import "platform.internal/platform-core/profile"

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
