package profile

import "slices"

// Provider has the choices of a profile, as a provider declares them.
type Provider struct {
	ID          string `json:"id"`
	DisplayName string `json:"display_name"`
	// Writes names the content of proposals, such as "Terraform for AWS".
	Writes        string     `json:"writes,omitempty"`
	DefaultRegion string     `json:"default_region"`
	Regions       []Region   `json:"regions"`
	Boundaries    []Boundary `json:"boundaries"`
	// Settings are in the order of forms.
	Settings []Setting `json:"settings"`
	// ResourceKinds are sorted by Resource; a resource of none is shown as other.
	ResourceKinds []ResourceKind `json:"resource_kinds,omitempty"`
	// Choices are sorted by field and value.
	Choices []Choice `json:"choices,omitempty"`
}

// Region is a location of a provider.
type Region struct {
	Name        string   `json:"name"`
	DisplayName string   `json:"display_name"`
	Zones       []string `json:"zones"`
}

// Boundary is a separation that a provider offers and names, and that a
// profile fills with an identifier.
type Boundary struct {
	// Name is the key in the profile's boundaries.
	Name        string `json:"name"`
	DisplayName string `json:"display_name"`
	// Mode is the mode that needs the boundary: sandbox or enterprise.
	Mode Mode `json:"mode"`
	// Pattern is the RE2 expression that a normalised identifier matches whole.
	Pattern string `json:"pattern"`
	// Form says in words what Pattern accepts, such as "12 digits".
	Form string `json:"form"`
	// Placeholder is an identifier that is clearly not real.
	Placeholder string `json:"placeholder"`
	// FoldCase is set if identifiers ignore case. They are normalised to lower case.
	FoldCase bool `json:"fold_case"`
	// Separate is set if no other separate boundary of the mode may have the same identifier.
	Separate bool `json:"separate"`
}

// find returns the first value of a list for which is reports true.
func find[T any](list []T, is func(T) bool) (found T, ok bool) {
	i := slices.IndexFunc(list, is)
	if i < 0 {
		return found, false
	}
	return list[i], true
}

// HasRegion reports whether the provider supports the region.
func (p Provider) HasRegion(name string) bool {
	return slices.ContainsFunc(p.Regions, func(r Region) bool { return r.Name == name })
}

// BoundariesOf returns the boundaries that the mode needs, in declared order.
func (p Provider) BoundariesOf(m Mode) []Boundary {
	var needed []Boundary
	for _, b := range p.Boundaries {
		if b.Mode == m {
			needed = append(needed, b)
		}
	}
	return needed
}
