package providera

import (
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
	"platform.internal/platform-core/request"
)

// brokenRules has a request for each rule that breaks it and no other.
var brokenRules = map[string]testkit.RuleCase{
	"nobody reaches the cluster": {
		Rule: ID + ".cluster.access", Request: goodRequest(), Settings: map[string]string{},
		Message: "Nobody outside the environment's network reaches its private Kubernetes API, and nobody administers the cluster, " +
			"unless the workflow sets transit_gateway_id, hub_cidrs and cluster_admin_role_arns.",
	},
	"kubernetes namespace": {
		Rule: ID + ".application.namespace", Request: goodRequest(adaptertest.With(request.ApplicationField, "kube-system")),
		Message:    "The application runs in a namespace of its own name, and kube-system is kept for what runs the cluster.",
		Suggestion: "app-kube-system",
	},
	"default namespace": {
		Rule: ID + ".application.namespace", Request: goodRequest(adaptertest.With(request.ApplicationField, "default")),
		Message:    "The application runs in a namespace of its own name, and default is kept for what runs the cluster.",
		Suggestion: "app-default",
	},
	"provider's namespace": {
		Rule: ID + ".application.namespace", Request: goodRequest(adaptertest.With(request.ApplicationField, "amazon-cloudwatch")),
		Message:    "The application runs in a namespace of its own name, and amazon-cloudwatch is kept for what runs the cluster.",
		Suggestion: "app-amazon-cloudwatch",
	},
	"namespace of the platform's tools": {
		Rule: ID + ".application.namespace", Request: goodRequest(adaptertest.With(request.ApplicationField, "istio-system")),
		Message:    "The application runs in a namespace of its own name, and istio-system is kept for what runs the cluster.",
		Suggestion: "app-istio-system",
	},
	"machines that are not sold": {
		Rule: ID + ".cluster.instance-offered", Never: "each region of the price list sells an instance type of every size",
	},
	"unknown machines": {
		Rule: ID + ".region.machines", Also: []string{ID + ".region.opt-in"},
		Request: goodRequest(adaptertest.With(request.RegionField, "ap-east-2")),
		Message: "The price list of 2025-05-28 has no machine of Asia Pacific (Taipei): what the nodes cost is unknown, and whether they are sold there.",
	},
	"longer than the support of Kubernetes": {
		Rule: ID + ".kubernetes.lifespan", Request: goodRequest(adaptertest.With(request.ExpiryField, "2027-03-28")),
		Message: "The environment runs until 28 Mar 2027, and the provider's standard support of Kubernetes 1.35 ends on 27 Mar 2027.",
	},
	"no last day": {
		Rule: ID + ".kubernetes.lifespan", Request: goodRequest(adaptertest.Production, medium),
		Message: "The environment has no last day, and the provider's standard support of Kubernetes 1.35 ends on 27 Mar 2027.",
	},
	"restricted data with a way out of its own": {
		Rule: ID + ".data.restricted-egress",
		Request: goodRequest(production, adaptertest.With(request.ClassificationField, request.Restricted),
			adaptertest.With(request.SizeField, request.Medium)),
		Message: "Restricted data can leave to every address of the internet: the environment has NAT gateways of its own.",
	},
	"burstable production": {
		Rule: ID + ".cluster.production-size", Request: goodRequest(production),
		Message:    "A small cluster runs on t3.large, whose speed drops when its CPU credits are used up.",
		Suggestion: "medium",
	},
	"too few addresses": {
		Rule: ID + ".network.addresses", Request: goodRequest(adaptertest.With(request.NetworkField, "10.40.1.128/25")),
		Message:    "The network 10.40.1.128/25 is too small for the nodes, load balancers and control plane of a small cluster.",
		Suggestion: "10.40.1.0/24",
	},
	"range of default VPCs": {
		Rule: ID + ".network.default-vpc", Request: goodRequest(adaptertest.With(request.NetworkField, "172.31.16.0/20")),
		Message:    "The network 172.31.16.0/20 overlaps 172.31.0.0/16, which is what the default VPC of every region uses, so the two could never be peered.",
		Suggestion: "10.20.0.0/20",
	},
	"range of clusters' services": {
		Rule: ID + ".network.cluster-range", Request: goodRequest(adaptertest.With(request.NetworkField, "172.20.0.0/20")),
		Message:    "The network 172.20.0.0/20 overlaps 172.20.0.0/16, which other clusters use for their services: through a hub their pods could not reach it.",
		Suggestion: "10.20.0.0/20",
	},
	"other range of clusters' services": {
		Rule: ID + ".network.cluster-range", Request: goodRequest(adaptertest.With(request.NetworkField, "10.100.64.0/20")),
		Message:    "The network 10.100.64.0/20 overlaps 10.100.0.0/16, which other clusters use for their services: through a hub their pods could not reach it.",
		Suggestion: "10.20.0.0/20",
	},
	"hub inside the network": {
		Rule: ID + ".network.hub-range", Request: goodRequest(adaptertest.With(request.NetworkField, "10.20.0.0/16")),
		Settings:   map[string]string{transitGatewaySetting: "tgw-00000000000000000", hubRangesSetting: "10.20.4.0/24"},
		Message:    "The network 10.20.0.0/16 overlaps 10.20.4.0/24, which is the hub's: what is sent there would not leave the network.",
		Suggestion: "10.0.0.0/16",
	},
	"network of the hub": {
		Rule: ID + ".network.hub-range", Request: goodRequest(adaptertest.With(request.NetworkField, "10.40.0.0/20")),
		Settings:   map[string]string{transitGatewaySetting: "tgw-00000000000000000", hubRangesSetting: "10.40.0.0/20"},
		Message:    "The network 10.40.0.0/20 overlaps 10.40.0.0/20, which is the hub's: what is sent there would not leave the network.",
		Suggestion: "10.20.0.0/20",
	},
	"link-local range": {
		Rule: ID + ".network.reserved-range", Request: goodRequest(adaptertest.With(request.NetworkField, "169.254.0.0/20")),
		Message:    "The network 169.254.0.0/20 overlaps 169.254.0.0/16, which is link-local and cannot be assigned to a VPC.",
		Suggestion: "10.20.0.0/20",
	},
	"loopback": {
		Rule: ID + ".network.reserved-range", Request: goodRequest(adaptertest.With(request.NetworkField, "127.16.0.0/20")),
		Message:    "The network 127.16.0.0/20 overlaps 127.0.0.0/8, which is loopback.",
		Suggestion: "10.20.0.0/20",
	},
	"multicast": {
		Rule: ID + ".network.reserved-range", Request: goodRequest(adaptertest.With(request.NetworkField, "239.0.0.0/20")),
		Message:    "The network 239.0.0.0/20 overlaps 224.0.0.0/3, which is multicast and reserved.",
		Suggestion: "10.20.0.0/20",
	},
	"Docker's range": {
		Rule: ID + ".network.docker-range", Request: goodRequest(adaptertest.With(request.NetworkField, "172.17.0.0/16")),
		Message:    "The network 172.17.0.0/16 overlaps 172.17.0.0/16, which is what Docker takes by default, and with it services such as Cloud9 and SageMaker, which could not reach it.",
		Suggestion: "10.20.0.0/16",
	},
	"range that cannot be combined": {
		Rule: ID + ".network.reserved-range", Request: goodRequest(adaptertest.With(request.NetworkField, "198.19.16.0/20")),
		Message:    "The network 198.19.16.0/20 overlaps 198.19.0.0/16, which cannot be combined with private ranges in one VPC.",
		Suggestion: "10.20.0.0/20",
	},
	"too large for a VPC": {
		Rule: ID + ".network.vpc-prefix", Request: goodRequest(adaptertest.With(request.NetworkField, "10.0.0.0/8")),
		Message:    "A VPC cannot have the range 10.0.0.0/8, because its prefix must be from /16 to /28.",
		Suggestion: "10.0.0.0/16",
	},
	"owner that no tag holds": {
		Rule: ID + ".owner.tag-value", Request: goodRequest(adaptertest.With(request.OwnerField, "o'brien@example.com")),
		Message: "The owner o'brien@example.com has a character that tags cannot hold, so nothing could be traced to it.",
	},
	"production in two zones": {
		Rule: ID + ".region.production-zones", Also: []string{ID + ".region.opt-in"},
		Request: goodRequest(production, medium, adaptertest.With(request.RegionField, "mx-central-1")),
		Message: "Mexico (Central) is not known to have three availability zones for a control plane, so the cluster spreads over 2 and keeps one when the other fails.",
	},
	"region that an account has to enable": {
		Rule: ID + ".region.opt-in", Request: goodRequest(adaptertest.With(request.RegionField, "eu-south-1")),
		Message: "An account has to enable Europe (Milan) before anything can be built there.",
	},
	"region that nobody knows the zones of": {
		Rule: ID + ".region.opt-in", Request: goodRequest(adaptertest.With(request.RegionField, "mx-central-1")),
		Message: "An account has to enable Mexico (Central) before anything can be built there, and the platform does not know its availability zones: it plans for 2.",
	},
	"zone without a control plane": {
		Rule: ID + ".region.control-plane-zones", Request: goodRequest(adaptertest.With(request.RegionField, "us-west-1")),
		Message: "A cluster needs 2 availability zones, and an account that has usw1-az2 among its 2 of US West (N. California) is left with 1: no control plane can stand there.",
	},
	"name that is cut": {
		Rule: ID + ".application.name-length", Request: goodRequest(adaptertest.With(request.ApplicationField, "a-rather-long-application-name")),
		Message:    "Names of resources show only the first 25 characters of a-rather-long-application-name; digits of the environment's ID keep them apart.",
		Suggestion: "a-rather-long-application",
	},
	"name that is cut in production": {
		Rule: ID + ".application.name-length", Request: goodRequest(adaptertest.With(request.ApplicationField, "a-rather-long-application"), production, medium),
		Message:    "Names of resources show only the first 24 characters of a-rather-long-application; digits of the environment's ID keep them apart.",
		Suggestion: "a-rather-long-applicatio",
	},
	"name of hyphens": {
		Rule: ID + ".application.name-length", Request: goodRequest(adaptertest.With(request.ApplicationField, "a-----------------------------9z")),
		Message: "Names of resources show only the first 25 characters of a-----------------------------9z; digits of the environment's ID keep them apart.",
	},
}
