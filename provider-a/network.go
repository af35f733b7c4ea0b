package providera

import (
	"net/netip"
	"slices"
)

type rangeNote struct {
	Range netip.Prefix `json:"range"`
	// Why completes a sentence that starts with the range.
	Why string `json:"why"`
}

var network = table[struct {
	VPCPrefix struct {
		Shortest int `json:"shortest"`
		Longest  int `json:"longest"`
	} `json:"vpc_prefix"`
	Reserved struct {
		Addresses int `json:"addresses"`
	} `json:"reserved_per_subnet"`
	ControlPlane struct {
		Addresses int `json:"addresses"`
	} `json:"control_plane_per_subnet"`
	MinimumZones struct {
		Zones int `json:"zones"`
	} `json:"minimum_zones"`
	Private struct {
		Ranges []netip.Prefix `json:"ranges"`
	} `json:"private"`
	Clashes       []rangeNote `json:"clashes"`
	DefaultVPC    rangeNote   `json:"default_vpc"`
	ServiceRanges struct {
		Ranges []netip.Prefix `json:"ranges"`
	} `json:"service_ranges"`
}]("network.json")

// quarterBits makes a quarter of a network: its prefix is two longer.
const quarterBits = 2

// egressPrefix is the smallest subnet that the provider has; one NAT gateway is
// all that it holds.
const egressPrefix = 28

// layout is a network cut into subnets. The first three quarters are the
// private subnets, one per zone; the last one starts with the egress subnets
// and is otherwise free.
type layout struct {
	private  []netip.Prefix
	egress   []netip.Prefix
	services netip.Prefix
}

// layoutFor cuts a network for a number of zones and of NAT gateways. It
// reports false for one that cannot be cut, or that is no VPC's.
func layoutFor(vpc netip.Prefix, zones, gateways int) (layout, bool) {
	if !vpc.Addr().Is4() || vpc.Bits() < network.VPCPrefix.Shortest || vpc.Bits() > egressPrefix-2*quarterBits {
		return layout{}, false
	}
	services, free := firstClear(network.ServiceRanges.Ranges, vpc)
	if !free {
		return layout{}, false
	}
	quarter := vpc.Bits() + quarterBits
	last := subnet(vpc, quarter, 3)
	return layout{
		private:  subnets(vpc, quarter, zones),
		egress:   subnets(last, egressPrefix, gateways),
		services: services,
	}, true
}

// subnets returns the first n blocks of the given prefix length in a network.
func subnets(in netip.Prefix, bits, n int) []netip.Prefix {
	blocks := make([]netip.Prefix, n)
	for i := range blocks {
		blocks[i] = subnet(in, bits, i)
	}
	return blocks
}

// subnet returns block number index of the given prefix length in an IPv4
// network. The block's number takes bits that are zero in the network's address.
func subnet(in netip.Prefix, bits, index int) netip.Prefix {
	octets := in.Masked().Addr().As4()
	offset := index << (32 - bits)
	for i := range octets {
		octets[i] |= byte(offset >> (24 - 8*i) & 0xff)
	}
	return netip.PrefixFrom(netip.AddrFrom4(octets), bits)
}

// firstClear returns the first candidate that overlaps none of the taken
// ranges, and whether there is one.
func firstClear(candidates []netip.Prefix, taken ...netip.Prefix) (netip.Prefix, bool) {
	for _, candidate := range candidates {
		if !slices.ContainsFunc(taken, candidate.Overlaps) {
			return candidate, true
		}
	}
	return netip.Prefix{}, false
}

// clashOf returns the first range that the network must not overlap but does.
func clashOf(vpc netip.Prefix) (rangeNote, bool) {
	i := slices.IndexFunc(network.Clashes, func(n rangeNote) bool { return n.Range.Overlaps(vpc) })
	if i < 0 {
		return rangeNote{}, false
	}
	return network.Clashes[i], true
}

// clusterRangeOf returns the range that the network overlaps of those that
// clusters use inside themselves: of what lies in it, a pod sees its own cluster's
// services alone.
func clusterRangeOf(vpc netip.Prefix) (netip.Prefix, bool) {
	i := slices.IndexFunc(network.ServiceRanges.Ranges, vpc.Overlaps)
	if i < 0 {
		return netip.Prefix{}, false
	}
	return network.ServiceRanges.Ranges[i], true
}

// fallbackNetwork is where a suggested network lies when it cannot lie where
// the request has it.
var fallbackNetwork = netip.AddrFrom4([4]byte{10, 20, 0, 0})

// suggestNetwork returns a network with the given prefix length that is private
// and clashes with nothing: at the request's own address where that is such a
// place.
func suggestNetwork(asked netip.Prefix, bits int) netip.Prefix {
	own := netip.PrefixFrom(asked.Addr(), bits).Masked()
	_, clashes := clashOf(own)
	_, hidden := clusterRangeOf(own)
	if own.IsValid() && isPrivate(own) && !clashes && !hidden && !network.DefaultVPC.Range.Overlaps(own) {
		return own
	}
	return netip.PrefixFrom(fallbackNetwork, bits).Masked()
}

func isPrivate(p netip.Prefix) bool {
	return slices.ContainsFunc(network.Private.Ranges, func(private netip.Prefix) bool {
		return private.Bits() <= p.Bits() && private.Contains(p.Addr())
	})
}
