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
	// Services and Pods are the default ranges for services and pods.
	Services adapter.Fact[[]netip.Prefix] `json:"service_ranges"`
	Pods     adapter.Fact[[]netip.Prefix] `json:"pod_ranges"`
}](tables, "data/network.json")

// insideClusters are the default ranges for services and pods.
var insideClusters = slices.Concat(network.Services.Value, network.Pods.Value)

// vnets is the networks that the provider accepts.
var vnets = adapter.Networks{
	Kind:     "virtual network",
	Prefixes: network.VNetPrefix,
	Clashes:  network.Clashes,
	Avoid:    insideClusters,
}

// quarterBits and eighthBits are how much longer the prefixes of a quarter and an eighth of a network are.
const (
	quarterBits = 2
	eighthBits  = 3
)

// longestNetwork returns the longest prefix of a network. An eighth of such a network is the smallest subnet of an
// API server.
func longestNetwork() int { return network.APIServer.Value - eighthBits }

// dnsIndex is the index of the DNS address in the service range. The API server has the first address.
const dnsIndex = 10

// layout is a network that is cut into subnets, and the ranges beside it. The first quarter has the nodes. The third
// starts with the subnet of the API server and ends with that of the private endpoints. The others are free.
type layout struct {
	nodes, apiServer, endpoints netip.Prefix
	services, pods              netip.Prefix
	dns                         netip.Addr
}

// free returns the first range for services and the first range for pods that overlap neither each other nor the
// taken ranges. It is not ok if there are none.
func (p pools) free(taken ...netip.Prefix) (service, pod netip.Prefix, ok bool) {
	for _, service = range p.services {
		if slices.ContainsFunc(taken, service.Overlaps) {
			continue
		}
		if pod, ok = adapter.FirstFree(p.pods, append(slices.Clone(taken), service)...); ok {
			return service, pod, true
		}
	}
	return netip.Prefix{}, netip.Prefix{}, false
}

// layoutFor cuts a network. It is not ok if the network cannot be cut or cannot be a virtual network.
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
