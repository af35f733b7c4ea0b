package providera

import (
	"slices"

	"platform.internal/platform-core/installation"
)

const defaultRegion = "eu-west-1"

// A cluster spreads over three zones where the region is known to have them:
// it then keeps two when one fails.
const preferredZones = 3

type regionEntry struct {
	Name        string   `json:"name"`
	DisplayName string   `json:"display_name"`
	Zones       []string `json:"zones"`
	// WithoutControlPlane are the IDs of zones in which no control plane can
	// stand. Which of an account's zones has such an ID differs by account.
	WithoutControlPlane []string `json:"without_control_plane"`
}

var regionTable = table[struct {
	Regions []regionEntry `json:"regions"`
}]("regions.json").Regions

// regions returns the regions with the zones that are known of them, sorted by
// name. No zones means that they are not known, not that there are none.
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

// usableZones returns how many zones every account has in the region in which a
// control plane can stand: those that are known, less those that may be without.
func (r regionEntry) usableZones() int { return max(0, len(r.Zones)-len(r.WithoutControlPlane)) }

// clusterZones returns over how many zones a cluster spreads in the region:
// three, fewer where the region is known to have fewer, and never less than
// every cluster needs.
func (r regionEntry) clusterZones() int {
	return min(max(r.usableZones(), network.MinimumZones.Zones), preferredZones)
}
