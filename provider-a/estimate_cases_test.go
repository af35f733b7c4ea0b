package providera

import (
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/request"
)

// in returns the change of a request's region.
func in(region string) adaptertest.Change { return adaptertest.With(request.RegionField, region) }

// estimates are totals, the first with its items, to be checked by hand. Where part
// of one has no price, it is what an environment costs at least.
var estimates = map[request.Request][]string{
	goodRequest(): {
		"262.34",
		`{aws_cloudwatch_log_group.this["application"] log ingestion, 6 GB assumed 6 GB 0.57 3.42}`,
		`{aws_cloudwatch_log_group.this["application"] log storage usage  GB-month  unknown}`,
		`{aws_cloudwatch_log_group.this["cluster"] log ingestion, 2 GB assumed 2 GB 0.57 1.14}`,
		`{aws_cloudwatch_log_group.this["cluster"] log storage usage  GB-month  unknown}`,
		`{aws_cloudwatch_log_group.this["flow"] log ingestion, 2 GB assumed 2 GB 0.57 1.14}`,
		`{aws_cloudwatch_log_group.this["flow"] log storage usage  GB-month  unknown}`,
		`{aws_eip.nat[0] IPv4 address, 730 hours fixed 730 hour 0.005 3.65}`,
		`{aws_eks_addon.after_nodes["aws-ebs-csi-driver"] claimed volumes usage  GB-month 0.088 unknown}`,
		`{aws_eks_cluster.this EKS control plane, 730 hours fixed 730 hour 0.10 73.00}`,
		`{aws_eks_node_group.this added nodes usage  hour 0.0912 unknown}`,
		`{aws_eks_node_group.this gp3 volume, 2 x 50 GB fixed 100 GB-month 0.088 8.80}`,
		`{aws_eks_node_group.this t3.large node, 2 x 730 hours fixed 1460 hour 0.0912 133.15}`,
		`{aws_internet_gateway.this[0] internet traffic usage  GB  unknown}`,
		`{aws_kms_key.this["logs"] customer-managed key fixed 1 month 1.00 1.00}`,
		`{aws_kms_key.this["logs"] kept key versions usage  month 1.00 unknown}`,
		`{aws_kms_key.this["logs"] key operations usage  10000 requests 0.03 unknown}`,
		`{aws_kms_key.this["secrets"] customer-managed key fixed 1 month 1.00 1.00}`,
		`{aws_kms_key.this["secrets"] kept key versions usage  month 1.00 unknown}`,
		`{aws_kms_key.this["secrets"] key operations usage  10000 requests 0.03 unknown}`,
		`{aws_kms_key.this["volumes"] customer-managed key fixed 1 month 1.00 1.00}`,
		`{aws_kms_key.this["volumes"] kept key versions usage  month 1.00 unknown}`,
		`{aws_kms_key.this["volumes"] key operations usage  10000 requests 0.03 unknown}`,
		`{aws_nat_gateway.this[0] NAT gateway data usage  GB 0.048 unknown}`,
		`{aws_nat_gateway.this[0] NAT gateway, 730 hours fixed 730 hour 0.048 35.04}`,
		`{aws_vpc.this traffic between zones usage  GB  unknown}`,
	},
	goodRequest(medium):                                    {"645.00"},
	goodRequest(large):                                     {"1,519.14"},
	goodRequest(large, adaptertest.Production):             {"1,596.52"},
	goodRequest(large, adaptertest.Production, restricted): {"1,596.52"},

	goodRequest(in("us-east-1")):                                {"246.97"},
	goodRequest(in("us-east-1"), large, adaptertest.Production): {"1,444.84"},

	// Without the NAT gateway, volumes and logs, which have no known price there.
	goodRequest(in("me-central-1")):                             {"at least 226.09"},
	goodRequest(in("ap-southeast-4"), medium):                   {"at least 631.53"}, // 3 x 730 hours of m7i.xlarge at 0.252
	goodRequest(in("eu-central-2"), medium):                     {"at least 633.72"}, // no m7i there: m6i.xlarge at 0.253
	goodRequest(in("sa-east-1"), large, adaptertest.Production): {"at least 1,963.34"},
	goodRequest(in("ap-east-2")):                                {"at least 79.65"}, // nor of any machine
}
