package providera

import (
	"net/netip"

	"platform.internal/platform-core/adapter"
)

var network = adapter.MustDecode[struct {
	VPCPrefix    adapter.PrefixRange          `json:"vpc_prefix"`
	Reserved     adapter.Fact[int]            `json:"reserved_per_subnet"`
	ControlPlane adapter.Fact[int]            `json:"control_plane_per_subnet"`
	LoadBalancer adapter.Fact[int]            `json:"load_balancer_per_subnet"`
	MinimumZones adapter.Fact[int]            `json:"minimum_zones"`
	Clashes      []adapter.RangeNote          `json:"clashes"`
	DockerBridge adapter.RangeNote            `json:"docker_bridge"`
	DefaultVPC   adapter.RangeNote            `json:"default_vpc"`
	PodRanges    adapter.Fact[[]netip.Prefix] `json:"pod_ranges"`
	PodSpace     adapter.Fact[netip.Prefix]   `json:"pod_space"`
	Services     adapter.Fact[[]netip.Prefix] `json:"service_ranges"`
}](data, "data/network.json")

// vpcs is which networks the provider takes. A pod sees only its own cluster's
// services in a service range, and nothing else there.
var vpcs = adapter.Networks{
	Kind: "VPC", Prefixes: network.VPCPrefix,
	Clashes: network.Clashes,
	Avoid:   append([]netip.Prefix{network.DockerBridge.Range, network.DefaultVPC.Range}, network.Services.Value...),
}

// quarterBits makes a quarter of a network: its prefix is two longer.
const quarterBits = 2

// egressPrefix is the smallest subnet that the provider has; one NAT gateway is
// all that it holds.
const egressPrefix = 28

// longestPrefix is the longest of a network that can hold the egress subnets in
// its last quarter.
const longestPrefix = egressPrefix - 2*quarterBits

// layout is a network cut into subnets. The first three quarters are the
// private subnets, one per zone; the last one starts with the egress subnets
// and is otherwise free.
type layout struct {
	private  []netip.Prefix
	egress   []netip.Prefix
	services netip.Prefix
	// podRange is a range beside the network, cut into the subnets of pods; neither
	// is there where pods take addresses of the private subnets.
	podRange netip.Prefix
	pods     []netip.Prefix
}

// layoutFor cuts a network for a number of zones and of NAT gateways, with the pods of
// a small one in the first of the ranges that it does not overlap. It reports false for
// one that cannot be cut, or that is no VPC's. It depends on no size: one that is asked
// for later changes no subnet.
func layoutFor(vpc netip.Prefix, zones, gateways int, podRanges []netip.Prefix) (layout, bool) {
	services, free := adapter.FirstFree(network.Services.Value, vpc)
	if !free || !vpc.Addr().Is4() || vpc.Bits() < network.VPCPrefix.Shortest || vpc.Bits() > longestPrefix {
		return layout{}, false
	}
	quarter := vpc.Bits() + quarterBits
	l := layout{
		private:  adapter.Subnets(vpc, quarter, zones),
		egress:   adapter.Subnets(adapter.Subnet(vpc, quarter, 3), egressPrefix, gateways),
		services: services,
	}
	if !holdsPods(vpc) {
		l.podRange, _ = adapter.FirstFree(podRanges, vpc)
		l.pods = adapter.Subnets(l.podRange, l.podRange.Bits()+quarterBits, zones)
	}
	return l, true
}

// holdsPods reports whether a network has addresses for the pods of every size.
func holdsPods(vpc netip.Prefix) bool {
	for _, s := range sizes {
		if adapter.PrefixFor(s.podAddresses()) < vpc.Bits()+quarterBits {
			return false
		}
	}
	return true
}
