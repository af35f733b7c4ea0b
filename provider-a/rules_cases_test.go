package providera

import "platform.internal/platform-core/environment"

type brokenRule struct {
	rule                string
	changes             []func(*environment.Request)
	message, suggestion string
}

// brokenRules has a request for each rule that breaks it and no other.
var brokenRules = map[string]brokenRule{
	"kubernetes namespace": {
		"application.namespace", changes(called("kube-system")),
		"The application runs in a namespace of its own name, and kube-system is kept for the cluster itself.",
		"app-kube-system",
	},
	"default namespace": {
		"application.namespace", changes(called("default")),
		"The application runs in a namespace of its own name, and default is kept for the cluster itself.",
		"app-default",
	},
	"provider's namespace": {
		"application.namespace", changes(called("amazon-cloudwatch")),
		"The application runs in a namespace of its own name, and amazon-cloudwatch is kept for the cluster itself.",
		"app-amazon-cloudwatch",
	},
	"small in me-central-1": {
		"cluster.instance-offered", changes(in("me-central-1")),
		"A small cluster runs on t3.large, which is not offered in me-central-1.",
		"medium",
	},
	"medium in ap-southeast-5": {
		"cluster.instance-offered", changes(in("ap-southeast-5"), sized(environment.Medium)),
		"A medium cluster runs on m5.xlarge, which is not offered in ap-southeast-5.",
		"large",
	},
	"burstable production": {
		"cluster.production-size", changes(production),
		"A small cluster runs on t3.large, whose speed drops when its CPU credits are used up.",
		"medium",
	},
	"too few addresses for small": {
		"network.addresses", changes(networked("10.40.1.0/24")),
		"The network 10.40.1.0/24 is too small for a small cluster, where every pod takes an address of a subnet.",
		"10.40.0.0/23",
	},
	"too few addresses for large": {
		"network.addresses", changes(networked("10.40.4.0/22"), sized(environment.Large)),
		"The network 10.40.4.0/22 is too small for a large cluster, where every pod takes an address of a subnet.",
		"10.40.0.0/21",
	},
	"range of default VPCs": {
		"network.default-vpc", changes(networked("172.31.16.0/20")),
		"The network 172.31.16.0/20 overlaps 172.31.0.0/16, which is what the default VPC of every region uses, so the two could never be peered.",
		"10.20.0.0/20",
	},
	"link-local range": {
		"network.reserved-range", changes(networked("169.254.0.0/20")),
		"The network 169.254.0.0/20 overlaps 169.254.0.0/16, which is link-local and cannot be assigned to a VPC.",
		"10.20.0.0/20",
	},
	"Docker's range": {
		"network.reserved-range", changes(networked("172.17.0.0/16")),
		"The network 172.17.0.0/16 overlaps 172.17.0.0/16, which belongs to the Docker bridge and would be hidden from containers.",
		"10.20.0.0/16",
	},
	"range that cannot be combined": {
		"network.reserved-range", changes(networked("198.19.16.0/20")),
		"The network 198.19.16.0/20 overlaps 198.19.0.0/16, which cannot be combined with private ranges in one VPC.",
		"10.20.0.0/20",
	},
	"too large for a VPC": {
		"network.vpc-prefix", changes(networked("10.0.0.0/8")),
		"A VPC cannot have the range 10.0.0.0/8, because its prefix must be from /16 to /28.",
		"10.0.0.0/16",
	},
	"owner that no tag holds": {
		"owner.tag-value", changes(owned("o'brien@example.com")),
		"The owner o'brien@example.com has a character that tags cannot hold, so nothing could be traced to it.",
		"",
	},
	"production in two zones": {
		"region.production-zones", changes(production, sized(environment.Medium), in("ca-central-1")),
		"Canada (Central) is not known to have three availability zones for a control plane, so the cluster spreads over 2 and keeps one when the other fails.",
		"",
	},
	"zone without a control plane": {
		"region.control-plane-zones", changes(in("us-west-1")),
		"A cluster needs 2 availability zones, and US West (N. California) may leave an account with 1, because no control plane can stand in usw1-az2.",
		"",
	},
	"name that is cut": {
		"application.name-length", changes(called("a-rather-long-application-name")),
		"Names of resources show only the first 25 characters of a-rather-long-application-name; digits of the request ID keep them apart.",
		"a-rather-long-application",
	},
	"name that is cut in production": {
		"application.name-length", changes(called("a-rather-long-application"), production, sized(environment.Medium)),
		"Names of resources show only the first 24 characters of a-rather-long-application; digits of the request ID keep them apart.",
		"a-rather-long-applicatio",
	},
	"name of hyphens": {
		"application.name-length", changes(called("a-----------------------------9z")),
		"Names of resources show only the first 25 characters of a-----------------------------9z; digits of the request ID keep them apart.",
		"",
	},
}

func changes(list ...func(*environment.Request)) []func(*environment.Request) { return list }
