package providera

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
)

// What no scanner sees, checked on main.tf as it is written.

func TestNodeVolumesAreEncrypted(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	for _, b := range testkit.ResourceBlocks(t, root, "aws_launch_template") {
		volumes := b.Nested("block_device_mappings")
		require.NotEmpty(t, volumes)
		for _, v := range volumes {
			ebs := testkit.NestedBlock(t, v, "ebs")
			testkit.CheckPlain(t, ebs, map[string]string{"encrypted": "true", "delete_on_termination": "true"})
		}
		testkit.CheckPlain(t, testkit.NestedBlock(t, b, "metadata_options"), map[string]string{"http_tokens": "required", "http_put_response_hop_limit": "1"})
	}
	for _, b := range testkit.ResourceBlocks(t, root, "aws_eks_node_group") {
		assert.Contains(t, testkit.NestedBlock(t, b, "launch_template").Written("id"), "aws_launch_template.", "nodes start from the template only")
		assert.Empty(t, b.Nested("remote_access"))
	}
}

// TestEverythingAtRestHasTheKeyOfItsDuty checks each thing to its own duty's key:
// with restricted data they are different ones.
func TestEverythingAtRestHasTheKeyOfItsDuty(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	keyOf := func(duty string) string { return `aws_kms_key.this["` + duty + `"].arn` }
	for _, b := range testkit.ResourceBlocks(t, root, "aws_cloudwatch_log_group") {
		assert.Equal(t, keyOf("logs"), b.Written("kms_key_id"))
	}
	for _, b := range testkit.ResourceBlocks(t, root, "aws_launch_template") {
		assert.Equal(t, keyOf("volumes"), testkit.NestedBlock(t, b, "block_device_mappings", "ebs").Written("kms_key_id"))
	}
	for _, b := range testkit.ResourceBlocks(t, root, "aws_kms_key") {
		testkit.CheckPlain(t, b, map[string]string{"enable_key_rotation": "true"})
		assert.Equal(t, "data.aws_iam_policy_document.key[each.key].json", b.Written("policy"))
	}
	encryption := testkit.NestedBlock(t, testkit.ResourceBlock(t, root, "aws_eks_cluster.this"), "encryption_config")
	assert.Equal(t, `["secrets"]`, encryption.Written("resources"))
	assert.Equal(t, keyOf("secrets"), testkit.NestedBlock(t, encryption, "provider").Written("key_arn"))
}

// TestTheClusterHasNoLocalWayIn checks that access is granted through the
// provider's identities only, and that the API server logs what was done.
func TestTheClusterHasNoLocalWayIn(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	cluster := testkit.ResourceBlock(t, root, "aws_eks_cluster.this")
	testkit.CheckPlain(t, testkit.NestedBlock(t, cluster, "access_config"), map[string]string{
		"authentication_mode": "API", "bootstrap_cluster_creator_admin_permissions": "false",
	})
	for _, kind := range []string{"api", "audit", "authenticator", "controllerManager", "scheduler"} {
		assert.Contains(t, cluster.Written("enabled_cluster_log_types"), `"`+kind+`"`)
	}
}

// TestAccessIsTheWorkflowsToGive checks that each right in the cluster has a list
// of roles of its own, that nobody is on one until the workflow says so, and that
// what deploys reaches the application's namespace only.
func TestAccessIsTheWorkflowsToGive(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	granted := map[string]string{
		"admin":    "var.cluster_admin_role_arns AmazonEKSClusterAdminPolicy cluster ",
		"deployer": "var.application_deployer_role_arns AmazonEKSEditPolicy namespace [var.application]",
		"viewer":   "var.cluster_viewer_role_arns AmazonEKSViewPolicy cluster ",
	}
	for _, b := range testkit.ResourceBlocks(t, root, "aws_eks_access_policy_association") {
		_, policy, _ := strings.Cut(b.Written("policy_arn"), "cluster-access-policy/")
		scope := testkit.NestedBlock(t, b, "access_scope")
		grant := strings.Join([]string{b.Written("for_each"), strings.Trim(policy, `"`), scope.Plain("type"), scope.Written("namespaces")}, " ")
		assert.Equal(t, granted[b.Labels()[1]], grant, b.Address())
		assert.Equal(t, "each.value", b.Written("principal_arn"))
		delete(granted, b.Labels()[1])
	}
	assert.Empty(t, granted)
	for _, input := range scenarios {
		for _, r := range answered(t, input).Evaluation.Resources {
			require.NotContains(t, r.Type, "aws_eks_access")
		}
	}
}

// publicTypes would each put something onto the internet.
var publicTypes = []string{"aws_lb", "aws_alb", "aws_elb", "aws_cloudfront_distribution", "aws_api_gateway_rest_api", "aws_apigatewayv2_api",
	"aws_s3_bucket", "aws_instance", "aws_lambda_function_url", "aws_security_group_rule"}

func TestThereIsNoPublicEndpoint(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	testkit.CheckPlain(t, testkit.NestedBlock(t, testkit.ResourceBlock(t, root, "aws_eks_cluster.this"), "vpc_config"), map[string]string{
		"endpoint_private_access": "true", "endpoint_public_access": "false",
	})
	for _, b := range root.Blocks("resource") {
		assert.NotContains(t, publicTypes, b.Labels()[0])
	}
	for _, b := range testkit.ResourceBlocks(t, root, "aws_subnet") {
		testkit.CheckPlain(t, b, map[string]string{"map_public_ip_on_launch": "false"})
	}
	from := map[string]string{"cluster_api": "var.vpc_cidr", "hub_api": "aws_ec2_managed_prefix_list.hub[0].id"}
	for _, b := range testkit.ResourceBlocks(t, root, "aws_vpc_security_group_ingress_rule") {
		assert.Equal(t, from[b.Labels()[1]], b.Written("cidr_ipv4")+b.Written("prefix_list_id"))
		testkit.CheckPlain(t, b, map[string]string{"from_port": "443", "to_port": "443", "ip_protocol": "tcp", "cidr_ipv6": ""})
	}
	for _, kind := range []string{"aws_security_group", "aws_default_security_group"} {
		for _, b := range testkit.ResourceBlocks(t, root, kind) {
			assert.Empty(t, b.Written("ingress")+b.Written("egress"), "%s has rules of its own", b.Labels())
			assert.Empty(t, b.Nested(), b.Labels())
		}
	}
}

// TestTheWayOutIsNoWayIn checks that public addresses are NAT gateways only,
// and that no node's subnet has a route to the internet gateway.
func TestTheWayOutIsNoWayIn(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	for _, b := range testkit.ResourceBlocks(t, root, "aws_eip") {
		assert.Empty(t, b.Written("instance")+b.Written("network_interface"))
	}
	for _, b := range testkit.ResourceBlocks(t, root, "aws_nat_gateway") {
		assert.Contains(t, b.Written("subnet_id"), "aws_subnet.egress")
	}
	for _, b := range testkit.ResourceBlocks(t, root, "aws_route") {
		if strings.HasPrefix(b.Written("gateway_id"), "aws_internet_gateway.") {
			assert.Equal(t, "aws_route_table.egress[0].id", b.Written("route_table_id"))
		}
	}
	assert.Equal(t, "aws_subnet.private[*].id", testkit.ResourceBlock(t, root, "aws_eks_node_group.this").Written("subnet_ids"))
}

// wildcards are the only ones that a policy may have: the document, the statement
// and the argument.
var wildcards = []string{
	"autoscaler Scale resources",
	"autoscaler See resources",
	"autoscaler SeeNodeGroups resources",
	"ebs_csi NoPlainVolumes resources",
	"flow_logs 0 resources",
	"internal_load_balancers NoPublicLoadBalancers resources",
	"key_administration AccountAdministration actions",
	"key_administration AccountAdministration resources",
	"key_logs LogGroups resources",
	"key_oversight SecurityAccountOversight resources",
	"key_volumes NodeVolumeGrants resources",
	"key_volumes NodeVolumes resources",
	"load_balancers ChangeItsOwn resources",
	"load_balancers Make resources",
	"load_balancers See resources",
	"load_balancers SeeCertificates resources",
	"load_balancers TagNewLoadBalancers resources",
	"load_balancers TagNewSecurityGroups resources",
	"log_shipper 0 resources",
	"s3_endpoint ImageLayersAndPackages principals",
	"s3_endpoint ImageLayersAndPackages resources",
	"s3_endpoint KnownAccounts actions",
	"s3_endpoint KnownAccounts principals",
	"s3_endpoint KnownAccounts resources",
	"workload 0 resources",
}

// TestWildcardsHaveAReason checks that a wildcard is on the list and explained
// right above its policy, that "*" is only what a key's or the endpoint's policy
// calls itself, or what is read, and that no statement says what it is not about.
func TestWildcardsHaveAReason(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	var found []string
	for _, b := range policyDocuments(root) {
		document, comment := b.Labels()[1], strings.ToLower(b.Comment())
		for i, s := range b.Nested("statement") {
			at := document + " " + nameOf(s, i)
			for argument, text := range map[string]string{
				"actions": s.Written("actions"), "resources": s.Written("resources"), "principals": principalsOf(s),
			} {
				if !strings.Contains(text, "*") {
					continue
				}
				found = append(found, at+" "+argument)
				assert.Contains(t, comment, `"*"`, at)
				assert.Contains(t, comment, strings.TrimSuffix(argument, "s"), at)
				itself := strings.HasPrefix(document, "key_") || document == "s3_endpoint" || argument == "resources" && reads(s)
				assert.False(t, strings.Contains(text, `"*"`) && !itself, "%s: %s is everything", at, argument)
			}
			assert.Empty(t, s.Written("not_actions")+s.Written("not_resources"), at)
			assert.Empty(t, s.Nested("not_principals"), at)
		}
	}
	slices.Sort(found)
	assert.Equal(t, wildcards, found)
}

// reads reports whether a statement allows only to read.
func reads(s adaptertest.Block) bool {
	return !slices.ContainsFunc(strings.Split(strings.Trim(oneLine(s.Written("actions")), "[]"), ", "), func(action string) bool {
		_, verb, _ := strings.Cut(strings.Trim(action, `"`), ":")
		return !strings.HasPrefix(verb, "Describe") && !strings.HasPrefix(verb, "Get") && !strings.HasPrefix(verb, "List")
	})
}

// TestNoControllerMakesAPublicLoadBalancer finds every role that may make one: EKS
// makes those of Services with the cluster's role, which a policy of the provider
// allows it.
func TestNoControllerMakesAPublicLoadBalancer(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	const denial = "data.aws_iam_policy_document.internal_load_balancers.json"
	makers := map[string]bool{"aws_iam_role.cluster.id": false}
	for _, b := range testkit.ResourceBlocks(t, root, "aws_iam_role_policy") {
		role, policy := b.Written("role"), b.Written("policy")
		document := blockAt(t, root, strings.TrimSuffix(policy, ".json"))
		if strings.Contains(document.Text(), `"elasticloadbalancing:Create`) && policy != denial {
			makers[role] = makers[role] || false
		}
		if policy == denial || strings.Contains(document.Written("source_policy_documents"), denial) {
			makers[role] = true
		}
	}
	assert.Equal(t, map[string]bool{"aws_iam_role.cluster.id": true, "aws_iam_role.load_balancers.id": true}, makers)
}

// TestPoliciesOfTheProviderAreTheNarrowOnes lists every policy that main.tf
// attaches instead of writing it out.
func TestPoliciesOfTheProviderAreTheNarrowOnes(t *testing.T) {
	allowed := []string{"AmazonEBSCSIDriverEKSClusterScopedPolicy", "AmazonEC2ContainerRegistryPullOnly", "AmazonEKSClusterPolicy", "AmazonEKSWorkerNodePolicy", "AmazonEKS_CNI_Policy"}
	var attached []string
	for _, input := range scenarios {
		for _, r := range answered(t, input).Evaluation.Resources {
			if r.Type == "aws_iam_role_policy_attachment" {
				attached = append(attached, r.Name)
			}
		}
	}
	slices.Sort(attached)
	assert.Equal(t, allowed, slices.Compact(attached))
}

// TestWhatNodesStartIsTagged checks that instances and volumes, which the
// provider's default tags do not reach, get them from the template.
func TestWhatNodesStartIsTagged(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	var kinds []string
	for _, b := range testkit.ResourceBlock(t, root, "aws_launch_template.node").Nested("tag_specifications") {
		kinds = append(kinds, b.Plain("resource_type"))
		assert.Contains(t, b.Written("tags"), "local.lasting_tags", "of a tag that each request changes, each request would make new nodes")
	}
	assert.Equal(t, []string{"instance", "volume"}, kinds)
}
