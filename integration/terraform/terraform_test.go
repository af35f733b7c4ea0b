package terraform_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/providers"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// TestTerraformAcceptsEachRoot runs `fmt`, `init` and `validate`, which checks
// main.tf against the provider's schema, with its references and cycles.
func TestTerraformAcceptsEachRoot(t *testing.T) {
	for _, id := range providers.IDs() {
		require.True(t, slices.ContainsFunc(clouds, func(c cloud) bool { return c.id == id }), "add the Terraform provider of %s to clouds, in integration/terraform/inputs_test.go", id)
	}
	for _, c := range clouds {
		t.Run(c.name, func(t *testing.T) {
			w := of(t, c)
			w.must(t, "fmt", "-check", "-diff", "main.tf")
			var verdict struct {
				Valid       bool              `json:"valid"`
				Diagnostics []json.RawMessage `json:"diagnostics"`
			}
			require.NoError(t, json.Unmarshal([]byte(w.must(t, "validate", "-json")), &verdict))
			assert.True(t, verdict.Valid)
			assert.Empty(t, verdict.Diagnostics, "no error and no warning")
		})
	}
}

// TestThePageOnSchemas follows the page with each provider. A misspelt argument fails.
func TestThePageOnSchemas(t *testing.T) {
	page, err := os.ReadFile("../../docs/provider-schema.md")
	require.NoError(t, err)
	var steps []string
	for _, found := range regexp.MustCompile("(?s)```sh\n(.*?)\n```").FindAllSubmatch(page, -1) {
		steps = append(steps, string(found[1]))
	}
	require.Len(t, steps, 3)
	for _, c := range clouds {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			root, _ := c.files(t, c.input(t, profile.Simulation, c.request(t)))
			w := initialised(t, c, c.schemaFile(), dir, root)
			module := filepath.Join(dir, "terraform")
			require.NoError(t, os.Rename(w.folder, module))
			follow := func(steps ...string) (string, error) {
				cmd := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c",
					"terraform() { "+w.planner+" \"$@\"; }\n"+strings.Join(steps, "\n"))
				cmd.Dir, cmd.Env = dir, w.env
				out, err := cmd.CombinedOutput()
				return string(out), err
			}
			out, err := follow(steps...)
			require.NoError(t, err, out)
			text, err := os.ReadFile(filepath.Join(module, "schema.json"))
			require.NoError(t, err)
			var schema map[string]json.RawMessage
			require.NoError(t, json.Unmarshal(text, &schema))
			described, err := providers.Adapters[c.id].Describe(t.Context())
			require.NoError(t, err)
			kinds := slices.Collect(maps.Keys(schema))
			for _, kind := range described.ResourceKinds {
				name, _, _ := strings.Cut(kind.Resource, ".")
				assert.Contains(t, kinds, name)
			}

			wrong := regexp.MustCompile(`(?m)^resource .*`).ReplaceAll(root, []byte("$0\n  tagz = 1"))
			write(t, filepath.Join(module, "main.tf"), wrong)
			out, err = follow(steps[1])
			require.Error(t, err)
			assert.Contains(t, out, `An argument named "tagz" is not expected here`)
		})
	}
}

// TestPlansAreTheInventory plans each of a cloud's inputs and compares what
// Terraform would make with the inventory, both ways, and each setting with its
// planned value.
func TestPlansAreTheInventory(t *testing.T) {
	for _, c := range clouds {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := of(t, c)
			planned, instances := 0, 0
			for name, in := range c.inputs(t) {
				_, inputs := c.files(t, in)
				changes, output := w.plan(t, inputs, encoded(t, c.workflow))
				compare(t, name, c.inventory(t, in), changes)
				assert.Equal(t, in.Request.BusinessJustification, output["business_justification"], "it looks like HCL, and is only text")
				planned, instances = planned+1, instances+len(changes)
			}
			t.Logf("%d plans, %d resource instances", planned, instances)
		})
	}
}

func compare(t *testing.T, name string, inventory map[string]request.Resource, planned map[string]change) {
	t.Helper()
	for address, r := range inventory {
		p, ok := planned[address]
		if !assert.True(t, ok, "%s: %s is only in the inventory", name, address) {
			continue
		}
		assert.Equal(t, p.Type, r.Type, address)
		for _, setting := range r.Properties {
			if actual, ok := scalar(p.Change.After[setting.Name]); ok {
				assert.Equal(t, actual, setting.Value, "%s: %s %s", name, address, setting.Name)
			}
		}
	}
	for address := range planned {
		assert.Contains(t, inventory, address, "%s: %s is only in the plan", name, address)
	}
}

// scalar returns a planned value as text, and whether it is a known one.
func scalar(value any) (string, bool) {
	switch v := value.(type) {
	case string, bool, float64:
		return fmt.Sprint(v), true
	default:
		return "", false
	}
}

// TestWorkflowInputsAddWhatTheySay plans the parts that only the protected
// workflow switches on.
func TestWorkflowInputsAddWhatTheySay(t *testing.T) {
	for _, c := range clouds {
		t.Run(c.name, func(t *testing.T) {
			w := of(t, c)
			in := c.enterprise(t)
			_, inputs := c.files(t, in)
			planned, _ := w.plan(t, inputs, encoded(t, c.workflow), encoded(t, c.branches))
			for _, address := range c.extra {
				assert.Contains(t, planned, address)
			}
			assert.Len(t, planned, len(c.inventory(t, in))+len(c.extra))
		})
	}
}

// TestSettingsArePlannedAsTheyAreListed plans provider_a with settings that change what
// it declares, in a network whose pods are beside it, and compares the inventory.
func TestSettingsArePlannedAsTheyAreListed(t *testing.T) {
	c := clouds[0]
	w := of(t, c)
	hub := map[string]string{"transit_gateway_id": "tgw-00000000000000000", "hub_cidrs": "10.0.0.0/8,192.168.0.0/16"}
	out := maps.Clone(hub)
	out["egress"], out["resolver_rule_ids"], out["tags"] = "hub", "rslvr-rr-1,rslvr-rr-2", "BusinessUnit=retail"
	for name, settings := range map[string]map[string]string{"none": nil, "attached": hub, "out through the hub": out} {
		r := c.request(t, func(r *request.Request) {
			r.NetworkCIDR, r.Environment = netip.MustParsePrefix("10.40.0.0/24"), request.Production
		})
		in := c.input(t, profile.Enterprise, r)
		for name, value := range settings {
			in.Settings = append(in.Settings, adapter.Setting{Name: name, Value: value})
		}
		_, inputs := c.files(t, in)
		planned, _ := w.plan(t, inputs)
		compare(t, name, c.inventory(t, in), planned)
		assert.Contains(t, planned, "aws_subnet.pods[2]")
	}
}

// TestTerraformRefusesWrongInputs checks that main.tf itself stops what does not
// come from an adapter.
func TestTerraformRefusesWrongInputs(t *testing.T) {
	edits := map[string]func(map[string]any){
		"name must be 3 to 40 characters":        func(in map[string]any) { in["name"] = "UPPER" },
		"request_id must be req-":                func(in map[string]any) { in["request_id"] = "req-1" },
		"expires_on must be empty or YYYY-MM-DD": func(in map[string]any) { in["expires_on"] = "soon" },
		"environment must be development":        func(in map[string]any) { in["environment"] = "staging" },
	}
	for _, c := range clouds {
		t.Run(c.name, func(t *testing.T) {
			w := of(t, c)
			_, inputs := c.files(t, c.enterprise(t))
			wrong := maps.Clone(edits)
			for _, name := range c.identifiers {
				wrong[name+" must be "] = func(in map[string]any) { in[name] = "someone-else" }
			}
			for message, edit := range wrong {
				values := map[string]any{}
				require.NoError(t, json.Unmarshal(inputs, &values))
				edit(values)
				out, err := w.tryPlan(t, encoded(t, values), encoded(t, c.workflow))
				require.Error(t, err, message)
				assert.Contains(t, out, message)
			}
		})
	}
}

// TestTheBudgetBeginsWithTheMonthOfThePlan checks the month that no proposal knows,
// and that the workflow may say another.
func TestTheBudgetBeginsWithTheMonthOfThePlan(t *testing.T) {
	c := clouds[1]
	w := of(t, c)
	_, inputs := c.files(t, c.enterprise(t))
	start := func(more map[string]any) any {
		planned, _ := w.plan(t, inputs, encoded(t, more))
		period := planned["azurerm_consumption_budget_subscription.monthly"].Change.After["time_period"].([]any)
		return period[0].(map[string]any)["start_date"]
	}
	assert.Regexp(t, `^20\d\d-\d\d-01T00:00:00Z$`, start(map[string]any{}))
	assert.Equal(t, "2026-12-01T00:00:00Z", start(map[string]any{"budget_start_date": "2026-12-01T00:00:00Z"}))
}

// TestTooFewZonesStopThePlan checks that main.tf notices an account with fewer
// zones than the request was laid out for.
func TestTooFewZonesStopThePlan(t *testing.T) {
	c := clouds[0]
	w := of(t, c)
	_, inputs := c.files(t, c.enterprise(t))
	values := map[string]any{}
	require.NoError(t, json.Unmarshal(inputs, &values))
	subnets := values["private_subnet_cidrs"].([]any)
	require.Len(t, subnets, zones)
	values["private_subnet_cidrs"] = append(subnets, "10.40.13.0/24")
	values["excluded_zone_ids"] = []string{"usw1-az2"}
	out, err := w.tryPlan(t, encoded(t, values))
	require.Error(t, err)
	for _, words := range []string{"3 availability zones", "laid out for 4: 1 are missing", "usw1-az2", "another region"} {
		assert.Contains(t, unwrapped(out), words)
	}
}

// TestWrongWorkflowInputsStopThePlan checks what only the workflow can get wrong.
func TestWrongWorkflowInputsStopThePlan(t *testing.T) {
	c := clouds[0]
	w := of(t, c)
	_, inputs := c.files(t, c.enterprise(t))
	for message, wrong := range map[string]map[string]any{
		"must set hub_cidrs":                  {"transit_gateway_id": "tgw-00000000000000000"},
		"Each of hub_cidrs must be a private": {"hub_cidrs": []string{"10.0.0.0/8", "0.0.0.0/0"}},
		"Each of resolver_rule_ids":           {"resolver_rule_ids": []string{"*"}},
		"Each of cluster_admin_role_arns":     {"cluster_admin_role_arns": []string{"*"}},
		"Each of bucket_account_ids":          {"bucket_account_ids": []string{"*"}},
		"egress_subnet_cidrs or transit_":     {"egress_subnet_cidrs": []string{}},
		"registry_account_id must be 12":      {"registry_account_id": "ghcr.io"},
		"node_release_version must be a":      {"node_release_version": "latest"},
		"application_deployer_role_arns":      {"application_deployer_role_arns": []string{"arn:aws:iam::000000000006:user/x"}},
		"Each of cluster_viewer_role_arn":     {"cluster_viewer_role_arns": []string{"arn:aws:iam::000000000006:root"}},
	} {
		out, err := w.tryPlan(t, inputs, encoded(t, wrong))
		require.Error(t, err, message)
		assert.Contains(t, out, message)
	}
}

// TestCentralZonesTakeTheirPlace plans provider_b in a network that takes its
// names from the hub: it makes no zone of its own, and a runner that resolves the
// same zone may not have an endpoint beside.
func TestCentralZonesTakeTheirPlace(t *testing.T) {
	c := clouds[1]
	w := of(t, c)
	in := c.enterprise(t)
	_, inputs := c.files(t, in)
	central := map[string]any{
		"private_dns":       "central",
		"blob_dns_zone_id":  hub + "privateDnsZones/privatelink.blob.core.windows.net",
		"vault_dns_zone_id": hub + "privateDnsZones/privatelink.vaultcore.azure.net",
	}
	planned, _ := w.plan(t, inputs, encoded(t, c.workflow), encoded(t, central))
	for address := range c.inventory(t, in) {
		own := strings.HasPrefix(address, "azurerm_private_dns_zone")
		_, ok := planned[address]
		assert.Equal(t, !own, ok, address)
	}
	group := planned["azurerm_private_endpoint.key_vault[0]"].Change.After["private_dns_zone_group"].([]any)
	assert.Equal(t, []any{hub + "privateDnsZones/privatelink.vaultcore.azure.net"}, group[0].(map[string]any)["private_dns_zone_ids"])

	central["runner_network"] = runnerNetwork
	out, err := w.tryPlan(t, inputs, encoded(t, c.workflow), encoded(t, central))
	require.Error(t, err)
	assert.Contains(t, unwrapped(out), "two endpoints cannot share one name")
}

// unwrapped returns a diagnostic as one line.
func unwrapped(out string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(out, "│", "")), " ")
}

// throughTheHub returns the input for a landing zone whose hub has the way out, the
// names and the images: it has every setting's example.
func (c cloud) throughTheHub(t *testing.T) adapter.Input {
	t.Helper()
	settings := map[string]string{"egress": "hub", "private_dns": "central"}
	for _, s := range c.describe(t).Settings {
		if s.Example != "" {
			settings[s.Name] = s.Example
		}
	}
	return adaptertest.InputWith(c.describe(t), settings, c.request(t))
}

// TestALandingZonesPlanIsItsInventory plans a landing zone with a hub: it has no
// gateway of its own, and what the hub brings in its place.
func TestALandingZonesPlanIsItsInventory(t *testing.T) {
	c := clouds[1]
	w, in := of(t, c), c.throughTheHub(t)
	_, inputs := c.files(t, in)
	planned, _ := w.plan(t, inputs)
	compare(t, "through the hub", c.inventory(t, in), planned)
	for address := range planned {
		assert.NotRegexp(t, `azurerm_(public_ip|nat_gateway|private_dns_zone)|nat_gateway_association|nat-address`, address)
	}
	cluster := planned["azurerm_kubernetes_cluster.this"].Change.After
	assert.Equal(t, in.Setting("api_server_dns_zone_id"), cluster["private_dns_zone_id"])
	assert.Equal(t, "userDefinedRouting", cluster["network_profile"].([]any)[0].(map[string]any)["outbound_type"])
	assert.Equal(t, []any{in.Setting("dns_servers")}, planned["azurerm_virtual_network.this"].Change.After["dns_servers"])
}

// TestALandingZoneThatDoesNotFitStopsThePlan takes one input at a time from a landing
// zone that plans, or changes it.
func TestALandingZoneThatDoesNotFitStopsThePlan(t *testing.T) {
	c := clouds[1]
	w := of(t, c)
	_, inputs := c.files(t, c.throughTheHub(t))
	for name, wrong := range map[string]struct {
		value   any
		message string
	}{
		"api_server_dns_zone_id": {hub + "privateDnsZones/private.westeurope.azmk8s.io", "must be a zone of the cluster's region"},
		"blob_dns_zone_id":       {"", "private_dns central needs blob_dns_zone_id"},
		"egress":                 {"vpn", "egress must be own or hub"},
		"egress_next_hop_ip":     {"", "egress through the hub needs egress_next_hop_ip"},
		"hub_cidrs":              {[]string{"10.0.0.0/16", "0.0.0.0/1"}, "Each of hub_cidrs must be a private IPv4 range"},
		"hub_virtual_network_id": {"", "egress through the hub needs egress_next_hop_ip and hub_virtual_network_id"},
		"private_dns":            {"own", "dns_servers need api_server_dns_zone_id, and private_dns central or policy"},
		"runner_cidrs":           {[]string{"fd00::/8"}, "Each of runner_cidrs must be a private IPv4 range"},
	} {
		out, err := w.tryPlan(t, inputs, encoded(t, map[string]any{name: wrong.value}))
		require.Error(t, err, name)
		assert.Contains(t, unwrapped(out), wrong.message)
	}
}

// TestThePlanSaysThatTheRunnerMayNotReachTheVault checks that the plan warns
// before a run would stop half way.
func TestThePlanSaysThatTheRunnerMayNotReachTheVault(t *testing.T) {
	c := clouds[1]
	w := of(t, c)
	_, inputs := c.files(t, c.enterprise(t))
	const warning = "neither runner_network nor runner_cidrs is set"
	plan := func(more map[string]any) string {
		out, err := w.tryPlan(t, inputs, encoded(t, c.workflow), encoded(t, more))
		require.NoError(t, err, out)
		return out
	}
	assert.Contains(t, plan(map[string]any{}), warning)
	assert.NotContains(t, plan(map[string]any{"runner_network": runnerNetwork}), warning)
	assert.NotContains(t, plan(map[string]any{"runner_cidrs": []string{"10.0.9.0/24"}}), warning)
}
