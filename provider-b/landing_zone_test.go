package providerb

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest/testkit"
)

// The tests of this file are policies of Azure/Azure-Landing-Zones-Library that its default architecture assigns to
// every landing zone, as checks of main.tf. They were read on 2026-11-25, at commit faae8ccf8547.

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

// TestSubnetsArePrivate is Enforce-Subnet-Private, of the archetype landing_zones, which only audits: no subnet has the
// default way out.
func TestSubnetsArePrivate(t *testing.T) {
	for _, b := range testkit.ResourceBlock(t, testkit.ReadRoot(t, rootText), networkAddress).Nested("subnet") {
		testkit.CheckPlain(t, b, map[string]string{"default_outbound_access_enabled": "false"})
	}
}

// TestPolicyMayAddAPlan is Enable-DDoS-VNET, of the archetype landing_zones, which adds a plan to each network. The next
// plan must not take it away.
func TestPolicyMayAddAPlan(t *testing.T) {
	network := testkit.ResourceBlock(t, testkit.ReadRoot(t, rootText), networkAddress)
	assert.Equal(t, "[ddos_protection_plan]", testkit.NestedBlock(t, network, "lifecycle").Written("ignore_changes"))
}

// TestStorageTakesHTTPSOnly is Deny-Storage-http, of the archetype landing_zones.
func TestStorageTakesHTTPSOnly(t *testing.T) {
	testkit.CheckPlain(t, testkit.ResourceBlock(t, testkit.ReadRoot(t, rootText), storageAddress), map[string]string{
		"https_traffic_only_enabled": "true", "min_tls_version": "TLS1_2",
	})
}

// TestNoPublicEndpointOfACorporateLandingZone is Deny-Public-Endpoints, of the archetype corp, for the types of main.tf.
func TestNoPublicEndpointOfACorporateLandingZone(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	for _, address := range []string{vaultAddress, storageAddress} {
		testkit.CheckPlain(t, testkit.ResourceBlock(t, root, address), map[string]string{"public_network_access_enabled": "false"})
	}
	testkit.CheckPlain(t, testkit.ResourceBlock(t, root, clusterAddress), map[string]string{"private_cluster_enabled": "true"})
}
