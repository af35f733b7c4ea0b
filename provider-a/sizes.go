package providera

import (
	"slices"

	"platform.internal/platform-core/environment"
)

// kubernetesVersion is the minor version of new clusters.
const kubernetesVersion = "1.35"

// size is what a cluster size means here: the platform's own choice.
type size struct {
	instanceType string
	// Numbers of nodes: at least, at first, at most.
	minNodes, desiredNodes, maxNodes int
	diskGiB                          int
	// logGB is the volume of logs that a month is expected to bring.
	logGB int
}

var sizes = map[string]size{
	environment.Small:  {instanceType: "t3.large", minNodes: 2, desiredNodes: 2, maxNodes: 3, diskGiB: 50, logGB: 10},
	environment.Medium: {instanceType: "m5.xlarge", minNodes: 3, desiredNodes: 3, maxNodes: 6, diskGiB: 80, logGB: 30},
	environment.Large:  {instanceType: "m5.2xlarge", minNodes: 3, desiredNodes: 4, maxNodes: 10, diskGiB: 100, logGB: 100},
}

// instance is what the provider says of an instance type.
type instance struct {
	VCPUs     int `json:"vcpus"`
	MemoryGiB int `json:"memory_gib"`
	// Addresses is how many network addresses a node may hold for its pods.
	Addresses    int      `json:"addresses"`
	Burstable    bool     `json:"burstable"`
	NotOfferedIn []string `json:"not_offered_in"`
}

var instances = table[struct {
	Types              map[string]instance `json:"instance_types"`
	RegionsWithoutData []string            `json:"regions_without_data"`
}]("instances.json")

func (s size) instance() instance { return instances.Types[s.instanceType] }

// subnetAddresses returns how many addresses one private subnet must have: with
// one of three zones lost, half of the nodes at their peak, one more that
// replaces another during an update, the control plane's interfaces, and what
// the provider keeps.
func (s size) subnetAddresses() int {
	pods := (s.maxNodes + 1) * s.instance().Addresses / 2
	return pods + network.ControlPlane.Addresses + network.Reserved.Addresses
}

// longestPrefix returns the longest prefix of a network that holds the size.
func (s size) longestPrefix() int {
	subnet := 32
	for 1<<(32-subnet) < s.subnetAddresses() {
		subnet--
	}
	return subnet - quarterBits
}

// offeredSizes returns the cluster sizes that the region is not known to lack
// the instance type of, from small to large.
func offeredSizes(region string) []string {
	return slices.DeleteFunc(environment.Sizes(), func(name string) bool {
		return slices.Contains(sizes[name].instance().NotOfferedIn, region)
	})
}
