package setup

import (
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/portal/internal/form"
)

// regionList contains the regions of one provider to choose from. The first region is the default of the
// request form; further regions are also allowed.
type regionList struct {
	// ID is the ID of the list.
	ID string `json:"-"`
	// First is the name of the list, and More the prefix of the names of the checkboxes.
	First, More string
	List        []region
	Faults      []string `json:"-"`
	// Open shows the further regions.
	Open bool `json:"-"`
}

// region is one region. First means that it is the first region, Also that it is a further allowed
// region.
type region struct {
	Name, Title string
	First       bool
	Also        bool `json:"-"`
}

// newRegions returns the regions of a provider. Its default region is the first region.
func newRegions(p profile.Provider) *regionList {
	r := &regionList{First: firstPrefix + p.ID, More: morePrefix + p.ID + "."}
	for _, known := range p.Regions {
		r.List = append(r.List, region{Name: known.Name, Title: known.DisplayName, First: known.Name == p.DefaultRegion})
	}
	return r
}

// with returns the regions of a card with the submitted choice and its faults. It keeps chosen
// regions that the provider does not have.
func (r regionList) with(card card, chosen choice, feedback form.Feedback) *regionList {
	r.ID, r.List = firstPrefix+card.Value, slices.Clone(r.List)
	if !card.Chosen {
		return &r
	}
	r.ID, r.Faults = regionName, feedback.Faults[regionName]
	names := chosen.regions()
	if len(names) == 0 {
		return &r
	}
	for _, name := range names {
		if !slices.ContainsFunc(r.List, func(r region) bool { return r.Name == name }) {
			r.List = append(r.List, region{Name: name})
		}
	}
	for i, region := range r.List {
		r.List[i].First, r.List[i].Also = region.Name == names[0], slices.Contains(names[1:], region.Name)
	}
	r.Open = len(names) > 1
	return &r
}
