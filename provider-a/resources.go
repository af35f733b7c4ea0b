package providera

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/request"
)

// inventory collects the resources that terraform/main.tf declares for a plan.
// Its methods are in the order of the sections of that file.
type inventory struct {
	plan      plan
	resources []request.Resource
}

// settings are the notable settings of a resource. Those that are named like an
// argument have the argument's value.
type settings = request.Properties

// resourcesOf returns the resources of a plan, sorted by address, without costs.
func resourcesOf(p plan) []request.Resource {
	list := &inventory{plan: p}
	list.network()
	list.egress()
	list.securityGroups()
	list.encryption()
	list.logging()
	list.identities()
	list.cluster()
	list.nodes()
	list.addons()
	list.budget()
	slices.SortFunc(list.resources, func(a, b request.Resource) int { return strings.Compare(a.Address, b.Address) })
	return list.resources
}

// add appends a resource that lives in parent, or in none. Controls come sorted.
// Each resource says which account it is for.
func (l *inventory) add(address, name, parent string, s settings, controls ...request.Control) {
	kind, _, _ := strings.Cut(address, ".")
	properties := settings{"account_id": l.plan.placement[environmentPart].ID}
	maps.Copy(properties, s)
	l.resources = append(l.resources, request.Resource{
		Address: address, Type: kind, Name: name, Region: l.plan.request.Region, Parent: parent,
		Controls: append([]request.Control{}, controls...), Properties: properties,
	})
}

// named returns the environment's name with a suffix.
func (l *inventory) named(format string, args ...any) string {
	return l.plan.name + fmt.Sprintf(format, args...)
}

// indexed and keyed return the address of one instance of a resource that has
// several, as Terraform writes it.
func indexed(address string, index int) string { return fmt.Sprintf("%s[%d]", address, index) }

func keyed(address, key string) string { return fmt.Sprintf("%s[%q]", address, key) }

const (
	vpcAddress     = "aws_vpc.this"
	clusterAddress = "aws_eks_cluster.this"
)

func (l *inventory) network() {
	cut := l.plan.layout
	l.add(vpcAddress, l.plan.name, "", settings{"cidr_block": l.plan.request.NetworkCIDR.String()})
	l.add("aws_default_security_group.this", l.named("-default-unused"), vpcAddress, settings{"rules": "none"})
	for i, block := range cut.private {
		subnet, table := indexed("aws_subnet.private", i), indexed("aws_route_table.private", i)
		l.add(subnet, l.named("-private-%d", i+1), vpcAddress,
			settings{"cidr_block": block.String(), "map_public_ip_on_launch": "false"}, request.PrivateCluster)
		l.add(table, l.named("-private-%d", i+1), vpcAddress, nil)
		l.add(indexed("aws_route.private_nat", i), "0.0.0.0/0", table, settings{"destination_cidr_block": "0.0.0.0/0"})
		l.add(indexed("aws_route_table_association.private", i), l.named("-private-%d", i+1), table, nil)
	}
	l.add("aws_vpc_endpoint.s3", l.named("-s3"), vpcAddress,
		settings{"buckets": "of the account, and the provider's image layers and packages", "vpc_endpoint_type": "Gateway"},
		request.LeastPrivilege)
}

func (l *inventory) egress() {
	table := "aws_route_table.egress"
	l.add("aws_internet_gateway.this", l.plan.name, vpcAddress, nil)
	l.add(table, l.named("-egress"), vpcAddress, nil)
	l.add("aws_route.egress_internet", "0.0.0.0/0", table, settings{"destination_cidr_block": "0.0.0.0/0"})
	for i, block := range l.plan.layout.egress {
		subnet := indexed("aws_subnet.egress", i)
		l.add(subnet, l.named("-egress-%d", i+1), vpcAddress,
			settings{"cidr_block": block.String(), "map_public_ip_on_launch": "false"})
		l.add(indexed("aws_route_table_association.egress", i), l.named("-egress-%d", i+1), table, nil)
		l.add(indexed("aws_eip.nat", i), l.named("-nat-%d", i+1), "", nil)
		l.add(indexed("aws_nat_gateway.this", i), l.named("-nat-%d", i+1), subnet, nil)
	}
}

func (l *inventory) securityGroups() {
	group, vpc := "aws_security_group.cluster", l.plan.request.NetworkCIDR.String()
	l.add(group, "cluster-"+l.plan.name, vpcAddress, nil, request.PrivateCluster)
	l.add("aws_vpc_security_group_ingress_rule.cluster_api", l.named("-cluster-api"), group,
		settings{"cidr_ipv4": vpc, "from_port": "443", "to_port": "443"}, request.PrivateCluster)
	l.add("aws_vpc_security_group_egress_rule.cluster_nodes", l.named("-cluster-nodes"), group,
		settings{"cidr_ipv4": vpc, "from_port": "1025", "to_port": "65535"}, request.PrivateCluster)
}

func (l *inventory) encryption() {
	for name, held := range l.plan.keys {
		key := keyed("aws_kms_key.this", name)
		l.add(key, l.named("-%s", name), "", settings{
			"deletion_window_in_days": strconv.Itoa(l.plan.keyDeletionDays), "duties": strings.Join(held, ", "),
			"enable_key_rotation": "true", "rotation_period_in_days": strconv.Itoa(l.plan.keyRotationDays),
		}, request.EncryptionAtRest)
		l.add(keyed("aws_kms_alias.this", name), "alias/"+l.named("-%s", name), key, nil)
	}
}

// The log groups of an environment.
const (
	applicationLogs = "application"
	clusterLogs     = "cluster"
	flowLogs        = "flow"
)

var logGroupKeys = []string{applicationLogs, clusterLogs, flowLogs}

// logGroupName returns the name of a log group. The provider fixes that of what
// its control plane and its log shipper write to.
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

func (l *inventory) logging() {
	archive, copied := l.plan.placement[logArchivePart]
	for _, key := range logGroupKeys {
		group := keyed("aws_cloudwatch_log_group.this", key)
		l.add(group, l.plan.logGroupName(key), "", settings{
			"deletion_protection_enabled": strconv.FormatBool(l.plan.production()),
			"encryption_key":              l.plan.keyAddress("logs"), "retention_in_days": strconv.Itoa(l.plan.logRetentionDays),
		}, request.CentralLogging, request.EncryptionAtRest)
		if copied {
			l.add(keyed("aws_cloudwatch_log_subscription_filter.archive", key), l.named("-%s-archive", key), group,
				settings{"archive_account_id": archive.ID}, request.CentralLogging)
		}
	}
	l.add("aws_flow_log.vpc", l.plan.name, vpcAddress, settings{"traffic_type": "ALL"}, request.CentralLogging)
}

// role adds an identity with its one permission, which main.tf attaches as a
// policy of the provider's (attached) or writes out (inline).
func (l *inventory) role(key, suffix string) string {
	address := "aws_iam_role." + key
	l.add(address, l.named("%s", suffix), "", nil, request.LeastPrivilege)
	return address
}

func (l *inventory) identities() {
	l.attached(l.role("cluster", "-eks-cluster"), "aws_iam_role_policy_attachment.cluster", "AmazonEKSClusterPolicy")
	l.inline("aws_iam_role.cluster", "aws_iam_role_policy.cluster_encryption", "secrets-encryption")
	node := l.role("node", "-eks-node")
	for _, policy := range []string{"AmazonEC2ContainerRegistryPullOnly", "AmazonEKSWorkerNodePolicy"} {
		l.attached(node, keyed("aws_iam_role_policy_attachment.node", policy), policy)
	}
	l.attached(l.role("cni", "-eks-cni"), "aws_iam_role_policy_attachment.cni", "AmazonEKS_CNI_Policy")
	storage := l.role("ebs_csi", "-ebs-csi")
	l.attached(storage, "aws_iam_role_policy_attachment.ebs_csi", "AmazonEBSCSIDriverEKSClusterScopedPolicy")
	l.inline(storage, "aws_iam_role_policy.ebs_csi", "use-volume-key")
	l.inline(l.role("log_shipper", "-log-shipper"), "aws_iam_role_policy.log_shipper", "ship-pod-logs")
	l.inline(l.role("flow_logs", "-flow-logs"), "aws_iam_role_policy.flow_logs", "write-flow-logs")
	l.inline(l.role("workload", "-workload"), "aws_iam_role_policy.workload", "write-application-logs")
}

func (l *inventory) attached(role, address, policy string) {
	l.add(address, policy, role, nil, request.LeastPrivilege)
}

func (l *inventory) inline(role, address, name string) {
	l.add(address, name, role, nil, request.LeastPrivilege)
}

func (l *inventory) cluster() {
	l.add(clusterAddress, l.plan.name, vpcAddress, settings{
		"deletion_protection":     strconv.FormatBool(l.plan.production()),
		"endpoint_private_access": "true",
		"endpoint_public_access":  "false",
		"secrets_encryption_key":  l.plan.keyAddress("secrets"),
		"service_ipv4_cidr":       l.plan.layout.services.String(),
		"version":                 terms.Kubernetes.Version,
		"zonal_shift":             strconv.FormatBool(l.plan.production()),
	}, request.AllControls()...)
}

func (l *inventory) nodes() {
	s := l.plan.size
	l.add("aws_launch_template.node", l.named("-node"), "", settings{
		"encryption_key": l.plan.keyAddress("volumes"), "http_tokens": "required", "volume_encrypted": "true",
		"volume_size": strconv.Itoa(s.DiskGiB), "volume_type": sizeTable.Node.VolumeType,
	}, request.EncryptionAtRest)
	l.add("aws_eks_node_group.this", l.named("-default"), clusterAddress, settings{
		"capacity_type": sizeTable.Node.CapacityType,
		"desired_size":  strconv.Itoa(s.FirstNodes),
		"instance_type": s.InstanceType,
		"max_size":      strconv.Itoa(s.MaxNodes),
		"memory_gib":    strconv.Itoa(s.instance().MemoryGiB),
		"min_size":      strconv.Itoa(s.MinNodes),
		"vcpus":         strconv.Itoa(s.instance().VCPUs),
	}, request.PrivateCluster)
}

func (l *inventory) addons() {
	for _, name := range []string{"eks-pod-identity-agent", "kube-proxy", "vpc-cni"} {
		l.add(keyed("aws_eks_addon.before_nodes", name), name, clusterAddress, nil)
	}
	l.add(keyed("aws_eks_addon.after_nodes", "amazon-cloudwatch-observability"), "amazon-cloudwatch-observability", clusterAddress,
		settings{"ships": "what pods print", "to": l.plan.logGroupName(applicationLogs)}, request.CentralLogging)
	for _, name := range []string{"aws-ebs-csi-driver", "coredns"} {
		l.add(keyed("aws_eks_addon.after_nodes", name), name, clusterAddress, nil)
	}
	application := l.plan.request.Application
	l.podIdentity("cni", "kube-system", "aws-node")
	l.podIdentity("ebs_csi", "kube-system", "ebs-csi-controller-sa")
	l.podIdentity("log_shipper", "amazon-cloudwatch", "cloudwatch-agent")
	l.podIdentity("workload", application, application)
}

// podIdentity adds the link from a service account to the role of the same key.
func (l *inventory) podIdentity(key, namespace, account string) {
	l.add("aws_eks_pod_identity_association."+key, account, clusterAddress,
		settings{"namespace": namespace, "service_account": account}, request.LeastPrivilege)
}

func (l *inventory) budget() {
	l.add("aws_budgets_budget.monthly", l.named("-monthly"), "", settings{
		"limit_amount": fmt.Sprintf("%d.00", l.plan.request.MonthlyBudget), "subscribers": l.plan.request.Owner,
	})
}
