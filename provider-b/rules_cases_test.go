package providerb

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
		"application.namespace", changes(called("gatekeeper-system")),
		"The application runs in a namespace of its own name, and gatekeeper-system is kept for the cluster itself.",
		"app-gatekeeper-system",
	},
	"reserved word": {
		"application.reserved-word", changes(called("windows-updates")),
		"The vault and the storage account take their names from windows-updates, and the provider reserves the word windows.",
		"app-updates",
	},
	"reserved word across hyphens": {
		"application.reserved-word", changes(called("my-micro-soft-sync")),
		"The vault and the storage account take their names from my-micro-soft-sync, and the provider reserves the word microsoft.",
		"myappsync",
	},
	"reserved word made anew": {
		"application.reserved-word", changes(called("winwindowsdows")),
		"The vault and the storage account take their names from winwindowsdows, and the provider reserves the word windows.",
		"winappdows",
	},
	"small production": {
		"cluster.production-size", changes(production),
		"A small cluster may run on 1 node for applications, which then stop while it is replaced.",
		"medium",
	},
	"too small a network": {
		"network.addresses", changes(networked("10.40.1.64/26")),
		"The network 10.40.1.64/26 is too small for the nodes, the API server and the private endpoints of a small cluster.",
		"10.40.1.0/25",
	},
	"link-local range": {
		"network.reserved-range", changes(networked("169.254.0.0/20")),
		"The network 169.254.0.0/20 overlaps 169.254.0.0/16, which is link-local and refused by AKS.",
		"10.20.0.0/20",
	},
	"the cluster's own range": {
		"network.reserved-range", changes(networked("172.30.16.0/20")),
		"The network 172.30.16.0/20 overlaps 172.30.0.0/16, which AKS keeps for itself.",
		"10.20.0.0/20",
	},
	"around the cluster's own range": {
		"network.reserved-range", changes(networked("172.16.0.0/12")),
		"The network 172.16.0.0/12 overlaps 172.30.0.0/16, which AKS keeps for itself.",
		"172.16.0.0/16",
	},
	"too large for a virtual network": {
		"network.vnet-prefix", changes(networked("10.0.0.0/7")),
		"A virtual network cannot have the range 10.0.0.0/7, because its prefix must be from /8 to /29.",
		"10.0.0.0/8",
	},
	"production without zones, paired": {
		"region.production-zones", changes(production, sized(environment.Medium), in("ukwest")),
		"UK West has no availability zones, so one failure of a data centre would stop production.",
		"uksouth",
	},
	"production without zones, same geography": {
		"region.production-zones", changes(production, sized(environment.Medium), in("jioindiawest")),
		"Jio India West has no availability zones, so one failure of a data centre would stop production.",
		"centralindia",
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
	"restricted data": {
		"data.workspace-key", changes(production, sized(environment.Medium), classified(environment.Restricted)),
		"Everything has a customer-managed key but the log workspace, which takes one only in a dedicated cluster.",
		"",
	},
	"development without zones": {
		"region.zones", changes(in("canadaeast")),
		"Canada East has no availability zones, so a move to production would need another region.",
		"canadacentral",
	},
}

func changes(list ...func(*environment.Request)) []func(*environment.Request) { return list }
