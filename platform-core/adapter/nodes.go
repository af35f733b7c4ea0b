package adapter

// NodePool is what a cluster size means for a group of nodes that grows and
// shrinks, in a data file: the platform's own choice.
type NodePool struct {
	// MinNodes is how many nodes it has at least, FirstNodes at first, and MaxNodes
	// at most.
	MinNodes   int `json:"min_nodes"`
	FirstNodes int `json:"first_nodes"`
	MaxNodes   int `json:"max_nodes"`
	// DiskGiB is the size of each node's disk.
	DiskGiB int `json:"disk_gib"`
	// LogGB is the volume of logs that a month is expected to bring.
	LogGB int `json:"log_gb"`
}

// Machine is what a provider publishes of a machine type, in a data file.
type Machine struct {
	VCPUs     int `json:"vcpus"`
	MemoryGiB int `json:"memory_gib"`
}
