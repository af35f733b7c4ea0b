package providera

import (
	"fmt"

	"platform.internal/platform-core/adapter"
)

// Charges returns what the plan is charged for, by the items of the price table.
// What depends only on use, such as data transfer, is left out; the table names
// it.
func (p plan) Charges() []adapter.Charge {
	hours, nodes := prices.HoursPerMonth, int64(p.size.FirstNodes)
	list := []adapter.Charge{
		{Address: clusterAddress, Price: "cluster", Quantity: hours, Item: fmt.Sprintf("EKS control plane, %d hours", hours)},
		{
			Address: "aws_eks_node_group.this", Price: p.size.InstanceType, Quantity: nodes * hours,
			Item: fmt.Sprintf("%s node, %d x %d hours", p.size.InstanceType, nodes, hours),
		},
		{
			Address: "aws_eks_node_group.this", Price: "volume", Quantity: nodes * int64(p.size.DiskGiB),
			Item: fmt.Sprintf("%s volume, %d x %d GB", sizeTable.Node.VolumeType, nodes, p.size.DiskGiB),
		},
	}
	for name := range p.keys {
		list = append(list, adapter.Charge{Address: adapter.Keyed("aws_kms_key.this", name), Price: "key", Quantity: 1, Item: "customer-managed key"})
	}
	for i := range p.layout.egress {
		list = append(list,
			adapter.Charge{Address: adapter.Indexed("aws_nat_gateway.this", i), Price: "nat_gateway", Quantity: hours, Item: fmt.Sprintf("NAT gateway, %d hours", hours)},
			adapter.Charge{Address: adapter.Indexed("aws_eip.nat", i), Price: "public_address", Quantity: hours, Item: fmt.Sprintf("IPv4 address, %d hours", hours)})
	}
	for group, tenths := range sizeTable.LogTenths.Value {
		share := int64(p.size.LogGB) * tenths / 10
		list = append(list, adapter.Charge{
			Address: adapter.Keyed("aws_cloudwatch_log_group.this", group), Price: "log_ingestion", Quantity: share, Item: fmt.Sprintf("log ingestion, %d GB", share),
		})
	}
	return list
}
