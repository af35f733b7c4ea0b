package providerb

import (
	"net/netip"
	"slices"

	"platform.internal/platform-core/adapter"
)

var network = adapter.MustDecode[struct {
	VNetPrefix adapter.PrefixRange `json:"vnet_prefix"`
	Reserved   adapter.Fact[int]   `json:"reserved_per_subnet"`
	APIServer  adapter.Fact[int]   `json:"api_server_subnet"`
	Clashes    []adapter.RangeNote `json:"clashes"`
	// ServicePrefix bounds the range for services that a landing zone may choose.
	ServicePrefix adapter.PrefixRange `json:"service_prefix"`
	// Services and Pods are ranges that clusters may have inside, unless an enterprise
	// chooses others.
	Services adapter.Fact[[]netip.Prefix] `json:"service_ranges"`
	Pods     adapter.Fact[[]netip.Prefix] `json:"pod_ranges"`
}](tables, "data/network.json")

// insideClusters are the ranges that clusters may have inside by default.
var insideClusters = slices.Concat(network.Services.Value, network.Pods.Value)

// vnets is which networks the provider takes.
var vnets = adapter.Networks{
	Kind:     "virtual network",
	Prefixes: network.VNetPrefix,
	Clashes:  network.Clashes,
	Avoid:    insideClusters,
}

// quarterBits makes a quarter of a network, and eighthBits an eighth: prefixes
// are that much longer.
const (
	quarterBits = 2
	eighthBits  = 3
)

// longestNetwork returns the prefix of the smallest network that can be cut: an
// eighth of it is the smallest subnet that an API server may have.
func longestNetwork() int { return network.APIServer.Value - eighthBits }

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

// free returns the first range for services, with the first for pods beside it, that
// overlap neither each other nor what is taken. It reports false where none is.
func (p pools) free(taken ...netip.Prefix) (service, pod netip.Prefix, free bool) {
	for _, service = range p.services {
		if slices.ContainsFunc(taken, service.Overlaps) {
			continue
		}
		if pod, free = adapter.FirstFree(p.pods, append(slices.Clone(taken), service)...); free {
			return service, pod, true
		}
	}
	return netip.Prefix{}, netip.Prefix{}, false
}

// layoutFor cuts a network. It reports false for one that cannot be cut, or
// that is no virtual network's.
func layoutFor(vnet netip.Prefix, inside pools) (layout, bool) {
	if !vnet.Addr().Is4() || vnet.Bits() < network.VNetPrefix.Shortest || vnet.Bits() > longestNetwork() {
		return layout{}, false
	}
	services, pods, free := inside.free(vnet)
	if !free {
		return layout{}, false
	}
	third := adapter.Subnet(vnet, vnet.Bits()+quarterBits, 2)
	return layout{
		nodes:     adapter.Subnet(vnet, vnet.Bits()+quarterBits, 0),
		apiServer: adapter.Subnet(third, network.APIServer.Value, 0),
		endpoints: adapter.Subnet(third, vnet.Bits()+eighthBits, 1),
		services:  services,
		pods:      pods,
		dns:       adapter.Subnet(services, 32, dnsIndex).Addr(),
	}, true
}
