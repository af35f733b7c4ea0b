package topology

import (
	"slices"

	"platform.internal/platform-core/profile"
)

// Network is the environment's network with the resources in it.
type Network struct {
	// Heading is the kind of the network, and Detail its address range.
	Heading, Detail, Cost string
	// Networks is the number of networks.
	Networks int
	// Zones are the numbers of the availability zones, from 1.
	Zones []int
	// Out and In are the zones where traffic leaves and enters. A 0 means a path that is not in a
	// single zone.
	Out, In []int
	// OutBy and InBy name the resources that this traffic passes.
	OutBy, InBy string
	// Public is the upper tier, Private the lower tier.
	Public, Private Tier
	Cluster         []Item
}

// Columns returns the number of zones, but at least 1.
func (n *Network) Columns() int { return max(len(n.Zones), 1) }

// Tier contains the public or the private part of the network.
type Tier struct {
	Name string
	// Cells are in the order of the zones. The cell that spans all zones is at the outer edge.
	Cells []Cell
}

// Cell contains the items of a tier in one zone, or across all zones if Zone is 0.
type Cell struct {
	Zone  int
	Items []Item
}

// network returns the [Network], or nil if no resource belongs to a network.
func (d *drawing) network() *Network {
	networks := d.of(profile.NetworkRole)
	cluster := d.of(profile.ClusterRole, profile.NodesRole)
	n := &Network{
		Heading: "Network",
		Public:  d.tier("Public", []int{0, 1, 2, 3, 4, 5, 6}, profile.PublicSubnetRole, profile.EntryRole, profile.ExitRole),
		Private: d.tier("Private", []int{1, 2, 3, 4, 5, 6, 0}, profile.PrivateSubnetRole, profile.EndpointRole),
		Out:     d.ways(profile.ExitRole), In: d.ways(profile.EntryRole),
		OutBy: and(d.passes(profile.ExitRole)), InBy: and(d.passes(profile.EntryRole)),
	}
	for _, e := range cluster {
		n.Cluster = append(n.Cluster, d.item([]entry{e}))
	}
	if len(networks)+len(n.Cluster)+len(n.Public.Cells)+len(n.Private.Cells) == 0 {
		return nil
	}
	n.Networks = len(networks)
	for i, b := range d.items(networks) {
		if i == 0 {
			n.Heading, n.Detail, n.Cost = times(b.Kind, b.Count), b.Detail, b.Cost
		} else if b.Detail != "" {
			n.Detail += ", " + b.Detail
		}
	}
	for zone := range d.zones {
		n.Zones = append(n.Zones, zone+1)
	}
	return n
}

// ways returns the zones of a role: single zones, or 0 for all zones.
func (d *drawing) ways(role profile.ResourceRole) []int {
	var zones []int
	for _, e := range d.entries {
		if e.role == role && !slices.Contains(zones, e.zone) {
			zones = append(zones, e.zone)
		}
	}
	slices.Sort(zones)
	if len(zones) > 1 && zones[0] == 0 { // the single zones are more precise than 0
		return zones[1:]
	}
	return zones
}

// tier returns the cells of the roles, in the given order of zones.
func (d *drawing) tier(name string, order []int, roles ...profile.ResourceRole) Tier {
	t := Tier{Name: name}
	zones := map[int][]entry{}
	for _, e := range d.of(roles...) {
		zones[e.zone] = append(zones[e.zone], e)
	}
	for _, zone := range order {
		if items := d.items(zones[zone]); len(items) > 0 {
			t.Cells = append(t.Cells, Cell{zone, items})
		}
	}
	return t
}
