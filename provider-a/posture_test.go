package providera

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What no scanner sees, held on main.tf as it is written: a setting counts only
// where it stands as a plain value, whatever the inputs say.

// resourcesOfType returns the resource blocks of a type, of which there must be
// one: a check of nothing would pass.
func resourcesOfType(t *testing.T, kind string) []*hclsyntax.Block {
	t.Helper()
	var found []*hclsyntax.Block
	for _, b := range readRoot(t) {
		if b.Type == "resource" && b.Labels[0] == kind {
			found = append(found, b)
		}
	}
	require.NotEmpty(t, found, kind)
	return found
}

// resourceAt returns one resource block.
func resourceAt(t *testing.T, kind, name string) *hclsyntax.Body {
	t.Helper()
	for _, b := range resourcesOfType(t, kind) {
		if b.Labels[1] == name {
			return b.Body
		}
	}
	require.Fail(t, "no "+kind+"."+name)
	return nil
}

// inside returns the one nested block at a path of block types.
func inside(t *testing.T, body *hclsyntax.Body, path ...string) *hclsyntax.Body {
	t.Helper()
	for _, kind := range path {
		found := blocksOfType(body, kind)
		require.Len(t, found, 1, kind)
		body = found[0].Body
	}
	return body
}

func blocksOfType(body *hclsyntax.Body, kind string) []*hclsyntax.Block {
	var found []*hclsyntax.Block
	for _, b := range body.Blocks {
		if b.Type == kind {
			found = append(found, b)
		}
	}
	return found
}

// plain returns an argument that is written as a plain value, as text; empty
// for any other.
func plain(body *hclsyntax.Body, name string) string {
	if a := body.Attributes[name]; a != nil {
		if value, diags := a.Expr.Value(nil); !diags.HasErrors() {
			text, _ := scalar(value)
			return text
		}
	}
	return ""
}

// plainly holds arguments against the values that must be written.
func plainly(t *testing.T, body *hclsyntax.Body, want map[string]string) {
	t.Helper()
	for name, value := range want {
		assert.Equal(t, value, plain(body, name), name)
	}
}

// written returns the text of an argument.
func written(body *hclsyntax.Body, name string) string {
	if a := body.Attributes[name]; a != nil {
		return string(a.Expr.Range().SliceBytes(rootText))
	}
	return ""
}

// refersTo reports whether an argument refers to a resource of the type.
func refersTo(body *hclsyntax.Body, name, kind string) bool {
	a := body.Attributes[name]
	return a != nil && slices.ContainsFunc(a.Expr.Variables(), func(r hcl.Traversal) bool { return r.RootName() == kind })
}

// reason returns the comment right above a block.
func reason(b *hclsyntax.Block) string {
	lines := strings.Split(string(rootText), "\n")[:b.Range().Start.Line-1]
	var comment []string
	for i := len(lines) - 1; i >= 0 && strings.HasPrefix(strings.TrimSpace(lines[i]), "#"); i-- {
		comment = append([]string{lines[i]}, comment...)
	}
	return strings.Join(comment, "\n")
}

func TestNodeVolumesAreEncrypted(t *testing.T) {
	for _, b := range resourcesOfType(t, "aws_launch_template") {
		volumes := blocksOfType(b.Body, "block_device_mappings")
		require.NotEmpty(t, volumes)
		for _, v := range volumes {
			ebs := inside(t, v.Body, "ebs")
			plainly(t, ebs, map[string]string{"encrypted": "true", "delete_on_termination": "true"})
			assert.True(t, refersTo(ebs, "kms_key_id", "aws_kms_key"))
		}
		plainly(t, inside(t, b.Body, "metadata_options"), map[string]string{"http_tokens": "required", "http_put_response_hop_limit": "1"})
	}
	for _, b := range resourcesOfType(t, "aws_eks_node_group") {
		assert.True(t, refersTo(inside(t, b.Body, "launch_template"), "id", "aws_launch_template"), "nodes start from the template alone")
		assert.Empty(t, blocksOfType(b.Body, "remote_access"))
	}
}

func TestEverythingAtRestHasACustomerManagedKey(t *testing.T) {
	for kind, argument := range map[string]string{"aws_cloudwatch_log_group": "kms_key_id", "aws_sns_topic": "kms_master_key_id"} {
		for _, b := range resourcesOfType(t, kind) {
			assert.True(t, refersTo(b.Body, argument, "aws_kms_key"), b.Labels)
		}
	}
	for _, b := range resourcesOfType(t, "aws_kms_key") {
		plainly(t, b.Body, map[string]string{"enable_key_rotation": "true"})
		assert.True(t, refersTo(b.Body, "policy", "data"))
	}
	encryption := inside(t, resourceAt(t, "aws_eks_cluster", "this"), "encryption_config")
	assert.Equal(t, `["secrets"]`, written(encryption, "resources"))
	assert.True(t, refersTo(inside(t, encryption, "provider"), "key_arn", "aws_kms_key"))
}

// TestTheClusterHasNoLocalWayIn holds that access is granted through the
// provider's identities alone, and that the API server tells what was done.
func TestTheClusterHasNoLocalWayIn(t *testing.T) {
	cluster := resourceAt(t, "aws_eks_cluster", "this")
	plainly(t, inside(t, cluster, "access_config"), map[string]string{
		"authentication_mode": "API", "bootstrap_cluster_creator_admin_permissions": "false",
	})
	for _, kind := range []string{"api", "audit", "authenticator", "controllerManager", "scheduler"} {
		assert.Contains(t, written(cluster, "enabled_cluster_log_types"), `"`+kind+`"`)
	}
	for _, b := range resourcesOfType(t, "aws_eks_access_policy_association") {
		assert.Contains(t, written(b.Body, "policy_arn"), "AmazonEKSViewPolicy")
	}
}

// publicTypes would each put something onto the internet.
var publicTypes = []string{"aws_lb", "aws_alb", "aws_elb", "aws_cloudfront_distribution", "aws_api_gateway_rest_api", "aws_apigatewayv2_api",
	"aws_s3_bucket", "aws_instance", "aws_lambda_function_url", "aws_security_group_rule"}

func TestThereIsNoPublicEndpoint(t *testing.T) {
	plainly(t, inside(t, resourceAt(t, "aws_eks_cluster", "this"), "vpc_config"), map[string]string{
		"endpoint_private_access": "true", "endpoint_public_access": "false",
	})
	for _, b := range readRoot(t) {
		if b.Type == "resource" {
			assert.NotContains(t, publicTypes, b.Labels[0])
		}
	}
	for _, b := range resourcesOfType(t, "aws_subnet") {
		plainly(t, b.Body, map[string]string{"map_public_ip_on_launch": "false"})
	}
	for _, b := range resourcesOfType(t, "aws_vpc_security_group_ingress_rule") {
		assert.Equal(t, "var.vpc_cidr", written(b.Body, "cidr_ipv4"))
		assert.Empty(t, written(b.Body, "cidr_ipv6"))
	}
	for _, kind := range []string{"aws_security_group", "aws_default_security_group"} {
		for _, b := range resourcesOfType(t, kind) {
			assert.Empty(t, written(b.Body, "ingress")+written(b.Body, "egress"), "%s has rules of its own", b.Labels)
			assert.Empty(t, b.Body.Blocks, b.Labels)
		}
	}
}

// TestTheWayOutIsNoWayIn holds that public addresses are NAT gateways' alone,
// and that no node's subnet has a route to the internet gateway.
func TestTheWayOutIsNoWayIn(t *testing.T) {
	for _, b := range resourcesOfType(t, "aws_eip") {
		assert.Empty(t, written(b.Body, "instance")+written(b.Body, "network_interface"))
	}
	for _, b := range resourcesOfType(t, "aws_nat_gateway") {
		assert.Contains(t, written(b.Body, "subnet_id"), "aws_subnet.egress")
	}
	for _, b := range resourcesOfType(t, "aws_route") {
		if refersTo(b.Body, "gateway_id", "aws_internet_gateway") {
			assert.Equal(t, "aws_route_table.egress.id", written(b.Body, "route_table_id"))
		}
	}
	assert.Equal(t, "aws_subnet.private[*].id", written(resourceAt(t, "aws_eks_node_group", "this"), "subnet_ids"))
}

// TestWildcardsHaveAReason holds that an action or a resource with a wildcard
// is explained right above its policy, and that nobody is everybody.
func TestWildcardsHaveAReason(t *testing.T) {
	wildcards := 0
	for _, b := range readRoot(t) {
		if b.Type != "data" || b.Labels[0] != "aws_iam_policy_document" {
			continue
		}
		for _, statement := range blocksOfType(b.Body, "statement") {
			comment := strings.ToLower(reason(b))
			for argument, word := range map[string]string{"actions": "action", "resources": "resource"} {
				if !strings.Contains(written(statement.Body, argument), "*") {
					continue
				}
				wildcards++
				assert.True(t, strings.Contains(comment, `"*"`) && strings.Contains(comment, word),
					"%s: the wildcard in %s has no reason", b.Labels, argument)
			}
			for _, p := range blocksOfType(statement.Body, "principals") {
				assert.NotContains(t, written(p.Body, "identifiers"), `"*"`, b.Labels)
			}
			assert.Empty(t, written(statement.Body, "not_actions")+written(statement.Body, "not_resources"), b.Labels)
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
	var kinds []string
	for _, b := range blocksOfType(resourceAt(t, "aws_launch_template", "node"), "tag_specifications") {
		kinds = append(kinds, plain(b.Body, "resource_type"))
		assert.Contains(t, written(b.Body, "tags"), "local.tags")
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
