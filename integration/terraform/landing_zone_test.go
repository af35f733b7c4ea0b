package terraform_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// privateNames are the values of provider_b's setting private_dns, with the settings that each needs.
var privateNames = map[string]choices{
	"own": settingsOf("private_dns", "own"),
	"central": settingsOf("private_dns", "central", "blob_dns_zone_id", hub+"privateDnsZones/privatelink.blob.core.windows.net",
		"vault_dns_zone_id", hub+"privateDnsZones/privatelink.vaultcore.azure.net", "api_server_dns_zone_id",
		hub+"privateDnsZones/private.northeurope.azmk8s.io"),
	"policy": settingsOf("private_dns", "policy", "api_server_dns_zone_id", "none"),
}

// landingZonePolicies are policies that the default architecture of Azure/Azure-Landing-Zones-Library assigns to each
// landing zone or, if the name says corp, to those of the archetype corp. They were read on 2026-11-25, at commit
// faae8ccf8547. Each says what it finds wrong in one planned resource.
var landingZonePolicies = map[string]func(p change) string{
	"Deny-Subnet-Without-Nsg": func(p change) string {
		return eachSubnet(p, func(subnet, unknown map[string]any) bool {
			return unknown["security_group"] == true || subnet["security_group"] != ""
		})
	},
	"Enforce-Subnet-Private": func(p change) string {
		return eachSubnet(p, func(subnet, _ map[string]any) bool { return subnet["default_outbound_access_enabled"] == false })
	},
	"Deny-MgmtPorts-Internet": func(p change) string {
		rules, _ := p.Change.After["security_rule"].([]any)
		for _, rule := range rules {
			r := rule.(map[string]any)
			if r["access"] == "Allow" && r["direction"] == "Inbound" && strings.Contains("* Internet 0.0.0.0/0", fmt.Sprint(r["source_address_prefix"])) &&
				r["source_address_prefix"] != "" {
				return fmt.Sprint(r["name"])
			}
		}
		return ""
	},
	"Deny-Storage-http": func(p change) string {
		return unless(p, "azurerm_storage_account", map[string]any{"https_traffic_only_enabled": true, "min_tls_version": "TLS1_2"})
	},
	"Deny-Public-Endpoints (corp)": func(p change) string {
		closed := map[string]any{"public_network_access_enabled": false}
		return unless(p, "azurerm_storage_account", closed) + unless(p, "azurerm_key_vault", closed) +
			unless(p, "azurerm_kubernetes_cluster", map[string]any{"private_cluster_enabled": true})
	},
	"Deny-Public-IP-On-NIC (corp)": func(p change) string {
		if p.Type == "azurerm_network_interface" {
			return p.Address
		}
		return ""
	},
}

// eachSubnet names the first subnet of a planned network that does not satisfy a condition.
func eachSubnet(p change, good func(subnet, unknown map[string]any) bool) string {
	subnets, _ := p.Change.After["subnet"].([]any)
	unknown, _ := p.Change.AfterUnknown["subnet"].([]any)
	if p.Type == "azurerm_virtual_network" && len(subnets) != 3 {
		return fmt.Sprintf("%d subnets", len(subnets))
	}
	for i, subnet := range subnets {
		if s := subnet.(map[string]any); !good(s, unknown[i].(map[string]any)) {
			return fmt.Sprint(s["name"])
		}
	}
	return ""
}

// unless names an argument of a type of resource that has another value.
func unless(p change, kind string, arguments map[string]any) string {
	for name, value := range arguments {
		if p.Type == kind && p.Change.After[name] != value {
			return fmt.Sprintf("%s has %s = %v", p.Address, name, p.Change.After[name])
		}
	}
	return ""
}

// namedFor returns an input of provider_b for a value of private_dns.
func (c cloud) namedFor(t *testing.T, mode profile.Mode, writer string) adapter.Input {
	t.Helper()
	in := c.input(t, mode, c.request(t))
	for name, value := range privateNames[writer].settings {
		in.Settings = append(in.Settings, adapter.Setting{Name: name, Value: value})
	}
	return in
}

// TestALandingZoneTakesThePlan plans each value of private_dns in a sandbox and an enterprise, and asks the policies.
// Audit-PeDnsZones (corp) reports zones that an environment makes: only own makes some. Deploy-Private-DNS-Zones
// (corp) writes the groups of endpoints that have none: only those of policy have none.
func TestALandingZoneTakesThePlan(t *testing.T) {
	c := clouds[1]
	w := of(t, c)
	apiZone := map[string]string{"own": "System", "central": privateNames["central"].settings["api_server_dns_zone_id"], "policy": "None"}
	for _, mode := range []profile.Mode{profile.Sandbox, profile.Enterprise} {
		for writer := range privateNames {
			in := c.namedFor(t, mode, writer)
			_, inputs := c.files(t, in)
			planned, _ := w.plan(t, inputs)
			name := fmt.Sprintf("%s %s", mode, writer)
			compare(t, name, c.inventory(t, in), planned)
			ownZones, groups := 0, 0
			for _, p := range planned {
				for policy, finds := range landingZonePolicies {
					assert.Empty(t, finds(p), "%s: %s", name, policy)
				}
				switch p.Type {
				case "azurerm_private_dns_zone":
					ownZones++
				case "azurerm_private_endpoint":
					groups += len(p.Change.After["private_dns_zone_group"].([]any))
				case "azurerm_kubernetes_cluster":
					assert.Equal(t, apiZone[writer], p.Change.After["private_dns_zone_id"], name)
					assert.Equal(t, writer == "policy", p.Change.After["private_cluster_public_fqdn_enabled"], name)
				}
			}
			want := map[string][2]int{"own": {2, 2}, "central": {0, 2}, "policy": {0, 0}}[writer]
			assert.Equal(t, want, [2]int{ownZones, groups}, name)
		}
	}
}

// TestAPlanLeavesTheNamesOfThePolicy applies an environment, adds the groups to the state that the landing zone's
// policy writes, and plans again: no endpoint changes.
func TestAPlanLeavesTheNamesOfThePolicy(t *testing.T) {
	c := clouds[1]
	w := of(t, c)
	_, inputs := c.files(t, c.namedFor(t, profile.Enterprise, "policy"))
	state := w.apply(t, inputs)
	text, err := os.ReadFile(state)
	require.NoError(t, err)
	var document map[string]any
	require.NoError(t, json.Unmarshal(text, &document))
	written := 0
	for _, resource := range document["resources"].([]any) {
		r := resource.(map[string]any)
		for _, instance := range r["instances"].([]any) {
			if r["type"] == "azurerm_private_endpoint" {
				instance.(map[string]any)["attributes"].(map[string]any)["private_dns_zone_group"] = []any{map[string]any{
					"id": "made-up", "name": "deployedByPolicy", "private_dns_zone_ids": []any{hub + "privateDnsZones/any"},
				}}
				written++
			}
		}
	}
	require.Equal(t, 2, written)
	write(t, state, encoded(t, document))
	planned, _ := w.planIn(t, state, inputs)
	for address, p := range planned {
		assert.Equal(t, []string{"no-op"}, p.Change.Actions, address)
	}
}
