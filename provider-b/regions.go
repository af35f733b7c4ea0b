package providerb

import (
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

const defaultRegion = "northeurope"

type regionEntry struct {
	// Region has no zones if the provider has none there.
	profile.Region
	Geography string `json:"geography"`
	// Paired are the regions that the provider pairs with this one.
	Paired []string `json:"paired"`
}

type regionNames struct {
	Regions []string `json:"regions"`
}

var regionTables = adapter.MustDecode[struct {
	Regions []regionEntry `json:"regions"`
	// NoAPIServerIntegration are the regions where the API server of a cluster cannot be in the environment's
	// network. In NoZonalWayOut, no NAT gateway can be in every zone.
	NoAPIServerIntegration regionNames `json:"no_api_server_integration"`
	NoZonalWayOut          regionNames `json:"no_zonal_way_out"`
	// ByRequest are the regions that the provider opens to a subscription on request.
	ByRequest regionNames `json:"by_request"`
}](tables, "data/regions.json")

// regions are all regions of the provider, including those that accept no environment. A profile with such a region
// is refused. A rule refuses a request with such a region, and says why.
var regions = adapter.NewRegions(regionTables.Regions, func(r regionEntry) profile.Region { return r.Region })

func (r regionEntry) hasZones() bool { return len(r.Zones) > 0 }

// takesClusters reports whether the API server of a cluster can be in a network of the region.
func (r regionEntry) takesClusters() bool {
	return !slices.Contains(regionTables.NoAPIServerIntegration.Regions, r.Name)
}

// open reports whether the region is open to every subscription.
func (r regionEntry) open() bool { return !slices.Contains(regionTables.ByRequest.Regions, r.Name) }

// hasZonalWayOut reports whether a NAT gateway can be in every zone of the region.
func (r regionEntry) hasZonalWayOut() bool {
	return r.hasZones() && !slices.Contains(regionTables.NoZonalWayOut.Regions, r.Name)
}

// sellsMachines reports whether the region is known to sell machines of every size.
func (r regionEntry) sellsMachines() bool { return machines.AllSoldIn(r.Name) }

// neighbour returns another region of the same geography that takes clusters, has zones, is open, and satisfies
// asked: a paired region, or else the first by name. It is not ok if there is none.
func (r regionEntry) neighbour(asked func(regionEntry) bool) (other regionEntry, ok bool) {
	fits := func(other regionEntry) bool {
		return other.Name != r.Name && other.Geography == r.Geography &&
			other.hasZones() && other.takesClusters() && other.open() && asked(other)
	}
	for _, name := range r.Paired {
		if pair, ok := regions.Find(name); ok && fits(pair) {
			return pair, true
		}
	}
	i := slices.IndexFunc(regionTables.Regions, fits)
	if i < 0 {
		return regionEntry{}, false
	}
	return regionTables.Regions[i], true
}

var zonesCheck = regions.Check(adapter.RegionCheck{
	ID:          ID + ".region-zones",
	Title:       "Availability zones",
	Passed:      "Every allowed region has availability zones.",
	Warning:     "There are no availability zones in %s, so production is refused there.",
	Remediation: "Allow a region with zones besides for production.",
}, regionEntry.hasZones)

var machinesCheck = regions.Check(adapter.RegionCheck{
	ID:          ID + ".region-machines",
	Title:       "Machine types",
	Passed:      "Every allowed region is known to sell the machine types of every size.",
	Warning:     "It is not known here whether %s sells the machine types of every size.",
	Remediation: "Have somebody with access to the subscription look, before the first environment there.",
}, regionEntry.sellsMachines)
