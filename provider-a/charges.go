package providera

import (
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// nodesAddress is the resource that the nodes are charged to.
const nodesAddress = "aws_eks_node_group.this"

// Charges returns the charges of the plan: what runs all month, the expected logs of a size, and, without a
// quantity, what depends on use.
func (p plan) Charges() []adapter.Charge {
	list := p.nodeCharges()
	list = append(list, hourly(clusterAddress, "cluster", "EKS control plane"))
	for _, duty := range duties {
		key := keyAddress(duty)
		list = append(list,
			adapter.Charge{Address: key, Price: "key", Quantity: 1, Item: "customer-managed key"},
			adapter.ByUse(key, "key_requests", "key operations"),
			adapter.ByUse(key, "key_version", "kept key versions"))
	}
	for i := range p.natGateways() {
		gateway := adapter.Indexed("aws_nat_gateway.this", i)
		list = append(list,
			hourly(gateway, "nat_gateway", "NAT gateway"),
			adapter.ByUse(gateway, "nat_data", "NAT gateway data"),
			hourly(adapter.Indexed("aws_eip.nat", i), "public_address", "IPv4 address"))
	}
	for name, tenths := range sizeTable.LogTenths.Value {
		group, share := adapter.Keyed("aws_cloudwatch_log_group.this", name), int64(p.size.LogGB)*tenths/10
		list = append(list,
			adapter.Charge{
				Address:  group,
				Price:    "log_ingestion",
				Basis:    request.Assumed,
				Quantity: share,
				Item:     fmt.Sprintf("log ingestion, %d GB", share),
			},
			adapter.ByUse(group, "log_storage", "log storage"))
	}
	if p.natGateways() > 0 {
		list = append(list, adapter.ByUse("aws_internet_gateway.this[0]", "traffic_out", "internet traffic"))
	}
	if p.hubAttached() {
		list = append(list, hourly(hubAddress, "transit_gateway", "transit gateway attachment"),
			adapter.ByUse(hubAddress, "transit_gateway_data", "transit gateway data"))
	}
	return append(list,
		adapter.ByUse(vpcAddress, "traffic_between_zones", "traffic between zones"),
		adapter.ByUse(adapter.Keyed("aws_eks_addon.after_nodes", "aws-ebs-csi-driver"), "volume", "claimed volumes"))
}

// nodeCharges returns the charges of the first nodes, for a whole month.
func (p plan) nodeCharges() []adapter.Charge {
	nodes, kind, volume := int64(p.size.FirstNodes), p.instanceType(), sizeTable.Node.VolumeType
	return []adapter.Charge{
		{
			Address: nodesAddress, Price: kind, Quantity: nodes * prices.HoursPerMonth,
			Item: fmt.Sprintf("%s node, %d x %d hours", kind, nodes, prices.HoursPerMonth),
		},
		{
			Address: nodesAddress, Price: "volume", Quantity: nodes * int64(p.size.DiskGiB),
			Item: fmt.Sprintf("%s volume, %d x %d GB", volume, nodes, p.size.DiskGiB),
		},
		adapter.ByUse(nodesAddress, kind, "added nodes"),
	}
}

// hourly returns the charge for one thing that runs all month.
func hourly(address, price, noun string) adapter.Charge {
	hours := prices.HoursPerMonth
	return adapter.Charge{Address: address, Price: price, Quantity: hours, Item: fmt.Sprintf("%s, %d hours", noun, hours)}
}
