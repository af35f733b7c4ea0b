package providerb

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest/testkit"
)

// Package integration/terraform checks plans against the policies of Azure/Azure-Landing-Zones-Library. The tests of this
// file are about what a plan does not show.

// TestASubnetHasASecurityGroupFromTheStart is Deny-Subnet-Without-Nsg 2.1.0, of the archetype landing_zones. It denies a
// subnet without a group, and a network that holds such a subnet.
func TestASubnetHasASecurityGroupFromTheStart(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	subnets := testkit.ResourceBlock(t, root, networkAddress).Nested("subnet")
	require.Len(t, subnets, 3)
	routes := map[string]string{"nodes": "one(azurerm_route_table.hub[*].id)", "api_server": "one(azurerm_route_table.hub[*].id)"}
	for i, key := range []string{"nodes", "api_server", "private_endpoints"} {
		assert.Equal(t, securityGroup(key)+".id", subnets[i].Written("security_group"))
		assert.Equal(t, routes[key], subnets[i].Written("route_table_id"))
	}
	assert.Equal(t, "[var.node_subnet_cidr]", subnets[0].Written("address_prefixes"))
	assert.Equal(t, "[var.api_server_subnet_cidr]", subnets[1].Written("address_prefixes"))
	assert.Equal(t, "[var.private_endpoint_subnet_cidr]", subnets[2].Written("address_prefixes"))
	testkit.CheckPlain(t, subnets[2], map[string]string{"private_endpoint_network_policies": "Enabled"})
	delegation := testkit.NestedBlock(t, subnets[1], "delegation", "service_delegation")
	testkit.CheckPlain(t, delegation, map[string]string{"name": "Microsoft.ContainerService/managedClusters"})
	assert.Equal(t, `["Microsoft.Network/virtualNetworks/subnets/join/action"]`, delegation.Written("actions"))
	for _, b := range root.Blocks("resource") {
		assert.NotEqual(t, "azurerm_subnet", b.Labels()[0], "Azure makes such a subnet before its group is attached")
	}
}

// TestPolicyMayAddAPlan is Enable-DDoS-VNET, of the archetype landing_zones, which adds a plan to each network. The next
// plan must not take it away.
func TestPolicyMayAddAPlan(t *testing.T) {
	network := testkit.ResourceBlock(t, testkit.ReadRoot(t, rootText), networkAddress)
	assert.Equal(t, "[ddos_protection_plan]", testkit.NestedBlock(t, network, "lifecycle").Written("ignore_changes"))
}

// roleIDs are the IDs of Azure's built-in roles that main.tf grants (learn.microsoft.com,
// azure/role-based-access-control/built-in-roles).
var roleIDs = map[string]string{
	"AcrPull": "7f951dda-4ed3-4680-a7ca-43fe172d538d",
	"Azure Kubernetes Service Cluster User Role": "4abbcc35-e782-43d8-92c5-2d3f1bd2253f",
	"Azure Kubernetes Service RBAC Reader":       "7f6c6a51-bcf8-42ba-9220-52d62157d7db",
	"Azure Kubernetes Service RBAC Writer":       "a7ffa36f-339b-4b5c-8bdf-e2c188b2c0eb",
	"Key Vault Contributor":                      "f25e0fa2-a7c8-4377-a976-54943a77a395",
	"Key Vault Crypto Service Encryption User":   "e147488a-f6f5-4113-8e2d-b22465e65bf6",
	"Key Vault Crypto User":                      "12338af0-0e69-4776-bea7-57ae8d297424",
	"Managed Identity Operator":                  "f1a07417-d97a-45cb-824c-7a7467783830",
	"Network Contributor":                        "4d97b98b-1d4f-4787-a291-c67834d212e7",
	"Private DNS Zone Contributor":               "b12aa53e-6015-4669-85d0-8515ebb3ae7f",
	"Reader":                                     "acdd72a7-3385-48ef-bd42-f606fba81ae7",
}

// TestTheConditionAllowsTheRolesOfAnEnvironment compares the condition on the provider's page with the roles of plans.
func TestTheConditionAllowsTheRolesOfAnEnvironment(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "docs", "terraform-provider-b.md"))
	require.NoError(t, err)
	granted := map[string]bool{}
	for _, r := range planOf(t, throughTheHub()).Resources() {
		if r.Type == "azurerm_role_assignment" {
			id, ok := roleIDs[setting(r, "role_definition_name")]
			require.True(t, ok, r.Name)
			granted[id] = true
		}
	}
	for _, id := range regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`).FindAllString(string(page), -1) {
		assert.True(t, granted[id], "no environment grants %s", id)
	}
	for id := range granted {
		assert.Equal(t, 2, strings.Count(string(page), id), id)
	}
}
