package providerb

import "platform.internal/platform-core/environment"

// kubernetesVersion is the minor version of new clusters.
const kubernetesVersion = "1.35"

// size is what a cluster size means here: the platform's own choice.
type size struct {
	// The system pool has a fixed number of nodes.
	systemType  string
	systemNodes int
	// The user pool grows and shrinks: nodes at least, at first, at most.
	userType                         string
	minNodes, desiredNodes, maxNodes int
	// diskGiB fits the local disk of both types: system disks are ephemeral.
	diskGiB int
	// logGB is the volume of logs that a month is expected to bring.
	logGB int
}

var sizes = map[string]size{
	environment.Small: {
		systemType: "Standard_D4ds_v5", systemNodes: 2,
		userType: "Standard_D2ds_v5", minNodes: 1, desiredNodes: 1, maxNodes: 3, diskGiB: 64, logGB: 10,
	},
	environment.Medium: {
		systemType: "Standard_D4ds_v5", systemNodes: 2,
		userType: "Standard_D4ds_v5", minNodes: 3, desiredNodes: 3, maxNodes: 6, diskGiB: 128, logGB: 30,
	},
	environment.Large: {
		systemType: "Standard_D4ds_v5", systemNodes: 3,
		userType: "Standard_D8ds_v5", minNodes: 3, desiredNodes: 4, maxNodes: 10, diskGiB: 128, logGB: 100,
	},
}

// instance is what the provider says of a machine type.
type instance struct {
	VCPUs     int `json:"vcpus"`
	MemoryGiB int `json:"memory_gib"`
}

var instances = table[struct {
	Types map[string]instance `json:"instance_types"`
}]("instances.json").Types

// surgePercent is how many nodes an upgrade adds to a pool while it lasts, in
// hundredths of the pool, rounded up.
const surgePercent = 33

func withSurge(nodes int) int { return nodes + (nodes*surgePercent+99)/100 }

// nodeAddresses returns how many addresses the node subnet must have: one for
// each node of both pools at their peak during an upgrade, and what the
// provider keeps. Pods have a range of their own.
func (s size) nodeAddresses() int {
	return withSurge(s.systemNodes) + withSurge(s.maxNodes) + network.Reserved.Addresses
}

// longestPrefix returns the longest prefix of a network that holds the size:
// its quarter holds the nodes, and its eighth an API server.
func (s size) longestPrefix() int {
	subnet := 32
	for 1<<(32-subnet) < s.nodeAddresses() {
		subnet--
	}
	return min(subnet-quarterBits, longestNetwork())
}
