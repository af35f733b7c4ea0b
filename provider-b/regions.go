package providerb

import (
	"slices"

	"platform.internal/platform-core/installation"
)

const defaultRegion = "northeurope"

type regionEntry struct {
	Name        string `json:"name"`
	DisplayName string `json:"display_name"`
	Geography   string `json:"geography"`
	// Paired are the regions that the provider pairs with this one.
	Paired []string `json:"paired"`
	// Zones are empty where the region has none.
	Zones []string `json:"zones"`
}

var regionTable = table[struct {
	Regions []regionEntry `json:"regions"`
}]("regions.json").Regions

// regions returns the regions that are open to everyone, with their zones,
// sorted by name.
func regions() []installation.Region {
	list := make([]installation.Region, len(regionTable))
	for i, r := range regionTable {
		list[i] = installation.Region{Name: r.Name, DisplayName: r.DisplayName, Zones: append([]string{}, r.Zones...)}
	}
	return list
}

// findRegion returns the entry of a region, and whether the provider has it.
func findRegion(name string) (regionEntry, bool) {
	i := slices.IndexFunc(regionTable, func(r regionEntry) bool { return r.Name == name })
	if i < 0 {
		return regionEntry{}, false
	}
	return regionTable[i], true
}

func (r regionEntry) hasZones() bool { return len(r.Zones) > 0 }

// zonalNeighbour returns a region with zones that data may stay in: the paired
// one, or else the first of the same geography. It reports false where there is
// none.
func (r regionEntry) zonalNeighbour() (regionEntry, bool) {
	for _, name := range r.Paired {
		if pair, known := findRegion(name); known && pair.hasZones() && pair.Geography == r.Geography {
			return pair, true
		}
	}
	i := slices.IndexFunc(regionTable, func(other regionEntry) bool {
		return other.hasZones() && other.Geography == r.Geography
	})
	if i < 0 {
		return regionEntry{}, false
	}
	return regionTable[i], true
}
