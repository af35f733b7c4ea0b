package topology

import (
	"slices"

	"platform.internal/platform-core/profile"
)

// Network is the network that the environment is in, with what is in it.
type Network struct {
	// Heading names its kind, Detail its range.
	Heading, Detail, Cost string
	// Networks is how many there are.
	Networks int
	// Zones are the availability zones, from 1.
	Zones []int
	// Out and In are where traffic leaves and enters: the zones, or 0 for a way that
	// is in no single one.
	Out, In []int
	// OutBy and InBy are what it passes.
	OutBy, InBy string
	// Public is the upper tier, Private the lower one.
	Public, Private Tier
	Cluster         []Item
}

// Columns is how many zones there are, and at least 1.
func (n *Network) Columns() int { return max(len(n.Zones), 1) }

// Tier is what is public, or what is private.
type Tier struct {
	Name string
	// Cells are in the order of the zones; what spans them is at the outer edge.
	Cells []Cell
}

// Cell is what a tier has in one zone; or across all of them, with zone 0.
type Cell struct {
	Zone  int
	Items []Item
}

// network returns the network; nil where no resource is of one.
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

// ways returns where a kind of traffic passes: in single zones, or across all.
func (d *drawing) ways(role profile.ResourceRole) []int {
	var zones []int
	for _, e := range d.entries {
		if e.role == role && !slices.Contains(zones, e.zone) {
			zones = append(zones, e.zone)
		}
	}
	slices.Sort(zones)
	if len(zones) > 1 && zones[0] == 0 { // the zones say it better
		return zones[1:]
	}
	return zones
}

// tier returns the cells of roles, in an order of the zones.
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
