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

// vpcs is the networks that the provider accepts. In a service range, a pod reaches only the services of its
// own cluster.
var vpcs = adapter.Networks{
	Kind: "VPC", Prefixes: network.VPCPrefix,
	Clashes: network.Clashes,
	Avoid:   append([]netip.Prefix{network.DockerBridge.Range, network.DefaultVPC.Range}, network.Services.Value...),
}

// quarterBits is how much longer the prefix of a quarter of a network is.
const quarterBits = 2

// egressPrefix is the prefix of the smallest subnet. It contains only one NAT gateway.
const egressPrefix = 28

// longestPrefix is the longest prefix of a network whose last quarter can contain the egress subnets.
const longestPrefix = egressPrefix - 2*quarterBits

// layout is a network that is cut into subnets. The first three quarters are the private subnets, one for each
// zone. The last quarter starts with the egress subnets; the rest of it is free.
type layout struct {
	private  []netip.Prefix
	egress   []netip.Prefix
	services netip.Prefix
	// podRange is a range beside the network, and pods its subnets. Both are empty if pods have addresses of
	// the private subnets.
	podRange netip.Prefix
	pods     []netip.Prefix
}

// layoutFor cuts a network for a number of zones and of NAT gateways. The pods of a small network are in the
// first of podRanges that does not overlap it. It is not ok if the network cannot be cut or cannot be a VPC.
// The layout does not depend on the cluster size, so a later size changes no subnet.
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

// holdsPods reports whether a network has enough addresses for the pods of every size.
func holdsPods(vpc netip.Prefix) bool {
	for _, s := range sizes {
		if adapter.PrefixFor(s.podAddresses()) < vpc.Bits()+quarterBits {
			return false
		}
	}
	return true
}
