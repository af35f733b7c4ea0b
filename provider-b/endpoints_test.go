package providerb

import (
	"cmp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
)

// TestEachEndpointHasItsOwnName checks that an endpoint reaches one thing from
// one subnet and writes that thing's name into that thing's zone.
func TestEachEndpointHasItsOwnName(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	own := `local.subnet_ids["private-endpoints"]`
	endpoints := map[string][4]string{
		"flow_logs":           {own, "azurerm_storage_account.flow_logs.id", `["blob"]`, `[local.zone_ids["blob"]]`},
		"flow_logs_by_policy": {own, "azurerm_storage_account.flow_logs.id", `["blob"]`, ""},
		"key_vault":           {own, "azurerm_key_vault.this.id", `["vault"]`, `[local.zone_ids["vault"]]`},
		"key_vault_by_policy": {own, "azurerm_key_vault.this.id", `["vault"]`, ""},
		"key_vault_runner":    {"var.runner_network.subnet_id", "azurerm_key_vault.this.id", `["vault"]`, "[var.runner_network.vault_dns_zone_id]"},
	}
	assert.Len(t, testkit.ResourceBlocks(t, root, "azurerm_private_endpoint"), len(endpoints))
	for name, want := range endpoints {
		b := testkit.ResourceBlock(t, root, "azurerm_private_endpoint."+name)
		connection, zones := testkit.NestedBlock(t, b, "private_service_connection"), ""
		for _, group := range b.Nested("private_dns_zone_group") {
			zones = group.Written("private_dns_zone_ids")
		}
		assert.Equal(t, want, [4]string{
			b.Written("subnet_id"), connection.Written("private_connection_resource_id"),
			connection.Written("subresource_names"), zones,
		}, name)
		testkit.CheckPlain(t, connection, map[string]string{"is_manual_connection": "false"})
		byPolicy := strings.HasSuffix(name, "_by_policy")
		assert.Equal(t, byPolicy, zones == "", "%s: the policy writes a group that main.tf must not have", name)
		for _, lifecycle := range b.Nested("lifecycle") {
			assert.Equal(t, byPolicy, lifecycle.Written("ignore_changes") == "[private_dns_zone_group]", name)
		}
	}
}

// TestTheRunnersZoneIsNotTheEnvironments checks that two endpoints never share a
// name, and that the runner's exists only where the workflow names its network.
func TestTheRunnersZoneIsNotTheEnvironments(t *testing.T) {
	b := testkit.ResourceBlock(t, testkit.ReadRoot(t, rootText), "azurerm_private_endpoint.key_vault_runner")
	assert.Equal(t, "var.runner_network == null ? 0 : 1", b.Written("count"))
	condition := testkit.NestedBlock(t, b, "lifecycle", "precondition").Written("condition")
	assert.Equal(t, `var.private_dns != "policy" && lower(var.runner_network.vault_dns_zone_id) != lower(var.vault_dns_zone_id)`, condition)
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

// inbound are the rules of each security group, as they are written: name, access,
// protocol, destination ports, sources and destinations. What is only there when the
// workflow names its sources comes last.
var inbound = map[string][]string{
	"nodes": {
		`"AllowClusterInbound" "Allow" "*" "*" [var.api_server_subnet_cidr, var.node_subnet_cidr, var.pod_cidr] [var.node_subnet_cidr, var.pod_cidr]`,
		`"AllowAzureLoadBalancerInbound" "Allow" "*" "*" "AzureLoadBalancer" var.node_subnet_cidr`,
		`"DenyAllInbound" "Deny" "*" "*" "*" "*"`,
	},
	"api_server": {
		`"AllowNodesInbound" "Allow" "Tcp" ["443", "4443"] var.node_subnet_cidr var.api_server_subnet_cidr`,
		`"AllowAzureLoadBalancerInbound" "Allow" "Tcp" "9988" "AzureLoadBalancer" var.api_server_subnet_cidr`,
		`"DenyAllInbound" "Deny" "*" "*" "*" "*"`,
		`"AllowHubInbound" "Allow" "Tcp" "443" var.hub_cidrs var.api_server_subnet_cidr`,
	},
	"private_endpoints": {
		`"AllowClusterInbound" "Allow" "Tcp" "443" [var.api_server_subnet_cidr, var.node_subnet_cidr] var.private_endpoint_subnet_cidr`,
		`"DenyAllInbound" "Deny" "*" "*" "*" "*"`,
		`"AllowRunnerInbound" "Allow" "Tcp" "443" var.runner_cidrs var.private_endpoint_subnet_cidr`,
	},
}

// TestSubnetsAreEnteredByPrefix checks every rule: none names the service tag that
// includes peered networks, and each group denies what its rules do not allow before
// the provider's own rules, whose priorities begin at 65000, let that tag in.
func TestSubnetsAreEnteredByPrefix(t *testing.T) {
	root := testkit.ReadRoot(t, rootText)
	groups := testkit.ResourceBlocks(t, root, "azurerm_network_security_group")
	assert.Len(t, groups, len(inbound))
	for _, group := range groups {
		assert.NotContains(t, group.Text(), `"VirtualNetwork"`, group.Address())
		rules := group.Nested("security_rule")
		for _, optional := range group.Nested("dynamic") {
			assert.Regexp(t, `^length\(var\.(hub|runner)_cidrs\) == 0 \? \[\] : `, optional.Written("for_each"))
			rules = append(rules, testkit.NestedBlock(t, optional, "content"))
		}
		assert.Equal(t, inbound[group.Labels()[1]], describedRules(rules), group.Address())
		for _, rule := range rules {
			testkit.CheckPlain(t, rule, map[string]string{"direction": "Inbound", "source_port_range": "*"})
			assert.Equal(t, rule.Plain("access") == "Deny", rule.Plain("priority") == "4096", "%s: only the last rule denies", group.Address())
		}
	}
}

func describedRules(rules []adaptertest.Block) (list []string) {
	either := func(rule adaptertest.Block, one, many string) string {
		return cmp.Or(rule.Written(one), rule.Written(many))
	}
	for _, rule := range rules {
		list = append(list, strings.Join([]string{
			rule.Written("name"), rule.Written("access"), rule.Written("protocol"),
			either(rule, "destination_port_range", "destination_port_ranges"),
			either(rule, "source_address_prefix", "source_address_prefixes"),
			either(rule, "destination_address_prefix", "destination_address_prefixes"),
		}, " "))
	}
	return list
}
