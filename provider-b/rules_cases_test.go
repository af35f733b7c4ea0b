package providerb

import (
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
	"platform.internal/platform-core/request"
)

// brokenRules has a request for each rule that breaks it and no other.
var brokenRules = map[string]testkit.RuleCase{
	"nobody reaches the cluster": {
		Rule: ID + ".cluster.access", Request: goodRequest(), Settings: map[string]string{},
		Message: "Nobody outside the environment's network reaches its private Kubernetes API, and nobody administers the cluster.",
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
		Rule: ID + ".application.namespace", Request: goodRequest(adaptertest.With(request.ApplicationField, "gatekeeper-system")),
		Message:    "The application runs in a namespace of its own name, and gatekeeper-system is kept for what runs the cluster.",
		Suggestion: "app-gatekeeper-system",
	},
	"platform's namespace": {
		Rule: ID + ".application.namespace", Request: goodRequest(adaptertest.With(request.ApplicationField, "argocd")),
		Message:    "The application runs in a namespace of its own name, and argocd is kept for what runs the cluster.",
		Suggestion: "app-argocd",
	},
	"add-on's namespace": {
		Rule: ID + ".application.namespace", Request: goodRequest(adaptertest.With(request.ApplicationField, "app-routing-system")),
		Message:    "The application runs in a namespace of its own name, and app-routing-system is kept for what runs the cluster.",
		Suggestion: "app-app-routing-system",
	},
	"reserved word": {
		Rule: ID + ".application.reserved-word", Request: goodRequest(adaptertest.With(request.ApplicationField, "windows-updates")),
		Message:    "The vault and the storage account take their names from windows-updates, and the provider reserves the word windows.",
		Suggestion: "app-updates",
	},
	"reserved word across hyphens": {
		Rule: ID + ".application.reserved-word", Request: goodRequest(adaptertest.With(request.ApplicationField, "my-micro-soft-sync")),
		Message:    "The vault and the storage account take their names from my-micro-soft-sync, and the provider reserves the word microsoft.",
		Suggestion: "myappsync",
	},
	"reserved word made anew": {
		Rule: ID + ".application.reserved-word", Request: goodRequest(adaptertest.With(request.ApplicationField, "winwindowsdows")),
		Message:    "The vault and the storage account take their names from winwindowsdows, and the provider reserves the word windows.",
		Suggestion: "winappdows",
	},
	"machines that are not sold": {
		Rule: ID + ".cluster.machines-sold", Never: "each region of the price list sells machines of every size",
	},
	"unknown machines": {
		Rule: ID + ".region.machines", Request: goodRequest(in("belgiumcentral")),
		Message: "The price list of 2026-06-18 has no machine of Belgium Central: what the nodes cost is unknown, and whether they are sold there.",
	},
	"longer than the support of Kubernetes": {
		Rule: ID + ".kubernetes.lifespan", Request: goodRequest(adaptertest.With(request.ExpiryField, "2027-07-01")),
		Message: "The environment runs until 1 Jul 2027, and the provider's standard support of Kubernetes 1.36 ends on 30 Jun 2027.",
	},
	"no last day": {
		Rule: ID + ".kubernetes.lifespan", Request: goodRequest(adaptertest.Production, medium),
		Message: "The environment has no last day, and the provider's standard support of Kubernetes 1.36 ends on 30 Jun 2027.",
	},
	"small production": {
		Rule: ID + ".cluster.production-size", Request: goodRequest(production),
		Message:    "A small cluster may run on 1 node for applications, which then stop while it is replaced.",
		Suggestion: "medium",
	},
	"too small a network": {
		Rule: ID + ".network.addresses", Request: goodRequest(adaptertest.With(request.NetworkField, "10.40.1.64/26")),
		Message:    "The network 10.40.1.64/26 is too small for the nodes, the API server and the private endpoints of a small cluster.",
		Suggestion: "10.40.1.0/25",
	},
	"where other clusters have their pods": {
		Rule: ID + ".network.cluster-range", Request: goodRequest(adaptertest.With(request.NetworkField, "10.244.0.0/20")),
		Message:    "Other clusters may use 10.244.0.0/16 for their pods, and through a hub those could not reach the network 10.244.0.0/20.",
		Suggestion: "10.20.0.0/20",
	},
	"around where other clusters have their services": {
		Rule: ID + ".network.cluster-range", Request: goodRequest(adaptertest.With(request.NetworkField, "172.20.128.0/17")),
		Message:    "Other clusters may use 172.20.0.0/16 for their services, and through a hub those could not reach the network 172.20.128.0/17.",
		Suggestion: "10.20.0.0/17",
	},
	"link-local range": {
		Rule: ID + ".network.reserved-range", Request: goodRequest(adaptertest.With(request.NetworkField, "169.254.0.0/20")),
		Message:    "The network 169.254.0.0/20 overlaps 169.254.0.0/16, which is link-local and refused by AKS.",
		Suggestion: "10.20.0.0/20",
	},
	"the cluster's own range": {
		Rule: ID + ".network.reserved-range", Request: goodRequest(adaptertest.With(request.NetworkField, "172.30.16.0/20")),
		Message:    "The network 172.30.16.0/20 overlaps 172.30.0.0/16, which AKS keeps for itself.",
		Suggestion: "10.20.0.0/20",
	},
	"around the cluster's own range": {
		Rule: ID + ".network.reserved-range", Request: goodRequest(adaptertest.With(request.NetworkField, "172.24.0.0/13")),
		Message:    "The network 172.24.0.0/13 overlaps 172.30.0.0/16, which AKS keeps for itself.",
		Suggestion: "172.24.0.0/16",
	},
	"too large for a virtual network": {
		Rule: ID + ".network.vnet-prefix", Request: goodRequest(adaptertest.With(request.NetworkField, "12.0.0.0/7")),
		Message:    "A virtual network cannot have the range 12.0.0.0/7, because its prefix must be from /8 to /29.",
		Suggestion: "10.0.0.0/8",
	},
	"no API server in the network": {
		Rule: ID + ".region.api-server", Request: goodRequest(adaptertest.With(request.RegionField, "qatarcentral")),
		Message:    "A cluster's API server cannot stand in the environment's network in Qatar Central, which is what makes it private here.",
		Suggestion: "northeurope",
	},
	"production with a way out in one zone": {
		Rule: ID + ".region.way-out", Request: goodRequest(production, medium, adaptertest.With(request.RegionField, "centralindia")),
		Message: "No NAT gateway stands in every zone of Central India, so production loses its internet egress when one zone fails.",
	},
	"production without zones, paired": {
		Rule: ID + ".region.production-zones", Request: goodRequest(production, medium, adaptertest.With(request.RegionField, "ukwest")),
		Message:    "UK West has no availability zones, so one failure of a data centre would stop production.",
		Suggestion: "uksouth",
	},
	"production without zones, same geography": {
		Rule: ID + ".region.production-zones", Request: goodRequest(production, medium, adaptertest.With(request.RegionField, "jioindiawest")), Also: []string{ID + ".region.by-request"},
		Message:    "Jio India West has no availability zones, so one failure of a data centre would stop production.",
		Suggestion: "centralindia",
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
	"restricted data with a way out of its own": {
		Rule: ID + ".data.restricted-egress", Request: goodRequest(production, medium, restricted), Also: []string{ID + ".data.workspace-key"},
		Message: "Restricted data can leave to every address of the internet: the environment has a NAT gateway of its own.",
	},
	"restricted data": {
		Rule: ID + ".data.workspace-key", Request: goodRequest(production, medium, restricted), Also: []string{ID + ".data.restricted-egress"},
		Message: "Everything has a customer-managed key but the log workspace, which takes one only in a dedicated cluster.",
	},
	"development without zones": {
		Rule: ID + ".region.zones", Request: goodRequest(adaptertest.With(request.RegionField, "canadaeast")),
		Message:    "Canada East has no availability zones, so a move to production would need another region.",
		Suggestion: "canadacentral",
	},
	"region by request": {
		Rule: ID + ".region.by-request", Request: goodRequest(adaptertest.With(request.RegionField, "koreasouth")), Also: []string{ID + ".region.zones"},
		Message:    "The provider opens Korea South by request only, so nothing can be built there until it has opened it to the subscription.",
		Suggestion: "koreacentral",
	},
	"hub inside the network": {
		Rule: ID + ".network.hub-range", Request: goodRequest(adaptertest.With(request.NetworkField, "10.20.0.0/16")),
		Settings:   withAccess(map[string]string{"hub_cidrs": "10.0.0.0/8,10.20.4.0/24"}),
		Message:    "The network 10.20.0.0/16 overlaps 10.20.4.0/24, which is the hub's: what is sent there would not leave the network.",
		Suggestion: "10.1.0.0/16",
	},
	"firewall inside the network": {
		Rule: ID + ".network.hub-range", Request: goodRequest(adaptertest.With(request.NetworkField, "10.50.0.0/16")),
		Settings: withAccess(map[string]string{
			"egress": hubEgress, "egress_next_hop_ip": "10.50.1.4", "hub_virtual_network_id": hubSettings()["hub_virtual_network_id"],
		}),
		Message:    "The network 10.50.0.0/16 overlaps 10.50.1.4/32, which is the hub's: what is sent there would not leave the network.",
		Suggestion: "10.20.0.0/16",
	},
	"all pools taken": {
		Rule: ID + ".network.pools", Request: goodRequest(adaptertest.With(request.NetworkField, "10.50.0.0/16")),
		Settings: withAccess(map[string]string{"pod_cidrs": "10.50.0.0/17"}),
		Message: "The network 10.50.0.0/16 leaves no range for the cluster's services and pods, " +
			"which take one each of 172.20.0.0/16, 10.0.0.0/16, 192.168.0.0/17 and 10.50.0.0/17.",
		Suggestion: "10.20.0.0/16",
	},
}

// withAccess adds settings with which somebody reaches and administers the cluster.
func withAccess(settings map[string]string) map[string]string {
	settings["run_command"], settings["cluster_admin_group_object_ids"] = "on", "00000000-0000-0000-0000-0000000000aa"
	return settings
}
