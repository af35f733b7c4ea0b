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
	return slices.Concat(
		adapter.Needs(adapter.NeedInput, inputs), adapter.Needs(adapter.NeedRight, table.Rights),
		adapter.Needs(adapter.NeedQuota, p.quotas()), p.steps())
}

// quotas returns the service quotas that an environment may reach. A change of the size makes the new nodes
// before it removes the old ones.
func (p plan) quotas() map[string]string {
	vcpus := p.size.instance().VCPUs
	quotas := map[string]string{
		"EKS clusters per region": "1 more",
		"Running On-Demand Standard instances, in vCPUs": fmt.Sprintf("%d more at the peak of %d nodes and one that replaces another; those of both sizes while the size changes",
			(p.size.MaxNodes+1)*vcpus, p.size.MaxNodes),
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
	step("keep the lock file of providers", "beside the state: main.tf takes any release of the major version that the file does not pin")
	if p.region.OptIn {
		step("enable the region", "for the account, before the first plan")
	}
	step("have AWSServiceRoleForAutoScaling", "in the account before the first apply: the key of volumes admits it by name")
	step("activate the tag EnvironmentName", "as a cost allocation tag in the management account: the budget counts by it")
	if p.in.Boundary(logArchiveAccount) != "" {
		step("make the destination of logs", p.in.Setting(logDestinationSetting)+
			", in the log archive account and this region, and let it admit the account")
	}
	if p.hubAttached() {
		step("share the transit gateway", "with the account; where it does not accept attachments by itself, the first apply waits for somebody in the network account and fails until then")
	}
	step("apply again every week", "nodes and add-ons are renewed by an apply and by nothing else")
	step("install what runs in the cluster", "as a cluster administrator: the output cluster_objects, and from their charts the cluster autoscaler (with awsRegion) and the load balancer controller (with region, and with vpcId of the output vpc_id; without WAF, WAFv2 and Shield) under the service accounts of the output pod_identities. Pods do not reach the metadata of instances, where both would look otherwise")
	teardown := "delete services and ingresses with load balancers and claimed volumes first: Terraform does not know them, and subnets cannot go before them"
	if p.production() {
		teardown += "; apply with deletion_protection false"
	}
	step("tear down in order", teardown+"; then destroy")
	return list
}
