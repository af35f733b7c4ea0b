package providera

import (
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

const defaultRegion = "eu-west-1"

// preferredZones is the number of zones of a cluster, if the region has them. Then two remain if one fails.
const preferredZones = 3

type regionEntry struct {
	Name        string `json:"name"`
	DisplayName string `json:"display_name"`
	// OptIn reports that an account must enable the region first.
	OptIn bool `json:"opt_in"`
	// Zones are the zones of one account; none if they are unknown. Another account may have other zones of
	// the region, or other names for them.
	Zones []zone `json:"zones"`
	// WithoutControlPlane are the IDs of zones that accept no control plane. Not every account has them.
	WithoutControlPlane []string `json:"without_control_plane"`
}

// zone is an availability zone. Its name depends on the account. Its ID is the same in every account.
type zone struct {
	Name string `json:"name"`
	ID   string `json:"id"`
}

var regionTable = adapter.MustDecode[struct {
	Regions []regionEntry `json:"regions"`
}](data, "data/regions.json").Regions

var regions = adapter.NewRegions(regionTable, regionEntry.region)

// region returns the region for the platform, with the names of the zones.
func (r regionEntry) region() profile.Region {
	region := profile.Region{Name: r.Name, DisplayName: r.DisplayName}
	for _, z := range r.Zones {
		region.Zones = append(region.Zones, z.Name)
	}
	return region
}

// usableZones returns the number of known zones that accept a control plane. If an account has fewer, main.tf
// stops the plan and says how many are missing.
func (r regionEntry) usableZones() int {
	usable := 0
	for _, z := range r.Zones {
		if !slices.Contains(r.WithoutControlPlane, z.ID) {
			usable++
		}
	}
	return usable
}

// leastZones returns the number of usable zones in an account that has all zones without a control plane.
func (r regionEntry) leastZones() int { return max(0, len(r.Zones)-len(r.WithoutControlPlane)) }

func (r regionEntry) hasPreferredZones() bool { return r.usableZones() >= preferredZones }

// clusterZones returns the number of zones of a cluster in the region: three, or fewer if fewer are usable, but
// at least the minimum of every cluster.
func (r regionEntry) clusterZones() int {
	return min(max(r.usableZones(), network.MinimumZones.Value), preferredZones)
}
