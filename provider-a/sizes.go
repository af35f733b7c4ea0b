package providera

import (
	"platform.internal/platform-core/adapter"
)

type size struct {
	// InstanceTypes are the instance types of its nodes, the preferred type first. They are equal in instances.
	InstanceTypes []string `json:"instance_types"`
	adapter.NodePool
}

var sizeTable = adapter.MustDecode[struct {
	UpdateMaxUnavailablePercent adapter.Fact[int] `json:"update_max_unavailable_percent"`
	// UpdateNodesPerZone is the number of nodes that an update adds for each zone before it drains old ones.
	UpdateNodesPerZone adapter.Fact[int] `json:"update_nodes_per_zone"`
	// Node is what the nodes of every size have in common.
	Node struct {
		CapacityType string `json:"capacity_type"`
		VolumeType   string `json:"volume_type"`
	} `json:"node"`
	Sizes map[string]size `json:"sizes"`
	// LogTenths is how the expected logs spread over the log groups.
	LogTenths adapter.Fact[map[string]int64] `json:"log_tenths"`
}](data, "data/sizes.json")

var sizes = sizeTable.Sizes

// machines are the instance types of the sizes, and which region sells which.
var machines = func() adapter.SizeMachines {
	m := adapter.SizeMachines{Prices: machinePrices, Pools: map[string][][]string{}}
	for name, s := range sizes {
		m.Pools[name] = [][]string{s.InstanceTypes}
	}
	return m
}()

// instanceType returns the instance type of the nodes in a region.
func (s size) instanceType(region string) string { return machinePrices.First(region, s.InstanceTypes) }

// instance is the published data of an instance type.
type instance struct {
	adapter.Machine
	// Addresses is how many network addresses a node may hold for its pods.
	Addresses int  `json:"addresses"`
	Burstable bool `json:"burstable"`
}

var instances = adapter.MustDecode[struct {
	Types map[string]instance `json:"instance_types"`
}](data, "data/instances.json")

// instance returns the published data of the size's instance types.
func (s size) instance() instance { return instances.Types[s.instanceType(defaultRegion)] }

// peakNodes returns the number of nodes during an update of the maximum of nodes in a number of zones.
func (s size) peakNodes(zones int) int {
	unavailable := (s.MaxNodes*sizeTable.UpdateMaxUnavailablePercent.Value + 99) / 100
	return s.MaxNodes + max(zones*sizeTable.UpdateNodesPerZone.Value, unavailable)
}

// subnetAddresses returns the addresses that a private subnet needs without pods. If one of three zones is lost,
// that is half of the nodes during an update, an internal load balancer, the interfaces of the control plane, and
// the addresses that the provider reserves.
func (s size) subnetAddresses() int {
	return (s.peakNodes(preferredZones)+1)/2 + network.LoadBalancer.Value + network.ControlPlane.Value + network.Reserved.Value
}

// podAddresses returns the addresses that a private subnet needs if it also has the pods: all that the interfaces
// of the nodes can hold.
func (s size) podAddresses() int {
	return s.peakNodes(preferredZones)*s.instance().Addresses/2 + network.LoadBalancer.Value + network.ControlPlane.Value +
		network.Reserved.Value
}

// longestPrefix returns the longest prefix of a network for the size.
func (s size) longestPrefix() int {
	return min(adapter.PrefixFor(s.subnetAddresses())-quarterBits, longestPrefix)
}
