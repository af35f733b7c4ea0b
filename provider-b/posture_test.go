package providerb

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest/testkit"
)

// What no scanner sees, checked on main.tf as it is written.

func TestNodeDisksAreEncrypted(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	cluster := testkit.ResourceBlock(t, root, "azurerm_kubernetes_cluster.this")
	assert.Contains(t, cluster.Written("disk_encryption_set_id"), "azurerm_disk_encryption_set.")
	pools := testkit.ResourceBlocks(t, root, "azurerm_kubernetes_cluster_node_pool")
	for _, pool := range append(pools, testkit.NestedBlock(t, cluster, "default_node_pool")) {
		testkit.CheckPlain(t, pool, map[string]string{"host_encryption_enabled": "true", "node_public_ip_enabled": "false"})
	}
	for key, rotates := range map[string]string{"nodes": "false", "volumes": "true"} { // Azure rotates no key of ephemeral disks
		set := testkit.ResourceBlock(t, root, "azurerm_disk_encryption_set."+key)
		testkit.CheckPlain(t, set, map[string]string{"encryption_type": "EncryptionAtRestWithCustomerKey", "auto_key_rotation_enabled": rotates})
	}
}

func TestEverythingAtRestHasACustomerManagedKey(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	storage := testkit.ResourceBlock(t, root, "azurerm_storage_account.flow_logs")
	assert.Contains(t, testkit.NestedBlock(t, storage, "customer_managed_key").Written("key_vault_key_id"), "azurerm_key_vault_key.")
	testkit.CheckPlain(t, storage, map[string]string{"infrastructure_encryption_enabled": "true"})
	cluster := testkit.ResourceBlock(t, root, "azurerm_kubernetes_cluster.this")
	assert.Contains(t, testkit.NestedBlock(t, cluster, "key_management_service").Written("key_vault_key_id"), "azurerm_key_vault_key.", "the cluster's secrets")
	for _, b := range testkit.ResourceBlocks(t, root, "azurerm_key_vault_key") {
		testkit.CheckPlain(t, b, map[string]string{"key_type": "RSA-HSM", "key_size": "3072"})
		testkit.NestedBlock(t, b, "rotation_policy", "automatic")
	}
	for _, b := range testkit.ResourceBlocks(t, root, "azurerm_log_analytics_workspace") {
		assert.Contains(t, b.Comment(), "customer-managed key", "the one exception has its reason")
	}
}

// TestTheClusterHasNoLocalWayIn checks that access is granted through the
// tenant's identities only.
func TestTheClusterHasNoLocalWayIn(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	cluster := testkit.ResourceBlock(t, root, "azurerm_kubernetes_cluster.this")
	testkit.CheckPlain(t, cluster, map[string]string{
		"local_account_disabled": "true", "role_based_access_control_enabled": "true",
		"oidc_issuer_enabled": "true", "workload_identity_enabled": "true", "azure_policy_enabled": "true",
	})
	assert.Equal(t, `var.run_command == "on"`, cluster.Written("run_command_enabled"))
	assert.Equal(t, "off", settingNamed(t, "run_command").Default)
	testkit.CheckPlain(t, testkit.NestedBlock(t, cluster, "azure_active_directory_role_based_access_control"), map[string]string{"azure_rbac_enabled": "true"})
	testkit.CheckPlain(t, testkit.ResourceBlock(t, root, "azurerm_log_analytics_workspace.this"), map[string]string{"local_authentication_enabled": "false"})
	testkit.CheckPlain(t, testkit.ResourceBlock(t, root, "azurerm_storage_account.flow_logs"), map[string]string{
		"local_user_enabled": "false", "default_to_oauth_authentication": "true",
	})
}

func TestVaultAndStorageAreClosedToThePublic(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	for _, b := range testkit.ResourceBlocks(t, root, "azurerm_key_vault") {
		testkit.CheckPlain(t, b, map[string]string{
			"public_network_access_enabled": "false", "purge_protection_enabled": "true", "rbac_authorization_enabled": "true",
		})
		testkit.CheckPlain(t, testkit.NestedBlock(t, b, "network_acls"), map[string]string{"default_action": "Deny"})
	}
	for _, b := range testkit.ResourceBlocks(t, root, "azurerm_storage_account") {
		testkit.CheckPlain(t, b, map[string]string{
			"public_network_access_enabled": "false", "allow_nested_items_to_be_public": "false", "https_traffic_only_enabled": "true",
			"min_tls_version": "TLS1_2", "cross_tenant_replication_enabled": "false",
		})
		testkit.CheckPlain(t, testkit.NestedBlock(t, b, "network_rules"), map[string]string{"default_action": "Deny"})
	}
}

// publicTypes would each put something onto the internet.
var publicTypes = []string{"azurerm_lb", "azurerm_application_gateway", "azurerm_cdn_frontdoor_profile", "azurerm_bastion_host",
	"azurerm_linux_virtual_machine", "azurerm_network_interface", "azurerm_network_security_rule", "azurerm_container_registry"}

func TestThereIsNoPublicEndpoint(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	testkit.CheckPlain(t, testkit.ResourceBlock(t, root, "azurerm_kubernetes_cluster.this"), map[string]string{
		"private_cluster_enabled": "true",
	})
	for _, b := range root.Blocks("resource") {
		assert.NotContains(t, publicTypes, b.Labels()[0])
	}
	for _, b := range testkit.ResourceBlock(t, root, networkAddress).Nested("subnet") {
		testkit.CheckPlain(t, b, map[string]string{"default_outbound_access_enabled": "false"})
	}
}

// TestTheWayOutIsNoWayIn checks that the public address is the NAT gateway's
// only.
func TestTheWayOutIsNoWayIn(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	users := 0
	for _, b := range root.Blocks("resource") {
		if strings.Contains(b.Text(), "azurerm_public_ip.") {
			users++
			assert.Equal(t, "azurerm_nat_gateway_public_ip_association", b.Labels()[0])
		}
	}
	assert.Equal(t, 1, users)
}

// TestWildcardsHaveAReason checks that a rule with a wildcard is explained right
// above its group, and that no service delegation has one.
func TestWildcardsHaveAReason(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	wildcards := 0
	for _, b := range root.Blocks("resource") {
		if strings.Contains(b.Text(), `"*"`) {
			wildcards++
			assert.Contains(t, b.Comment(), `"*"`, "%s: the wildcard has no reason", b.Labels())
		}
	}
	assert.Equal(t, 3, wildcards, "count the new ones here")
}

// TestRolesAreNarrow checks that every role is one of the listed, on one
// resource: never on the resource group, the subscription or more.
func TestRolesAreNarrow(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	allowed := []string{"AcrPull", "Key Vault Contributor", "Key Vault Crypto Service Encryption User",
		"Key Vault Crypto User", "Managed Identity Operator", "Network Contributor", "Private DNS Zone Contributor", "Reader"}
	for _, b := range testkit.ResourceBlocks(t, root, "azurerm_role_assignment") {
		if b.Address() == "azurerm_role_assignment.people" {
			continue
		}
		assert.Contains(t, allowed, b.Plain("role_definition_name"), b.Labels())
		assert.Empty(t, b.Written("role_definition_id"), b.Labels())
		scope := strings.TrimPrefix(b.Written("scope"), "local.subnet_ids[")
		assert.NotRegexp(t, `\b(azurerm_resource_group|data|local)\.|var\.(subscription|tenant)_id`, scope, b.Labels())
	}
}

// TestEverythingThatTakesTagsHasThem asks the provider's schema: tags of a
// resource group do not pass on to what is in it.
func TestEverythingThatTakesTagsHasThem(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	text, err := os.ReadFile("testdata/schema.json")
	require.NoError(t, err)
	var schema struct {
		Providers map[string]struct {
			Resources map[string]struct {
				Block struct {
					Attributes map[string]any `json:"attributes"`
				} `json:"block"`
			} `json:"resource_schemas"`
		} `json:"provider_schemas"`
	}
	require.NoError(t, json.Unmarshal(text, &schema))
	resources, tagged := schema.Providers["registry.terraform.io/hashicorp/azurerm"].Resources, 0
	for _, b := range root.Blocks("resource") {
		if _, takes := resources[b.Labels()[0]].Block.Attributes["tags"]; takes {
			tagged++
			if b.Address() == groupAddress {
				assert.Contains(t, b.Written("tags"), "merge(local.tags, ")
				continue
			}
			assert.Equal(t, "local.tags", b.Written("tags"), b.Labels())
		}
	}
	assert.Greater(t, tagged, 15)
}

// version5Removes are what the next major version of the provider takes away
// from the types that main.tf uses (its upgrade guide), but for parent_id.
var version5Removes = []string{"contact", "enable_rbac_authorization", "local_authentication_disabled", "managed_hsm_key_id", "metric",
	"network_security_group_id", "queue_properties", "skip_provider_registration", "static_website"}

// TestTheWayToTheNextMajorVersionIsShort checks that main.tf uses nothing that
// the next major version removes, but for the one thing that has no other form.
func TestTheWayToTheNextMajorVersionIsShort(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	for _, b := range root.Blocks("resource", "provider") {
		for _, name := range version5Removes {
			assert.NotRegexp(t, `(?m)^\s+(dynamic ")?`+name+`\b`, b.Text(), b.Labels())
		}
	}
}
