package terraform_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// TestTerraformAcceptsBothRoots runs `fmt`, `init` and `validate`, which checks
// main.tf against the provider's schema, with its references and cycles.
func TestTerraformAcceptsBothRoots(t *testing.T) {
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
		p, found := planned[address]
		if !assert.True(t, found, "%s: %s is only in the inventory", name, address) {
			continue
		}
		assert.Equal(t, p.Type, r.Type, address)
		for _, setting := range r.Properties {
			if actual, known := scalar(p.Change.After[setting.Name]); known {
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
			in := c.input(t, profile.Enterprise, c.request(t))
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
	hub := map[string]string{"transit_gateway_id": "tgw-00000000000000000", "hub_cidr": "10.0.0.0/8"}
	out := maps.Clone(hub)
	out["egress"] = "hub"
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
			_, inputs := c.files(t, c.input(t, profile.Enterprise, c.request(t)))
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

// TestNoBudgetWithoutItsMonth checks that the inputs by themselves build nothing where
// the cloud needs to know the month, which a proposal does not.
func TestNoBudgetWithoutItsMonth(t *testing.T) {
	c := clouds[1]
	w := of(t, c)
	_, inputs := c.files(t, c.input(t, profile.Enterprise, c.request(t)))
	out, err := w.tryPlan(t, inputs)
	require.Error(t, err)
	assert.Contains(t, out, "must set budget_start_date")
}

// TestTooFewZonesStopThePlan checks that main.tf notices an account with fewer
// zones than the request was laid out for.
func TestTooFewZonesStopThePlan(t *testing.T) {
	c := clouds[0]
	w := of(t, c)
	_, inputs := c.files(t, c.input(t, profile.Enterprise, c.request(t)))
	values := map[string]any{}
	require.NoError(t, json.Unmarshal(inputs, &values))
	subnets := values["private_subnet_cidrs"].([]any)
	require.Len(t, subnets, zones)
	values["private_subnet_cidrs"] = append(subnets, "10.40.13.0/24")
	values["excluded_zone_ids"] = []string{"usw1-az2"}
	out, err := w.tryPlan(t, encoded(t, values))
	require.Error(t, err)
	for _, words := range []string{"3 availability zones", "laid out for 4: 1 are missing", "usw1-az2", "another region"} {
		assert.Contains(t, strings.Join(strings.Fields(strings.ReplaceAll(out, "│", "")), " "), words)
	}
}

// TestWrongWorkflowInputsStopThePlan checks what only the workflow can get wrong.
func TestWrongWorkflowInputsStopThePlan(t *testing.T) {
	c := clouds[0]
	w := of(t, c)
	_, inputs := c.files(t, c.input(t, profile.Enterprise, c.request(t)))
	for message, wrong := range map[string]map[string]any{
		"must set hub_cidr":               {"transit_gateway_id": "tgw-00000000000000000"},
		"hub_cidr must be a private":      {"hub_cidr": "0.0.0.0/0"},
		"Each of cluster_admin_role_arns": {"cluster_admin_role_arns": []string{"*"}},
		"Each of bucket_account_ids":      {"bucket_account_ids": []string{"*"}},
		"egress_subnet_cidrs or transit_": {"egress_subnet_cidrs": []string{}},
		"registry_account_id must be 12":  {"registry_account_id": "ghcr.io"},
		"node_release_version must be a":  {"node_release_version": "latest"},
		"application_deployer_role_arns":  {"application_deployer_role_arns": []string{"arn:aws:iam::000000000006:user/x"}},
		"Each of cluster_viewer_role_arn": {"cluster_viewer_role_arns": []string{"arn:aws:iam::000000000006:root"}},
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
	in := c.input(t, profile.Enterprise, c.request(t))
	_, inputs := c.files(t, in)
	central := map[string]any{"central_dns_zone_ids": map[string]any{
		"blob":  hub + "privateDnsZones/privatelink.blob.core.windows.net",
		"vault": hub + "privateDnsZones/privatelink.vaultcore.azure.net",
	}}
	planned, _ := w.plan(t, inputs, encoded(t, c.workflow), encoded(t, central))
	for address := range c.inventory(t, in) {
		own := strings.HasPrefix(address, "azurerm_private_dns_zone")
		_, is := planned[address]
		assert.Equal(t, !own, is, address)
	}
	group := planned["azurerm_private_endpoint.key_vault"].Change.After["private_dns_zone_group"].([]any)
	assert.Equal(t, []any{hub + "privateDnsZones/privatelink.vaultcore.azure.net"}, group[0].(map[string]any)["private_dns_zone_ids"])

	central["runner_network"] = runnerNetwork
	out, err := w.tryPlan(t, inputs, encoded(t, c.workflow), encoded(t, central))
	require.Error(t, err)
	assert.Contains(t, out, "two endpoints cannot share one name")
}

// TestThePlanSaysThatTheRunnerMayNotReachTheVault checks that nobody learns it
// from a run that stopped half way.
func TestThePlanSaysThatTheRunnerMayNotReachTheVault(t *testing.T) {
	c := clouds[1]
	w := of(t, c)
	_, inputs := c.files(t, c.input(t, profile.Enterprise, c.request(t)))
	const warning = "runner_network is not set"
	plan := func(more map[string]any) string {
		out, err := w.tryPlan(t, inputs, encoded(t, c.workflow), encoded(t, more))
		require.NoError(t, err, out)
		return out
	}
	assert.Contains(t, plan(map[string]any{}), warning)
	assert.NotContains(t, plan(map[string]any{"runner_network": runnerNetwork}), warning)
}
