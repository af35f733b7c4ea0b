package providerb

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

func TestNodeDisksAreEncrypted(t *testing.T) {
	cluster := resourceAt(t, "azurerm_kubernetes_cluster", "this")
	assert.True(t, refersTo(cluster, "disk_encryption_set_id", "azurerm_disk_encryption_set"))
	pools := []*hclsyntax.Body{inside(t, cluster, "default_node_pool")}
	for _, b := range resourcesOfType(t, "azurerm_kubernetes_cluster_node_pool") {
		pools = append(pools, b.Body)
	}
	for _, pool := range pools {
		plainly(t, pool, map[string]string{"host_encryption_enabled": "true", "node_public_ip_enabled": "false"})
	}
	set := resourceAt(t, "azurerm_disk_encryption_set", "nodes")
	plainly(t, set, map[string]string{"encryption_type": "EncryptionAtRestWithCustomerKey", "auto_key_rotation_enabled": "true"})
	assert.True(t, refersTo(set, "key_vault_key_id", "azurerm_key_vault_key"))
}

func TestEverythingAtRestHasACustomerManagedKey(t *testing.T) {
	storage := resourceAt(t, "azurerm_storage_account", "flow_logs")
	assert.True(t, refersTo(inside(t, storage, "customer_managed_key"), "key_vault_key_id", "azurerm_key_vault_key"))
	plainly(t, storage, map[string]string{"infrastructure_encryption_enabled": "true"})
	cluster := resourceAt(t, "azurerm_kubernetes_cluster", "this")
	assert.True(t, refersTo(inside(t, cluster, "key_management_service"), "key_vault_key_id", "azurerm_key_vault_key"), "the cluster's secrets")
	for _, b := range resourcesOfType(t, "azurerm_key_vault_key") {
		plainly(t, b.Body, map[string]string{"key_type": "RSA-HSM", "key_size": "3072"})
		inside(t, b.Body, "rotation_policy", "automatic")
	}
	for _, b := range resourcesOfType(t, "azurerm_log_analytics_workspace") {
		assert.Contains(t, reason(b), "customer-managed key", "the one exception has its reason")
	}
}

// TestTheClusterHasNoLocalWayIn holds that access is granted through the
// tenant's identities alone.
func TestTheClusterHasNoLocalWayIn(t *testing.T) {
	cluster := resourceAt(t, "azurerm_kubernetes_cluster", "this")
	plainly(t, cluster, map[string]string{
		"local_account_disabled": "true", "role_based_access_control_enabled": "true", "run_command_enabled": "false",
		"oidc_issuer_enabled": "true", "workload_identity_enabled": "true", "azure_policy_enabled": "true",
	})
	plainly(t, inside(t, cluster, "azure_active_directory_role_based_access_control"), map[string]string{"azure_rbac_enabled": "true"})
	plainly(t, resourceAt(t, "azurerm_log_analytics_workspace", "this"), map[string]string{"local_authentication_enabled": "false"})
	plainly(t, resourceAt(t, "azurerm_storage_account", "flow_logs"), map[string]string{
		"local_user_enabled": "false", "default_to_oauth_authentication": "true",
	})
}

func TestVaultAndStorageAreClosedToThePublic(t *testing.T) {
	for _, b := range resourcesOfType(t, "azurerm_key_vault") {
		plainly(t, b.Body, map[string]string{
			"public_network_access_enabled": "false", "purge_protection_enabled": "true", "rbac_authorization_enabled": "true",
		})
		plainly(t, inside(t, b.Body, "network_acls"), map[string]string{"default_action": "Deny"})
	}
	for _, b := range resourcesOfType(t, "azurerm_storage_account") {
		plainly(t, b.Body, map[string]string{
			"public_network_access_enabled": "false", "allow_nested_items_to_be_public": "false", "https_traffic_only_enabled": "true",
			"min_tls_version": "TLS1_2", "cross_tenant_replication_enabled": "false",
		})
		plainly(t, inside(t, b.Body, "network_rules"), map[string]string{"default_action": "Deny"})
	}
	var reached []string
	for _, b := range resourcesOfType(t, "azurerm_private_endpoint") {
		assert.Equal(t, "azurerm_subnet.private_endpoints.id", written(b.Body, "subnet_id"))
		reached = append(reached, written(inside(t, b.Body, "private_service_connection"), "private_connection_resource_id"))
	}
	assert.ElementsMatch(t, []string{"azurerm_key_vault.this.id", "azurerm_storage_account.flow_logs.id"}, reached)
}

// publicTypes would each put something onto the internet.
var publicTypes = []string{"azurerm_lb", "azurerm_application_gateway", "azurerm_cdn_frontdoor_profile", "azurerm_bastion_host",
	"azurerm_linux_virtual_machine", "azurerm_network_interface", "azurerm_network_security_rule", "azurerm_container_registry"}

func TestThereIsNoPublicEndpoint(t *testing.T) {
	plainly(t, resourceAt(t, "azurerm_kubernetes_cluster", "this"), map[string]string{
		"private_cluster_enabled": "true", "private_dns_zone_id": "System",
	})
	for _, b := range readRoot(t) {
		if b.Type == "resource" {
			assert.NotContains(t, publicTypes, b.Labels[0])
		}
	}
	for _, b := range resourcesOfType(t, "azurerm_subnet") {
		plainly(t, b.Body, map[string]string{"default_outbound_access_enabled": "false"})
	}
	for _, group := range resourcesOfType(t, "azurerm_network_security_group") {
		for _, rule := range blocksOfType(group.Body, "security_rule") {
			if plain(rule.Body, "direction") == "Inbound" && plain(rule.Body, "access") == "Allow" {
				assert.Contains(t, []string{"VirtualNetwork", "AzureLoadBalancer"}, plain(rule.Body, "source_address_prefix"))
			}
		}
	}
}

// TestTheWayOutIsNoWayIn holds that the public address is the NAT gateway's
// alone.
func TestTheWayOutIsNoWayIn(t *testing.T) {
	users := 0
	for _, b := range readRoot(t) {
		if b.Type == "resource" && slices.ContainsFunc(traversals(b.Body), func(r hcl.Traversal) bool { return r.RootName() == "azurerm_public_ip" }) {
			users++
			assert.Equal(t, "azurerm_nat_gateway_public_ip_association", b.Labels[0])
		}
	}
	assert.Equal(t, 1, users)
	plainly(t, inside(t, resourceAt(t, "azurerm_kubernetes_cluster", "this"), "network_profile"), map[string]string{"outbound_type": "userAssignedNATGateway"})
}

// TestWildcardsHaveAReason holds that a rule with a wildcard is explained right
// above its group, and that no service delegation has one.
func TestWildcardsHaveAReason(t *testing.T) {
	wildcards := 0
	for _, b := range readRoot(t) {
		if b.Type == "resource" && strings.Contains(string(b.Body.Range().SliceBytes(rootText)), `"*"`) {
			wildcards++
			assert.Contains(t, reason(b), `"*"`, "%s: the wildcard has no reason", b.Labels)
		}
	}
	assert.Equal(t, 1, wildcards, "count the new ones here")
}

// TestRolesAreNarrow holds that every role is one of the listed, on one
// resource: never on the resource group, the subscription or more.
func TestRolesAreNarrow(t *testing.T) {
	allowed := []string{"Key Vault Contributor", "Key Vault Crypto Officer", "Key Vault Crypto Service Encryption User",
		"Key Vault Crypto User", "Managed Identity Operator", "Network Contributor", "Reader"}
	for _, b := range resourcesOfType(t, "azurerm_role_assignment") {
		assert.Contains(t, allowed, plain(b.Body, "role_definition_name"), b.Labels)
		assert.Empty(t, written(b.Body, "role_definition_id"), b.Labels)
		for _, r := range b.Body.Attributes["scope"].Expr.Variables() {
			assert.NotContains(t, []string{"azurerm_resource_group", "data", "var", "local"}, r.RootName(), b.Labels)
		}
	}
}

// TestEverythingThatTakesTagsHasThem asks the provider's schema: tags of a
// resource group do not pass on to what is in it.
func TestEverythingThatTakesTagsHasThem(t *testing.T) {
	schema, tagged := readSchema(t), 0
	for _, b := range readRoot(t) {
		if b.Type != "resource" {
			continue
		}
		if _, takes := schema.Resources[b.Labels[0]].Block.Attributes["tags"]; takes {
			tagged++
			assert.Equal(t, "local.tags", written(b.Body, "tags"), b.Labels)
		}
	}
	assert.Greater(t, tagged, 15)
}

// version5Removes are what the next major version of the provider takes away
// from the types that main.tf uses (its upgrade guide), but for parent_id.
var version5Removes = []string{"contact", "enable_rbac_authorization", "local_authentication_disabled", "managed_hsm_key_id", "metric",
	"network_security_group_id", "queue_properties", "skip_provider_registration", "static_website"}

// TestTheWayToTheNextMajorVersionIsShort holds that main.tf uses nothing that
// the next major version removes, but for the one thing that has no other form.
func TestTheWayToTheNextMajorVersionIsShort(t *testing.T) {
	for _, b := range readRoot(t) {
		if b.Type != "resource" && b.Type != "provider" || b.Labels[0] == "azurerm_subnet_network_security_group_association" {
			continue
		}
		for _, name := range namesIn(b.Body) {
			assert.NotContains(t, version5Removes, name, b.Labels)
		}
	}
}

// namesIn returns the names of all arguments and blocks in a body.
func namesIn(body *hclsyntax.Body) []string {
	var names []string
	for name := range body.Attributes {
		names = append(names, name)
	}
	for _, b := range body.Blocks {
		names = append(append(names, b.Type), namesIn(b.Body)...)
	}
	return names
}
