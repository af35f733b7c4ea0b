package providera

import (
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/request"
)

// estimates are monthly totals, the first with its items, to be checked by hand.
var estimates = map[request.Request][]string{
	goodRequest(): {
		"262.34",
		`{aws_cloudwatch_log_group.this["application"] log ingestion, 6 GB (price of another source) fixed 6 GB 0.57 3.42}`,
		`{aws_cloudwatch_log_group.this["cluster"] log ingestion, 2 GB (price of another source) fixed 2 GB 0.57 1.14}`,
		`{aws_cloudwatch_log_group.this["flow"] log ingestion, 2 GB (price of another source) fixed 2 GB 0.57 1.14}`,
		`{aws_eip.nat[0] IPv4 address, 730 hours fixed 730 hour 0.005 3.65}`,
		`{aws_eks_cluster.this EKS control plane, 730 hours fixed 730 hour 0.10 73.00}`,
		`{aws_eks_node_group.this gp3 volume, 2 x 50 GB fixed 100 GB-month 0.088 8.80}`,
		`{aws_eks_node_group.this t3.large node, 2 x 730 hours fixed 1460 hour 0.0912 133.15}`,
		`{aws_kms_key.this["logs"] customer-managed key fixed 1 month 1.00 1.00}`,
		`{aws_kms_key.this["secrets"] customer-managed key fixed 1 month 1.00 1.00}`,
		`{aws_kms_key.this["volumes"] customer-managed key fixed 1 month 1.00 1.00}`,
		`{aws_nat_gateway.this[0] NAT gateway, 730 hours fixed 730 hour 0.048 35.04}`,
	},
	goodRequest(medium):                                    {"621.57"},
	goodRequest(large):                                     {"1456.65"},
	goodRequest(large, adaptertest.Production):             {"1534.03"},
	goodRequest(large, adaptertest.Production, restricted): {"1534.03"},
}
