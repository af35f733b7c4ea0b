package providera

import (
	"slices"

	"platform.internal/platform-core/profile"
)

const defaultRegion = "eu-west-1"

// A cluster spreads over three zones where the region is known to have them:
// it then keeps two when one fails.
const preferredZones = 3

type regionEntry struct {
	Name        string `json:"name"`
	DisplayName string `json:"display_name"`
	// Zones are those that one account has. Another account may have others of
	// the region's zones, and call the same ones by other names.
	Zones []zone `json:"zones"`
	// WithoutControlPlane are the IDs of zones in which no control plane can
	// stand. An account may have them or not.
	WithoutControlPlane []string `json:"without_control_plane"`
}

// zone is an availability zone: its name, which an account gives, and its ID,
// which means the same zone in every account.
type zone struct {
	Name string `json:"name"`
	ID   string `json:"id"`
}

var regionTable = table[struct {
	Regions []regionEntry `json:"regions"`
}]("regions.json").Regions

// regions returns the regions with the zones that are known of them, sorted by
// name. No zones means that they are not known, not that there are none.
func regions() []profile.Region {
	list := make([]profile.Region, len(regionTable))
	for i, r := range regionTable {
		list[i] = profile.Region{Name: r.Name, DisplayName: r.DisplayName, Zones: []string{}}
		for _, z := range r.Zones {
			list[i].Zones = append(list[i].Zones, z.Name)
		}
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

// usableZones returns in how many of the region's known zones a control plane can
// stand. An account that has other zones may have fewer: main.tf then stops the
// plan and says how many are missing.
func (r regionEntry) usableZones() int {
	usable := 0
	for _, z := range r.Zones {
		if !slices.Contains(r.WithoutControlPlane, z.ID) {
			usable++
		}
	}
	return usable
}

// leastZones returns in how many zones a control plane can stand in an account
// that has as many zones as are known, but all of those without one.
func (r regionEntry) leastZones() int { return max(0, len(r.Zones)-len(r.WithoutControlPlane)) }

// clusterZones returns over how many zones a cluster spreads in the region:
// three, fewer where the region is known to have fewer, and never less than
// every cluster needs.
func (r regionEntry) clusterZones() int {
	return min(max(r.usableZones(), network.MinimumZones.Zones), preferredZones)
}
