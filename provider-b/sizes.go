package providerb

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

type size struct {
	// The system pool has a fixed number of nodes. The region decides which of the types they have. All types are
	// equal in instances.
	SystemTypes []string `json:"system_types"`
	SystemNodes int      `json:"system_nodes"`
	// The user pool grows and shrinks. Its disk fits the local one of all types:
	// system disks are ephemeral.
	UserTypes []string `json:"user_types"`
	adapter.NodePool
}

var sizing = adapter.MustDecode[struct {
	// ProductionSystemNodes is how many system nodes production has at least.
	ProductionSystemNodes int               `json:"production_system_nodes"`
	PodsPerNode           adapter.Fact[int] `json:"pods_per_node"`
	SystemDiskGiB         adapter.Fact[int] `json:"system_disk_gib"`
	// Surge is how many nodes an upgrade adds to a pool while it lasts, in
	// hundredths of the pool, rounded up.
	Surge adapter.Fact[int] `json:"surge_percent"`
	Sizes map[string]size   `json:"sizes"`
}](tables, "data/sizes.json")

// machines are the machine types of the sizes, and which region sells which.
var machines = func() adapter.SizeMachines {
	m := adapter.SizeMachines{Prices: machinePrices, Pools: map[string][][]string{}}
	for name, s := range sizing.Sizes {
		m.Pools[name] = [][]string{s.SystemTypes, s.UserTypes}
	}
	return m
}()

// sizeFor returns a cluster size for a stage. Production has a system node for each zone. It is not ok for an unknown
// size.
func sizeFor(name, stage string) (size, bool) {
	s, ok := sizing.Sizes[name]
	if ok && stage == request.Production {
		s.SystemNodes = max(s.SystemNodes, sizing.ProductionSystemNodes)
	}
	return s, ok
}

// instance is what the provider publishes of a machine type.
type instance = adapter.Machine

var instances = adapter.MustDecode[struct {
	Types map[string]instance `json:"instance_types"`
}](tables, "data/instances.json").Types

// vCPUs returns the number of processors of the first nodes.
func (p plan) vCPUs() int {
	return p.size.SystemNodes*instances[p.systemType()].VCPUs + p.size.FirstNodes*instances[p.userType()].VCPUs
}

// peakVCPUs returns the maximum number of processors of both pools during an upgrade.
func (p plan) peakVCPUs() int {
	return withSurge(p.size.SystemNodes)*instances[p.systemType()].VCPUs +
		withSurge(p.size.MaxNodes)*instances[p.userType()].VCPUs
}

func withSurge(nodes int) int { return nodes + (nodes*sizing.Surge.Value+99)/100 }

// nodeAddresses returns the addresses that the node subnet needs: one for each node at the peak, and those that the
// provider reserves. Pods have their own range.
func (s size) nodeAddresses() int {
	return s.peakNodes() + network.Reserved.Value
}

// peakNodes returns the maximum number of nodes of both pools during an upgrade.
func (s size) peakNodes() int { return withSurge(s.SystemNodes) + withSurge(s.MaxNodes) }

// longestPrefix returns the longest prefix of a network for the size. A quarter has the nodes, and an eighth has the
// API server.
func (s size) longestPrefix() int {
	return min(adapter.PrefixFor(s.nodeAddresses())-quarterBits, longestNetwork())
}
