package providerb

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
	VNetPrefix struct {
		Shortest int `json:"shortest"`
		Longest  int `json:"longest"`
	} `json:"vnet_prefix"`
	Reserved struct {
		Addresses int `json:"addresses"`
	} `json:"reserved_per_subnet"`
	APIServer struct {
		Longest int `json:"longest"`
	} `json:"api_server_subnet"`
	Private struct {
		Ranges []netip.Prefix `json:"ranges"`
	} `json:"private"`
	Clashes       []rangeNote `json:"clashes"`
	ServiceRanges struct {
		Ranges []netip.Prefix `json:"ranges"`
	} `json:"service_ranges"`
	PodRanges struct {
		Ranges []netip.Prefix `json:"ranges"`
	} `json:"pod_ranges"`
}]("network.json")

// quarterBits makes a quarter of a network, and eighthBits an eighth: prefixes
// are that much longer.
const (
	quarterBits = 2
	eighthBits  = 3
)

// longestNetwork returns the prefix of the smallest network that can be cut: an
// eighth of it is the smallest subnet that an API server may have.
func longestNetwork() int { return network.APIServer.Longest - eighthBits }

// dnsIndex is the number of the address in the service range that DNS has; the
// first one is taken by the API server.
const dnsIndex = 10

// layout is a network cut into subnets, and the ranges beside it. The first
// quarter holds the nodes; the third starts with the API server's subnet and
// ends with that of the private endpoints; the others are free.
type layout struct {
	nodes, apiServer, endpoints netip.Prefix
	services, pods              netip.Prefix
	dns                         netip.Addr
}

// layoutFor cuts a network. It reports false for one that cannot be cut, or
// that is no virtual network's.
func layoutFor(vnet netip.Prefix) (layout, bool) {
	if !vnet.Addr().Is4() || vnet.Bits() < network.VNetPrefix.Shortest || vnet.Bits() > longestNetwork() {
		return layout{}, false
	}
	services, servicesClear := firstClear(network.ServiceRanges.Ranges, vnet)
	pods, podsClear := firstClear(network.PodRanges.Ranges, vnet, services)
	if !servicesClear || !podsClear {
		return layout{}, false
	}
	third := subnet(vnet, vnet.Bits()+quarterBits, 2)
	return layout{
		nodes:     subnet(vnet, vnet.Bits()+quarterBits, 0),
		apiServer: subnet(third, network.APIServer.Longest, 0),
		endpoints: subnet(third, vnet.Bits()+eighthBits, 1),
		services:  services,
		pods:      pods,
		dns:       subnet(services, 32, dnsIndex).Addr(),
	}, true
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
func clashOf(vnet netip.Prefix) (rangeNote, bool) {
	i := slices.IndexFunc(network.Clashes, func(n rangeNote) bool { return n.Range.Overlaps(vnet) })
	if i < 0 {
		return rangeNote{}, false
	}
	return network.Clashes[i], true
}

// clusterRangeOf returns the first range that the network overlaps of those that
// clusters may have inside, for what, and whether there is one.
func clusterRangeOf(vnet netip.Prefix) (inner netip.Prefix, inside string, overlaps bool) {
	for _, r := range network.ServiceRanges.Ranges {
		if r.Overlaps(vnet) {
			return r, "services", true
		}
	}
	for _, r := range network.PodRanges.Ranges {
		if r.Overlaps(vnet) {
			return r, "pods", true
		}
	}
	return netip.Prefix{}, "", false
}

// fallbackNetwork is where a suggested network lies when it cannot lie where
// the request has it.
var fallbackNetwork = netip.AddrFrom4([4]byte{10, 20, 0, 0})

// suggestNetwork returns a network with the given prefix length that is private
// and clashes with nothing, nor with what clusters use inside: at the request's
// own address where that is such a place.
func suggestNetwork(asked netip.Prefix, bits int) netip.Prefix {
	own := netip.PrefixFrom(asked.Addr(), bits).Masked()
	_, clashes := clashOf(own)
	_, _, inside := clusterRangeOf(own)
	if own.IsValid() && isPrivate(own) && !clashes && !inside {
		return own
	}
	return netip.PrefixFrom(fallbackNetwork, bits).Masked()
}

func isPrivate(p netip.Prefix) bool {
	return slices.ContainsFunc(network.Private.Ranges, func(private netip.Prefix) bool {
		return private.Bits() <= p.Bits() && private.Contains(p.Addr())
	})
}
