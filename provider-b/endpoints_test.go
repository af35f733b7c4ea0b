package providerb

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter/adaptertest"
)

// TestEachEndpointHasItsOwnName checks that an endpoint reaches one thing from
// one subnet and writes that thing's name into that thing's zone.
func TestEachEndpointHasItsOwnName(t *testing.T) {
	root := adaptertest.ReadRoot(t, rootText)
	own := "azurerm_subnet.private_endpoints.id"
	endpoints := map[string][4]string{
		"flow_logs":        {own, "azurerm_storage_account.flow_logs.id", `["blob"]`, `[local.private_zone_ids["blob"]]`},
		"key_vault":        {own, "azurerm_key_vault.this.id", `["vault"]`, `[local.private_zone_ids["vault"]]`},
		"key_vault_runner": {"var.runner_network.subnet_id", "azurerm_key_vault.this.id", `["vault"]`, "[var.runner_network.vault_dns_zone_id]"},
	}
	assert.Len(t, adaptertest.ResourceBlocks(t, root, "azurerm_private_endpoint"), len(endpoints))
	for name, want := range endpoints {
		b := adaptertest.ResourceBlock(t, root, "azurerm_private_endpoint."+name)
		connection, group := adaptertest.NestedBlock(t, b, "private_service_connection"), adaptertest.NestedBlock(t, b, "private_dns_zone_group")
		assert.Equal(t, want, [4]string{
			b.Written("subnet_id"), connection.Written("private_connection_resource_id"),
			connection.Written("subresource_names"), group.Written("private_dns_zone_ids"),
		}, name)
		adaptertest.CheckPlain(t, connection, map[string]string{"is_manual_connection": "false"})
	}
}

// TestTheRunnersZoneIsNotTheEnvironments checks that two endpoints never share a
// name, and that the runner's exists only where the workflow names its network.
func TestTheRunnersZoneIsNotTheEnvironments(t *testing.T) {
	b := adaptertest.ResourceBlock(t, adaptertest.ReadRoot(t, rootText), "azurerm_private_endpoint.key_vault_runner")
	assert.Equal(t, "var.runner_network == null ? 0 : 1", b.Written("count"))
	condition := adaptertest.NestedBlock(t, b, "lifecycle", "precondition").Written("condition")
	assert.Contains(t, condition, "lower(var.runner_network.vault_dns_zone_id) != ")
}

// listed returns the nested blocks of a type, each as the texts of the arguments.
func listed(b adaptertest.Block, kind string, arguments ...string) []string {
	var list []string
	for _, n := range b.Nested(kind) {
		var texts []string
		for _, a := range arguments {
			texts = append(texts, n.Written(a))
		}
		list = append(list, strings.Join(texts, " "))
	}
	return list
}

func TestEveryGroupRefusesWhatItDoesNotName(t *testing.T) {
	group := adaptertest.ResourceBlock(t, adaptertest.ReadRoot(t, rootText), "azurerm_network_security_group.this")
	assert.Equal(t, `toset(["api-server", "nodes", "private-endpoints"])`, group.Written("for_each"))
	assert.Equal(t, []string{
		`"AllowVirtualNetworkInbound" 100 "Inbound" "Allow" "VirtualNetwork"  "VirtualNetwork" `,
		`"AllowClusterInbound" 105 "Inbound" "Allow"  [var.api_server_subnet_cidr, var.node_subnet_cidr, var.pod_cidr]  [var.node_subnet_cidr, var.pod_cidr]`,
		`"AllowAzureLoadBalancerInbound" 110 "Inbound" "Allow" "AzureLoadBalancer"  "*" `,
		`"DenyAllInbound" 4096 "Inbound" "Deny" "*"  "*" `,
	}, listed(group, "security_rule", "name", "priority", "direction", "access",
		"source_address_prefix", "source_address_prefixes", "destination_address_prefix", "destination_address_prefixes"))
	for _, rule := range group.Nested("security_rule") {
		adaptertest.CheckPlain(t, rule, map[string]string{"protocol": "*", "source_port_range": "*", "destination_port_range": "*"})
	}
}
