package providera

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/environment"
)

// inventory collects the resources that terraform/main.tf declares for a plan.
// Its methods are in the order of the sections of that file.
type inventory struct {
	plan      plan
	resources []environment.Resource
}

// settings are the notable settings of a resource. Those that are named like an
// argument have the argument's value.
type settings = environment.Properties

// resourcesOf returns the resources of a plan, sorted by address, without costs.
func resourcesOf(p plan) []environment.Resource {
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
	slices.SortFunc(list.resources, func(a, b environment.Resource) int { return strings.Compare(a.Address, b.Address) })
	return list.resources
}

// add appends a resource that lives in parent, or in none. Controls come sorted.
// Each resource says which account it is for.
func (l *inventory) add(address, name, parent string, s settings, controls ...environment.Control) {
	kind, _, _ := strings.Cut(address, ".")
	properties := settings{"account_id": l.plan.placement[environmentPart].ID}
	maps.Copy(properties, s)
	l.resources = append(l.resources, environment.Resource{
		Address: address, Type: kind, Name: name, Region: l.plan.request.Region, Parent: parent,
		Controls: append([]environment.Control{}, controls...), Properties: properties,
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
			settings{"cidr_block": block.String(), "map_public_ip_on_launch": "false"}, environment.PrivateCluster)
		l.add(table, l.named("-private-%d", i+1), vpcAddress, nil)
		l.add(indexed("aws_route.private_nat", i), "0.0.0.0/0", table, settings{"destination_cidr_block": "0.0.0.0/0"})
		l.add(indexed("aws_route_table_association.private", i), l.named("-private-%d", i+1), table, nil)
	}
	l.add("aws_vpc_endpoint.s3", l.named("-s3"), vpcAddress, settings{"vpc_endpoint_type": "Gateway"})
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
	l.add(group, "cluster-"+l.plan.name, vpcAddress, nil, environment.PrivateCluster)
	l.add("aws_vpc_security_group_ingress_rule.cluster_api", l.named("-cluster-api"), group,
		settings{"cidr_ipv4": vpc, "from_port": "443", "to_port": "443"}, environment.PrivateCluster)
	l.add("aws_vpc_security_group_egress_rule.cluster_nodes", l.named("-cluster-nodes"), group,
		settings{"cidr_ipv4": vpc, "from_port": "1025", "to_port": "65535"}, environment.PrivateCluster)
}

func (l *inventory) encryption() {
	for name, held := range l.plan.keys {
		key := keyed("aws_kms_key.this", name)
		l.add(key, l.named("-%s", name), "", settings{
			"deletion_window_in_days": strconv.Itoa(l.plan.keyDeletionDays), "duties": strings.Join(held, ", "),
			"enable_key_rotation": "true", "rotation_period_in_days": strconv.Itoa(l.plan.keyRotationDays),
		}, environment.EncryptionAtRest)
		l.add(keyed("aws_kms_alias.this", name), "alias/"+l.named("-%s", name), key, nil)
	}
}

// logGroupKeys are the log groups of an environment, sorted.
var logGroupKeys = []string{"application", "cluster", "flow"}

// logGroupName returns the name of a log group. The cluster's is fixed by the
// provider.
func (p plan) logGroupName(key string) string {
	if key == "cluster" {
		return "/aws/eks/" + p.name + "/cluster"
	}
	return "/platform/" + p.name + "/" + key
}

func (l *inventory) logging() {
	archive, copied := l.plan.placement[logArchivePart]
	for _, key := range logGroupKeys {
		group := keyed("aws_cloudwatch_log_group.this", key)
		l.add(group, l.plan.logGroupName(key), "", settings{
			"deletion_protection_enabled": strconv.FormatBool(l.plan.production()),
			"encryption_key":              l.plan.keyAddress("logs"), "retention_in_days": strconv.Itoa(l.plan.logRetentionDays),
		}, environment.CentralLogging, environment.EncryptionAtRest)
		if copied {
			l.add(keyed("aws_cloudwatch_log_subscription_filter.archive", key), l.named("-%s-archive", key), group,
				settings{"archive_account_id": archive.ID}, environment.CentralLogging)
		}
	}
	l.add("aws_flow_log.vpc", l.plan.name, vpcAddress, settings{"traffic_type": "ALL"}, environment.CentralLogging)
}

// role adds an identity with its one permission, which main.tf attaches as a
// policy of the provider's (attached) or writes out (inline).
func (l *inventory) role(key, suffix string) string {
	address := "aws_iam_role." + key
	l.add(address, l.named("%s", suffix), "", nil, environment.LeastPrivilege)
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
	l.inline(l.role("flow_logs", "-flow-logs"), "aws_iam_role_policy.flow_logs", "write-flow-logs")
	l.inline(l.role("workload", "-workload"), "aws_iam_role_policy.workload", "write-application-logs")
}

func (l *inventory) attached(role, address, policy string) {
	l.add(address, policy, role, nil, environment.LeastPrivilege)
}

func (l *inventory) inline(role, address, name string) {
	l.add(address, name, role, nil, environment.LeastPrivilege)
}

func (l *inventory) cluster() {
	l.add(clusterAddress, l.plan.name, vpcAddress, settings{
		"deletion_protection":     strconv.FormatBool(l.plan.production()),
		"endpoint_private_access": "true",
		"endpoint_public_access":  "false",
		"secrets_encryption_key":  l.plan.keyAddress("secrets"),
		"service_ipv4_cidr":       l.plan.layout.services.String(),
		"version":                 kubernetesVersion,
		"zonal_shift":             strconv.FormatBool(l.plan.production()),
	}, environment.AllControls()...)
}

func (l *inventory) nodes() {
	s := l.plan.size
	l.add("aws_launch_template.node", l.named("-node"), "", settings{
		"encryption_key": l.plan.keyAddress("volumes"), "http_tokens": "required", "volume_encrypted": "true",
		"volume_size_gib": strconv.Itoa(s.diskGiB),
	}, environment.EncryptionAtRest)
	l.add("aws_eks_node_group.this", l.named("-default"), clusterAddress, settings{
		"desired_size":  strconv.Itoa(s.desiredNodes),
		"instance_type": s.instanceType,
		"max_size":      strconv.Itoa(s.maxNodes),
		"memory_gib":    strconv.Itoa(s.instance().MemoryGiB),
		"min_size":      strconv.Itoa(s.minNodes),
		"vcpus":         strconv.Itoa(s.instance().VCPUs),
	}, environment.PrivateCluster)
}

func (l *inventory) addons() {
	for _, name := range []string{"eks-pod-identity-agent", "kube-proxy", "vpc-cni"} {
		l.add(keyed("aws_eks_addon.before_nodes", name), name, clusterAddress, nil)
	}
	l.add("aws_eks_addon.coredns", "coredns", clusterAddress, nil)
	application := l.plan.request.Application
	l.add("aws_eks_pod_identity_association.cni", "aws-node", clusterAddress,
		settings{"namespace": "kube-system", "service_account": "aws-node"}, environment.LeastPrivilege)
	l.add("aws_eks_pod_identity_association.workload", application, clusterAddress,
		settings{"namespace": application, "service_account": application}, environment.LeastPrivilege)
}

func (l *inventory) budget() {
	topic := "aws_sns_topic.budget"
	l.add(topic, l.named("-budget"), "", settings{"encryption_key": l.plan.keyAddress("alerts")}, environment.EncryptionAtRest)
	l.add("aws_sns_topic_policy.budget", l.named("-budget"), topic, nil, environment.LeastPrivilege)
	l.add("aws_budgets_budget.monthly", l.named("-monthly"), "", settings{
		"limit_amount": fmt.Sprintf("%d.00", l.plan.request.MonthlyBudget), "subscribers": l.plan.request.Owner,
	})
}
