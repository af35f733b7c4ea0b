package providerb

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

type size struct {
	// The system pool has a fixed number of nodes. They are of the first of the types
	// that the region sells; all of them are the same in what instances says.
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

// sizeFor returns what a cluster size means in a stage, and whether there is
// such a size: production has a system node for each zone.
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

// vCPUs returns how many processors the nodes have that a plan starts with.
func (p plan) vCPUs() int {
	return p.size.SystemNodes*instances[p.systemType()].VCPUs + p.size.FirstNodes*instances[p.userType()].VCPUs
}

// peakVCPUs returns how many processors both pools have at most, while both are
// upgraded.
func (p plan) peakVCPUs() int {
	return withSurge(p.size.SystemNodes)*instances[p.systemType()].VCPUs + withSurge(p.size.MaxNodes)*instances[p.userType()].VCPUs
}

func withSurge(nodes int) int { return nodes + (nodes*sizing.Surge.Value+99)/100 }

// nodeAddresses returns how many addresses the node subnet must have: one for
// each node of both pools at their peak during an upgrade, and what the
// provider keeps. Pods have a range of their own.
func (s size) nodeAddresses() int {
	return s.peakNodes() + network.Reserved.Value
}

// peakNodes returns how many nodes both pools have at most, while both are upgraded.
func (s size) peakNodes() int { return withSurge(s.SystemNodes) + withSurge(s.MaxNodes) }

// longestPrefix returns the longest prefix of a network that holds the size:
// its quarter holds the nodes, and its eighth an API server.
func (s size) longestPrefix() int {
	return min(adapter.PrefixFor(s.nodeAddresses())-quarterBits, longestNetwork())
}
