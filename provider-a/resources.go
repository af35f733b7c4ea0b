package providera

import (
	"fmt"
	"strconv"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// Resources returns the resources of the plan, in the sections of terraform/main.tf. Each has the ID of its
// account.
func (p plan) Resources() []request.Resource {
	list := adapter.NewInventory(p.in, adapter.Settings{"account_id": p.in.Boundary(p.in.OwnBoundary())})
	p.network(list)
	p.egress(list)
	p.hub(list)
	p.names(list)
	p.securityGroups(list)
	p.encryption(list)
	p.logging(list)
	p.identities(list)
	p.cluster(list)
	p.nodes(list)
	p.addons(list)
	p.budget(list)
	return list.Resources()
}

// named returns the environment's name with a suffix. numbered adds a number, which starts at 1.
func (p plan) named(suffix string) string { return p.name + suffix }

func (p plan) numbered(suffix string, index int) string {
	return p.name + suffix + strconv.Itoa(index+1)
}

const (
	vpcAddress     = "aws_vpc.this"
	clusterAddress = "aws_eks_cluster.this"
	hubAddress     = "aws_ec2_transit_gateway_vpc_attachment.hub[0]"
)

func (p plan) network(l *adapter.Inventory) {
	cut := p.layout
	l.Add(vpcAddress, p.name, "", adapter.Settings{"cidr_block": p.NetworkCIDR.String()})
	l.Add("aws_default_security_group.this", p.named("-default-unused"), vpcAddress, adapter.Settings{"rules": "none"})
	for i, block := range cut.private {
		subnet, table := adapter.Indexed("aws_subnet.private", i), adapter.Indexed("aws_route_table.private", i)
		l.Add(subnet, p.numbered("-private-", i), vpcAddress,
			adapter.Settings{"cidr_block": block.String(), "map_public_ip_on_launch": "false"}, request.PrivateCluster)
		l.Add(table, p.numbered("-private-", i), vpcAddress, nil)
		l.Add(adapter.Indexed("aws_route.private_default", i), "0.0.0.0/0", table,
			adapter.Settings{"destination_cidr_block": "0.0.0.0/0", "target": p.wayOut(i)})
		l.Add(adapter.Indexed("aws_route_table_association.private", i), p.numbered("-private-", i), subnet, nil)
	}
	if len(cut.pods) > 0 {
		l.Add("aws_vpc_ipv4_cidr_block_association.pods[0]", cut.podRange.String(), vpcAddress,
			adapter.Settings{"cidr_block": cut.podRange.String()})
	}
	for i, block := range cut.pods {
		subnet := adapter.Indexed("aws_subnet.pods", i)
		l.Add(subnet, p.numbered("-pods-", i), vpcAddress,
			adapter.Settings{"cidr_block": block.String(), "map_public_ip_on_launch": "false"}, request.PrivateCluster)
		l.Add(adapter.Indexed("aws_route_table_association.pods", i), p.numbered("-pods-", i), subnet, nil)
	}
	l.Add("aws_vpc_endpoint.s3", p.named("-s3"), vpcAddress,
		adapter.Settings{"buckets": "of the account, image layers of the provider and of registry.k8s.io, packages",
			"vpc_endpoint_type": "Gateway"},
		request.LeastPrivilege)
}

// wayOut returns the target of the default route of a private subnet: a NAT gateway, or the transit gateway of
// the hub.
func (p plan) wayOut(subnet int) string {
	if gateways := len(p.layout.egress); gateways > 0 {
		return adapter.Indexed("aws_nat_gateway.this", subnet%gateways)
	}
	return p.in.Setting(transitGatewaySetting)
}

func (p plan) egress(l *adapter.Inventory) {
	if len(p.layout.egress) == 0 {
		return
	}
	table := "aws_route_table.egress[0]"
	l.Add("aws_internet_gateway.this[0]", p.name, vpcAddress, nil)
	l.Add(table, p.named("-egress"), vpcAddress, nil)
	l.Add("aws_route.egress_internet[0]", "0.0.0.0/0", table, adapter.Settings{"destination_cidr_block": "0.0.0.0/0"})
	for i, block := range p.layout.egress {
		subnet := adapter.Indexed("aws_subnet.egress", i)
		l.Add(subnet, p.numbered("-egress-", i), vpcAddress,
			adapter.Settings{"cidr_block": block.String(), "map_public_ip_on_launch": "false"})
		l.Add(adapter.Indexed("aws_route_table_association.egress", i), p.numbered("-egress-", i), subnet, nil)
		l.Add(adapter.Indexed("aws_eip.nat", i), p.numbered("-nat-", i), "", nil)
		l.Add(adapter.Indexed("aws_nat_gateway.this", i), p.numbered("-nat-", i), subnet, nil)
	}
}

// hub adds what attaches the network to the transit gateway.
func (p plan) hub(l *adapter.Inventory) {
	if !p.hubAttached() {
		return
	}
	list, gateway := "aws_ec2_managed_prefix_list.hub[0]", p.in.Setting(transitGatewaySetting)
	l.Add(list, p.named("-hub"), "", adapter.Settings{"entries": adapter.ListOf(hubRanges(p.in))})
	l.Add(hubAddress, p.named("-hub"), vpcAddress, adapter.Settings{"transit_gateway_id": gateway})
	for i := range p.layout.private {
		l.Add(adapter.Indexed("aws_route.private_hub", i), p.named("-hub"), adapter.Indexed("aws_route_table.private", i),
			adapter.Settings{"destination": list, "target": gateway})
	}
	l.Add("aws_vpc_security_group_ingress_rule.hub_api[0]", p.named("-hub-api"), "aws_security_group.cluster",
		adapter.Settings{"from_port": "443", "source": list, "to_port": "443"}, request.PrivateCluster)
}

// names adds what asks the hub for names.
func (p plan) names(l *adapter.Inventory) {
	for _, id := range p.in.SettingList(resolverRulesSetting) {
		l.Add(adapter.Keyed("aws_route53_resolver_rule_association.hub", id), id, vpcAddress,
			adapter.Settings{"resolver_rule_id": id})
	}
}

func (p plan) securityGroups(l *adapter.Inventory) {
	group, vpc := "aws_security_group.cluster", p.NetworkCIDR.String()
	l.Add(group, "cluster-"+p.name, vpcAddress, nil, request.PrivateCluster)
	l.Add("aws_vpc_security_group_ingress_rule.cluster_api", p.named("-cluster-api"), group,
		adapter.Settings{"cidr_ipv4": vpc, "from_port": "443", "to_port": "443"}, request.PrivateCluster)
	l.Add("aws_vpc_security_group_egress_rule.cluster_nodes", p.named("-cluster-nodes"), group,
		adapter.Settings{"cidr_ipv4": vpc, "from_port": "1025", "to_port": "65535"}, request.PrivateCluster)
}

func (p plan) encryption(l *adapter.Inventory) {
	for _, duty := range duties {
		key := keyAddress(duty)
		l.Add(key, p.named("-"+duty), "", adapter.Settings{
			"deletion_window_in_days": strconv.Itoa(p.keyDeletionDays()),
			"enable_key_rotation":     "true", "rotation_period_in_days": strconv.Itoa(p.keyRotationDays()),
		}, request.EncryptionAtRest)
		l.Add(adapter.Keyed("aws_kms_alias.this", duty), "alias/"+p.named("-"+duty), key, nil)
	}
}

// The log groups of an environment; a third one is for flow logs.
const (
	applicationLogs = "application"
	clusterLogs     = "cluster"
)

// logGroupName returns the name of a log group. The provider fixes the names for its control plane and its log
// shipper.
func (p plan) logGroupName(key string) string {
	switch key {
	case applicationLogs:
		return "/aws/containerinsights/" + p.name + "/application"
	case clusterLogs:
		return "/aws/eks/" + p.name + "/cluster"
	default:
		return "/platform/" + p.name + "/" + key
	}
}

// logDestination returns the ARN of the destination in the log archive account.
func (p plan) logDestination(archive string) string {
	return "arn:aws:logs:" + p.Region + ":" + archive + ":destination:" + p.in.Setting(logDestinationSetting)
}

func (p plan) logging(l *adapter.Inventory) {
	archive := p.in.Boundary(logArchiveAccount)
	for key := range sizeTable.LogTenths.Value {
		group := adapter.Keyed("aws_cloudwatch_log_group.this", key)
		l.Add(group, p.logGroupName(key), "", adapter.Settings{
			"deletion_protection_enabled": strconv.FormatBool(p.production()),
			"kms_key_id":                  keyAddress("logs"), "retention_in_days": strconv.Itoa(p.logRetentionDays()),
		}, request.CentralLogging)
		l.Uphold(group, request.EncryptionAtRest, "kms_key_id")
		if archive == "" {
			l.Uphold(group, request.CentralLogging, "retention_in_days")
			continue
		}
		filter := adapter.Keyed("aws_cloudwatch_log_subscription_filter.archive", key)
		l.Add(filter, p.named("-"+key+"-archive"), group,
			adapter.Settings{"archive_account_id": archive, "destination_arn": p.logDestination(archive)})
		l.Uphold(filter, request.CentralLogging, "destination_arn")
	}
	l.Add("aws_flow_log.vpc", p.name, vpcAddress, adapter.Settings{"traffic_type": "ALL"}, request.CentralLogging)
}

// role adds an identity and returns its address.
func (p plan) role(l *adapter.Inventory, key, suffix string) string {
	address := "aws_iam_role." + key
	l.Add(address, p.named(suffix), "", nil, request.LeastPrivilege)
	return address
}

func (p plan) identities(l *adapter.Inventory) {
	permission(l, p.role(l, "cluster", "-eks-cluster"), "aws_iam_role_policy_attachment.cluster", "AmazonEKSClusterPolicy")
	permission(l, "aws_iam_role.cluster", "aws_iam_role_policy.cluster_encryption", "secrets-encryption")
	permission(l, "aws_iam_role.cluster", "aws_iam_role_policy.cluster_load_balancers", "internal-load-balancers-only")
	node := p.role(l, "node", "-eks-node")
	for _, policy := range []string{"AmazonEC2ContainerRegistryPullOnly", "AmazonEKSWorkerNodePolicy"} {
		permission(l, node, adapter.Keyed("aws_iam_role_policy_attachment.node", policy), policy)
	}
	permission(l, p.role(l, "cni", "-eks-cni"), "aws_iam_role_policy_attachment.cni", "AmazonEKS_CNI_Policy")
	storage := p.role(l, "ebs_csi", "-ebs-csi")
	permission(l, storage, "aws_iam_role_policy_attachment.ebs_csi", "AmazonEBSCSIDriverEKSClusterScopedPolicy")
	permission(l, storage, "aws_iam_role_policy.ebs_csi", "use-volume-key")
	permission(l, p.role(l, "log_shipper", "-log-shipper"), "aws_iam_role_policy.log_shipper", "ship-pod-logs")
	permission(l, p.role(l, "autoscaler", "-autoscaler"), "aws_iam_role_policy.autoscaler", "scale-node-groups")
	permission(l, p.role(l, "load_balancers", "-balancers"), "aws_iam_role_policy.load_balancers",
		"internal-load-balancers")
	permission(l, p.role(l, "flow_logs", "-flow-logs"), "aws_iam_role_policy.flow_logs", "write-flow-logs")
	permission(l, p.role(l, "workload", "-workload"), "aws_iam_role_policy.workload", "write-application-logs")
}

// permission adds one permission of a role. In main.tf it is an inline policy, or an attached policy of the
// provider.
func permission(l *adapter.Inventory, role, address, name string) {
	l.Add(address, name, role, nil, request.LeastPrivilege)
}

func (p plan) cluster(l *adapter.Inventory) {
	l.Add(clusterAddress, p.name, vpcAddress, adapter.Settings{
		"deletion_protection":     strconv.FormatBool(p.production()),
		"endpoint_private_access": "true",
		"endpoint_public_access":  "false",
		"key_arn":                 keyAddress("secrets"),
		"service_ipv4_cidr":       p.layout.services.String(),
		"version":                 terms.Kubernetes.Version,
		"zonal_shift":             strconv.FormatBool(p.production()),
	}, request.AllControls()...)
	l.Uphold(clusterAddress, request.EncryptionAtRest, "key_arn")
	l.Uphold(clusterAddress, request.PrivateCluster, "endpoint_public_access")
}

// nodes adds the nodes and their template. The template has the tags that a later request may change, because
// such a change replaces the nodes.
func (p plan) nodes(l *adapter.Inventory) {
	s := p.size
	template := adapter.Settings{
		"http_tokens": "required", "kms_key_id": keyAddress("volumes"), "volume_encrypted": "true",
		"tag_cost_centre": p.CostCentre, "tag_data_classification": p.DataClassification, "tag_owner": p.Owner,
		"volume_size": strconv.Itoa(s.DiskGiB), "volume_type": sizeTable.Node.VolumeType,
	}
	if s.instance().Burstable {
		template["cpu_credits"] = "standard"
	}
	l.Add("aws_launch_template.node", p.named("-node"), "", template)
	l.Uphold("aws_launch_template.node", request.EncryptionAtRest, "kms_key_id")
	l.Add("aws_eks_node_group.this", strings.ReplaceAll(p.instanceType(), ".", "-")+"-", clusterAddress, adapter.Settings{
		"capacity_type": sizeTable.Node.CapacityType,
		"desired_size":  strconv.Itoa(s.FirstNodes),
		"instance_type": p.instanceType(),
		"max_size":      strconv.Itoa(s.MaxNodes),
		"memory_gib":    strconv.Itoa(s.instance().MemoryGiB),
		"min_size":      strconv.Itoa(s.MinNodes),
		"vcpus":         strconv.Itoa(s.instance().VCPUs),
	}, request.PrivateCluster)
}

func (p plan) addons(l *adapter.Inventory) {
	for _, name := range []string{"eks-pod-identity-agent", "kube-proxy", "vpc-cni"} {
		l.Add(adapter.Keyed("aws_eks_addon.before_nodes", name), name, clusterAddress, nil)
	}
	l.Add(adapter.Keyed("aws_eks_addon.after_nodes", "amazon-cloudwatch-observability"), "amazon-cloudwatch-observability",
		clusterAddress,
		adapter.Settings{"ships": "what pods print", "to": p.logGroupName(applicationLogs)}, request.CentralLogging)
	for _, name := range []string{"aws-ebs-csi-driver", "coredns", "eks-node-monitoring-agent", "metrics-server"} {
		l.Add(adapter.Keyed("aws_eks_addon.after_nodes", name), name, clusterAddress, nil)
	}
	application := p.Application
	podIdentity(l, "autoscaler", "kube-system", "cluster-autoscaler")
	podIdentity(l, "load_balancers", "kube-system", "aws-load-balancer-controller")
	podIdentity(l, "cni", "kube-system", "aws-node")
	podIdentity(l, "ebs_csi", "kube-system", "ebs-csi-controller-sa")
	podIdentity(l, "log_shipper", "amazon-cloudwatch", "cloudwatch-agent")
	podIdentity(l, "workload", application, application)
	l.Uphold("aws_eks_pod_identity_association.workload", request.LeastPrivilege, "service_account")
}

// podIdentity links a service account to the role with the same key.
func podIdentity(l *adapter.Inventory, key, namespace, account string) {
	l.Add("aws_eks_pod_identity_association."+key, account, clusterAddress,
		adapter.Settings{"namespace": namespace, "service_account": account}, request.LeastPrivilege)
}

// budgetContacts returns the mailboxes that receive the budget alerts.
func (p plan) budgetContacts() string {
	if contact := p.in.Setting(contactSetting); contact != "" && contact != p.Owner {
		return p.Owner + ", " + contact
	}
	return p.Owner
}

// estimateAlert returns the cost in US dollars above which an alert says that costs are higher than estimated; nil for no
// alert.
func (p plan) estimateAlert() *int64 { return prices.AlertAt(p.Region, p.MonthlyBudget, p.Charges()) }

func (p plan) budget(l *adapter.Inventory) {
	settings := adapter.Settings{
		"limit_amount": fmt.Sprintf("%d.00", p.MonthlyBudget), "subscribers": p.budgetContacts(),
	}
	if at := p.estimateAlert(); at != nil {
		settings["estimate_alert_usd"] = strconv.FormatInt(*at, 10)
	}
	l.Add("aws_budgets_budget.monthly", p.named("-monthly"), "", settings)
}
