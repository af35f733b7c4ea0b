package providera

import (
	"fmt"
	"maps"
	"slices"

	"platform.internal/platform-core/adapter"
)

// Needs returns what the workflow must bring.
func (p plan) Needs() []adapter.Need {
	inputs := maps.Clone(table.Inputs)
	for name := range p.settingInputs() {
		delete(inputs, name)
	}
	rights := maps.Clone(table.Rights)
	if p.in.Boundary(logArchiveAccount) != "" {
		rights["logs"] += ", and send logs to the log archive's destination"
	}
	return slices.Concat(
		adapter.Needs(adapter.NeedInput, inputs), adapter.Needs(adapter.NeedRight, rights),
		adapter.Needs(adapter.NeedQuota, p.quotas()), p.steps())
}

// quotas returns the service quotas that an environment may reach. An update of the nodes, and a change of the
// size, make the new nodes before they remove the old ones.
func (p plan) quotas() map[string]string {
	peak := p.size.peakNodes(p.region.clusterZones())
	quotas := map[string]string{
		"EKS clusters per region": "1 more",
		"Running On-Demand Standard instances, in vCPUs": fmt.Sprintf(
			"%d more, for %d nodes and the %d that an update adds. A change of the size needs the vCPUs of both sizes.",
			peak*p.size.instance().VCPUs, p.size.MaxNodes, peak-p.size.MaxNodes),
		"VPCs per region": "1 more",
	}
	if n := len(p.layout.egress); n > 0 {
		quotas["EC2-VPC Elastic IPs"] = fmt.Sprintf("%d more, for NAT gateways", n)
		quotas["Internet gateways per region"] = "1 more"
	}
	return quotas
}

// steps returns the steps besides plan and apply, in their order.
func (p plan) steps() []adapter.Need {
	var list []adapter.Need
	step := func(name, text string) {
		list = append(list, adapter.Need{Kind: adapter.NeedStep, Name: name, Text: text})
	}
	step("scan main.tf", "main.tf excuses 1 finding of tfsec and 3 of KICS. The line above each says why.")
	step("keep the lock file of providers", "Keep .terraform.lock.hcl with the state. "+
		"main.tf accepts each release of a major version, and the lock file pins one.")
	if p.region.OptIn {
		step("enable the region", "Enable it for the account before the first plan.")
	}
	step("create AWSServiceRoleForAutoScaling",
		"The account needs this role before the first apply, because the key of the volumes names it.")
	step("activate the tag "+p.in.TagKey(environmentTag),
		"Make it a cost allocation tag in the management account. The budget counts the costs with this tag.")
	if p.in.Boundary(logArchiveAccount) != "" {
		step("create the destination of logs", "Create "+p.in.Setting(logDestinationSetting)+
			" in the log archive account and this region. It must accept logs from the environment's account.")
	}
	if p.hubAttached() {
		step("share the transit gateway", "Share it with the environment's account. "+
			"If it does not accept attachments automatically, the first apply fails until the network account accepts this one.")
	}
	step("upgrade Kubernetes by "+terms.Kubernetes.SupportedUntil.Words(),
		"Propose the same request with a newer release of the adapter. After that day EKS upgrades the control plane by itself. "+
			"Plans then fail until the workflow sets the input kubernetes_version to the running version.")
	step("update the nodes every week", "Call eks:UpdateNodegroupVersion in a workflow of its own. "+
		"No apply renews the image of the nodes. An apply renews add-ons.")
	step("install what runs in the cluster", "As a cluster administrator, apply the output cluster_objects. "+
		"Install the charts of the cluster autoscaler and the load balancer controller, "+
		"under the service accounts of the output pod_identities. Set awsRegion for the autoscaler, and region and vpcId (output vpc_id) "+
		"for the controller. Otherwise both read instance metadata, which pods cannot reach.")
	step("tag what the load balancer controller makes", "Set its defaultTags to the output lasting_tags, or the budget misses load balancers. "+
		"Switch off WAF, WAFv2 and Shield, for which it has no rights.")
	teardown := "First delete claimed volumes, and services and ingresses that have load balancers. " +
		"Terraform does not know them, and subnets cannot be deleted before them. "
	if p.production() {
		teardown += "Then apply with deletion_protection = false. "
	}
	step("tear down in order", teardown+"Then destroy.")
	step("delete "+p.logGroupName(clusterLogs), "Wait ten minutes after the destroy. EKS creates this log group again, "+
		"without a key or a retention. If it stays, the next environment of this name must import it before its first apply.")
	return list
}
