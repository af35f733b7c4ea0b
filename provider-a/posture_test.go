package providera

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/provider/providertest/posture"
)

// What no scanner sees, held on main.tf as it is written.

func TestNodeVolumesAreEncrypted(t *testing.T) {
	root := posture.Read(t, rootText)
	for _, b := range posture.Resources(t, root, "aws_launch_template") {
		volumes := b.Nested("block_device_mappings")
		require.NotEmpty(t, volumes)
		for _, v := range volumes {
			ebs := posture.Inside(t, v, "ebs")
			posture.Plainly(t, ebs, map[string]string{"encrypted": "true", "delete_on_termination": "true"})
			assert.True(t, ebs.RefersTo("kms_key_id", "aws_kms_key"))
		}
		posture.Plainly(t, posture.Inside(t, b, "metadata_options"), map[string]string{"http_tokens": "required", "http_put_response_hop_limit": "1"})
	}
	for _, b := range posture.Resources(t, root, "aws_eks_node_group") {
		assert.True(t, posture.Inside(t, b, "launch_template").RefersTo("id", "aws_launch_template"), "nodes start from the template alone")
		assert.Empty(t, b.Nested("remote_access"))
	}
}

func TestEverythingAtRestHasACustomerManagedKey(t *testing.T) {
	root := posture.Read(t, rootText)
	for kind, argument := range map[string]string{"aws_cloudwatch_log_group": "kms_key_id", "aws_sns_topic": "kms_master_key_id"} {
		for _, b := range posture.Resources(t, root, kind) {
			assert.True(t, b.RefersTo(argument, "aws_kms_key"), b.Labels())
		}
	}
	for _, b := range posture.Resources(t, root, "aws_kms_key") {
		posture.Plainly(t, b, map[string]string{"enable_key_rotation": "true"})
		assert.True(t, b.RefersTo("policy", "data"))
	}
	encryption := posture.Inside(t, posture.Resource(t, root, "aws_eks_cluster.this"), "encryption_config")
	assert.Equal(t, `["secrets"]`, encryption.Written("resources"))
	assert.True(t, posture.Inside(t, encryption, "provider").RefersTo("key_arn", "aws_kms_key"))
}

// TestTheClusterHasNoLocalWayIn holds that access is granted through the
// provider's identities alone, and that the API server tells what was done.
func TestTheClusterHasNoLocalWayIn(t *testing.T) {
	root := posture.Read(t, rootText)
	cluster := posture.Resource(t, root, "aws_eks_cluster.this")
	posture.Plainly(t, posture.Inside(t, cluster, "access_config"), map[string]string{
		"authentication_mode": "API", "bootstrap_cluster_creator_admin_permissions": "false",
	})
	for _, kind := range []string{"api", "audit", "authenticator", "controllerManager", "scheduler"} {
		assert.Contains(t, cluster.Written("enabled_cluster_log_types"), `"`+kind+`"`)
	}
	for _, b := range posture.Resources(t, root, "aws_eks_access_policy_association") {
		assert.Contains(t, b.Written("policy_arn"), "AmazonEKSViewPolicy")
	}
}

// publicTypes would each put something onto the internet.
var publicTypes = []string{"aws_lb", "aws_alb", "aws_elb", "aws_cloudfront_distribution", "aws_api_gateway_rest_api", "aws_apigatewayv2_api",
	"aws_s3_bucket", "aws_instance", "aws_lambda_function_url", "aws_security_group_rule"}

func TestThereIsNoPublicEndpoint(t *testing.T) {
	root := posture.Read(t, rootText)
	posture.Plainly(t, posture.Inside(t, posture.Resource(t, root, "aws_eks_cluster.this"), "vpc_config"), map[string]string{
		"endpoint_private_access": "true", "endpoint_public_access": "false",
	})
	for _, b := range root.Blocks("resource") {
		assert.NotContains(t, publicTypes, b.Labels()[0])
	}
	for _, b := range posture.Resources(t, root, "aws_subnet") {
		posture.Plainly(t, b, map[string]string{"map_public_ip_on_launch": "false"})
	}
	for _, b := range posture.Resources(t, root, "aws_vpc_security_group_ingress_rule") {
		assert.Equal(t, "var.vpc_cidr", b.Written("cidr_ipv4"))
		assert.Empty(t, b.Written("cidr_ipv6"))
	}
	for _, kind := range []string{"aws_security_group", "aws_default_security_group"} {
		for _, b := range posture.Resources(t, root, kind) {
			assert.Empty(t, b.Written("ingress")+b.Written("egress"), "%s has rules of its own", b.Labels())
			assert.Empty(t, b.Nested(), b.Labels())
		}
	}
}

// TestTheWayOutIsNoWayIn holds that public addresses are NAT gateways' alone,
// and that no node's subnet has a route to the internet gateway.
func TestTheWayOutIsNoWayIn(t *testing.T) {
	root := posture.Read(t, rootText)
	for _, b := range posture.Resources(t, root, "aws_eip") {
		assert.Empty(t, b.Written("instance")+b.Written("network_interface"))
	}
	for _, b := range posture.Resources(t, root, "aws_nat_gateway") {
		assert.Contains(t, b.Written("subnet_id"), "aws_subnet.egress")
	}
	for _, b := range posture.Resources(t, root, "aws_route") {
		if b.RefersTo("gateway_id", "aws_internet_gateway") {
			assert.Equal(t, "aws_route_table.egress.id", b.Written("route_table_id"))
		}
	}
	assert.Equal(t, "aws_subnet.private[*].id", posture.Resource(t, root, "aws_eks_node_group.this").Written("subnet_ids"))
}

// TestWildcardsHaveAReason holds that an action or a resource with a wildcard
// is explained right above its policy, and that nobody is everybody.
func TestWildcardsHaveAReason(t *testing.T) {
	root := posture.Read(t, rootText)
	wildcards := 0
	for _, b := range root.Blocks("data") {
		if b.Labels()[0] != "aws_iam_policy_document" {
			continue
		}
		for _, statement := range b.Nested("statement") {
			comment := strings.ToLower(b.Comment())
			for argument, word := range map[string]string{"actions": "action", "resources": "resource"} {
				if !strings.Contains(statement.Written(argument), "*") {
					continue
				}
				wildcards++
				assert.True(t, strings.Contains(comment, `"*"`) && strings.Contains(comment, word),
					"%s: the wildcard in %s has no reason", b.Labels(), argument)
			}
			for _, p := range statement.Nested("principals") {
				assert.NotContains(t, p.Written("identifiers"), `"*"`, b.Labels())
			}
			assert.Empty(t, statement.Written("not_actions")+statement.Written("not_resources"), b.Labels())
		}
	}
	assert.Equal(t, 12, wildcards, "count the new ones here")
}

// TestPoliciesOfTheProviderAreTheNarrowOnes lists every policy that main.tf
// attaches instead of writing it out.
func TestPoliciesOfTheProviderAreTheNarrowOnes(t *testing.T) {
	allowed := []string{"AmazonEC2ContainerRegistryPullOnly", "AmazonEKSClusterPolicy", "AmazonEKSWorkerNodePolicy", "AmazonEKS_CNI_Policy"}
	var attached []string
	for _, order := range scenarios() {
		for _, r := range evaluated(t, order).Resources {
			if r.Type == "aws_iam_role_policy_attachment" {
				attached = append(attached, r.Name)
			}
		}
	}
	slices.Sort(attached)
	assert.Equal(t, allowed, slices.Compact(attached))
}

// TestWhatNodesStartIsTagged holds that instances and volumes, which the
// provider's default tags do not reach, get them from the template.
func TestWhatNodesStartIsTagged(t *testing.T) {
	root := posture.Read(t, rootText)
	var kinds []string
	for _, b := range posture.Resource(t, root, "aws_launch_template.node").Nested("tag_specifications") {
		kinds = append(kinds, b.Plain("resource_type"))
		assert.Contains(t, b.Written("tags"), "local.tags")
	}
	assert.Equal(t, []string{"instance", "volume"}, kinds)
}

// TestZonesWithoutControlPlane holds main.tf to the table of regions.
func TestZonesWithoutControlPlane(t *testing.T) {
	var ids []string
	for _, r := range regionTable {
		ids = append(ids, r.WithoutControlPlane...)
	}
	slices.Sort(ids)
	assert.Contains(t, string(rootText), `exclude_zone_ids = ["`+strings.Join(ids, `", "`)+`"]`)
}
