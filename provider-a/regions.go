package providera

import (
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

const defaultRegion = "eu-west-1"

// A cluster spreads over three zones where the region is known to have them:
// it then keeps two when one fails.
const preferredZones = 3

type regionEntry struct {
	Name        string `json:"name"`
	DisplayName string `json:"display_name"`
	// OptIn is whether an account has to enable the region first.
	OptIn bool `json:"opt_in"`
	// Zones are those that one account has; none where they are not known. Another
	// account may have others of the region's zones, and call the same ones by other
	// names.
	Zones []zone `json:"zones"`
	// WithoutControlPlane are the IDs of zones in which no control plane can be. An
	// account may have them or not.
	WithoutControlPlane []string `json:"without_control_plane"`
}

// zone is an availability zone: its name, which an account gives, and its ID,
// which means the same zone in every account.
type zone struct {
	Name string `json:"name"`
	ID   string `json:"id"`
}

var regionTable = adapter.MustDecode[struct {
	Regions []regionEntry `json:"regions"`
}](data, "data/regions.json").Regions

var regions = adapter.NewRegions(regionTable, regionEntry.region)

// region returns what the platform knows: the names of the zones.
func (r regionEntry) region() profile.Region {
	region := profile.Region{Name: r.Name, DisplayName: r.DisplayName}
	for _, z := range r.Zones {
		region.Zones = append(region.Zones, z.Name)
	}
	return region
}

// usableZones returns in how many of the region's known zones a control plane
// can be. An account that has other zones may have fewer: main.tf then stops the
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

// leastZones returns in how many zones a control plane can be in an account that
// has as many zones as are known, but all of those without one.
func (r regionEntry) leastZones() int { return max(0, len(r.Zones)-len(r.WithoutControlPlane)) }

func (r regionEntry) hasPreferredZones() bool { return r.usableZones() >= preferredZones }

// clusterZones returns over how many zones a cluster spreads in the region:
// three, fewer where the region is known to have fewer, and never less than
// every cluster needs.
func (r regionEntry) clusterZones() int {
	return min(max(r.usableZones(), network.MinimumZones.Value), preferredZones)
}
