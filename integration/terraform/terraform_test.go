package terraform_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// workspace is a folder in which Terraform was initialised with an adapter's
// main.tf and the stand-in for its provider. Terraform reaches no network.
type workspace struct {
	cloud     cloud
	terraform string
	folder    string
	env       []string
}

// newWorkspace skips the test on a machine without Terraform.
func newWorkspace(t *testing.T, c cloud) workspace {
	t.Helper()
	terraform, err := exec.LookPath("terraform")
	if err != nil {
		t.Skip("there is no terraform on this machine; the schema tests of the adapters hold without it")
	}
	mirror := t.TempDir()
	standIn(t, c, filepath.Join(mirror, "registry.terraform.io", "hashicorp", c.name, c.version, runtime.GOOS+"_"+runtime.GOARCH))
	w := workspace{cloud: c, terraform: terraform, folder: t.TempDir()}
	settings := filepath.Join(mirror, "terraform.rc")
	write(t, settings, fmt.Appendf(nil, "disable_checkpoint = true\nprovider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", mirror))
	w.env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+settings, "TF_IN_AUTOMATION=1", "TF_INPUT=0")
	root, _ := c.files(t, c.order(t, profile.Simulation, c.request(t)))
	write(t, filepath.Join(w.folder, "main.tf"), root)
	w.must(t, "init", "-backend=false", "-no-color")
	return w
}

// standIn builds the stand-in provider into a folder, beside its schema.
func standIn(t *testing.T, c cloud, folder string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(folder, 0o755))
	schema, err := os.ReadFile(filepath.Join("..", "..", c.folder, "testdata", "schema.json"))
	require.NoError(t, err)
	write(t, filepath.Join(folder, "schema.json"), schema)
	executable := filepath.Join(folder, "terraform-provider-"+c.name+"_v"+c.version)
	out, err := exec.CommandContext(t.Context(), "go", "build", "-o", executable, "./provider").CombinedOutput()
	require.NoError(t, err, string(out))
}

func write(t *testing.T, file string, content []byte) {
	t.Helper()
	require.NoError(t, os.WriteFile(file, content, 0o600))
}

func (w workspace) run(t *testing.T, args ...string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), w.terraform, args...)
	cmd.Dir, cmd.Env = w.folder, w.env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (w workspace) must(t *testing.T, args ...string) string {
	t.Helper()
	out, err := w.run(t, args...)
	require.NoError(t, err, out)
	return out
}

// inputs writes inputs to a file of their own and returns the argument that
// names it.
func (w workspace) inputs(t *testing.T, content []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "inputs.tfvars.json")
	write(t, file, content)
	return "-var-file=" + file
}

func encoded(t *testing.T, values map[string]any) []byte {
	t.Helper()
	text, err := json.Marshal(values)
	require.NoError(t, err)
	return text
}

// change is one resource of a plan.
type change struct {
	Address string `json:"address"`
	Mode    string `json:"mode"`
	Type    string `json:"type"`
	Change  struct {
		Actions []string       `json:"actions"`
		After   map[string]any `json:"after"`
	} `json:"change"`
}

// plan returns the resources that Terraform would make with the inputs.
func (w workspace) plan(t *testing.T, inputs ...[]byte) map[string]change {
	t.Helper()
	saved := filepath.Join(t.TempDir(), "plan")
	args := []string{"plan", "-no-color", "-lock=false", "-out=" + saved}
	for _, content := range inputs {
		args = append(args, w.inputs(t, content))
	}
	w.must(t, args...)
	var document struct {
		Changes []change `json:"resource_changes"`
	}
	require.NoError(t, json.Unmarshal([]byte(w.must(t, "show", "-json", saved)), &document))
	planned := map[string]change{}
	for _, c := range document.Changes {
		if c.Mode == "managed" {
			assert.Equal(t, []string{"create"}, c.Change.Actions, c.Address)
			planned[c.Address] = c
		}
	}
	return planned
}

// TestTerraformAcceptsBothRoots runs `terraform fmt`, `init` and `validate`.
func TestTerraformAcceptsBothRoots(t *testing.T) {
	for _, c := range clouds {
		t.Run(c.name, func(t *testing.T) {
			w := newWorkspace(t, c)
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

// TestPlansAreTheInventory plans every order and compares what Terraform would
// make with the inventory, both ways, and each setting with its planned value.
func TestPlansAreTheInventory(t *testing.T) {
	for _, c := range clouds {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t, c)
			planned, instances := 0, 0
			for name, order := range c.orders(t) {
				_, inputs := c.files(t, order)
				changes := w.plan(t, inputs, encoded(t, c.workflow))
				compare(t, name, c.inventory(t, order), changes)
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
		if !assert.True(t, found, "%s: %s is in the inventory alone", name, address) {
			continue
		}
		assert.Equal(t, p.Type, r.Type, address)
		for setting, value := range r.Properties {
			if actual, known := scalar(p.Change.After[setting]); known {
				assert.Equal(t, actual, value, "%s: %s %s", name, address, setting)
			}
		}
	}
	for address := range planned {
		assert.Contains(t, inventory, address, "%s: %s is in the plan alone", name, address)
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

// TestFreeTextReachesTerraformAsItIs reads the justification, which looks like
// HCL, back from the plan's outputs.
func TestFreeTextReachesTerraformAsItIs(t *testing.T) {
	for _, c := range clouds {
		t.Run(c.name, func(t *testing.T) {
			w := newWorkspace(t, c)
			order := c.order(t, profile.Enterprise, c.request(t))
			_, inputs := c.files(t, order)
			saved := filepath.Join(t.TempDir(), "plan")
			w.must(t, "plan", "-no-color", "-lock=false", "-out="+saved, w.inputs(t, inputs), w.inputs(t, encoded(t, c.workflow)))
			var document struct {
				Outputs struct {
					Request struct {
						After map[string]any `json:"after"`
					} `json:"request"`
				} `json:"output_changes"`
			}
			require.NoError(t, json.Unmarshal([]byte(w.must(t, "show", "-json", saved)), &document))
			assert.Equal(t, order.Request.BusinessJustification, document.Outputs.Request.After["business_justification"])
		})
	}
}

// TestWorkflowInputsAddWhatTheySay plans the parts that only the protected
// workflow switches on.
func TestWorkflowInputsAddWhatTheySay(t *testing.T) {
	for _, c := range clouds {
		t.Run(c.name, func(t *testing.T) {
			w := newWorkspace(t, c)
			order := c.order(t, profile.Enterprise, c.request(t))
			_, inputs := c.files(t, order)
			planned := w.plan(t, inputs, encoded(t, c.workflow), encoded(t, c.branches))
			for _, address := range c.extra {
				assert.Contains(t, planned, address)
			}
			assert.Len(t, planned, len(c.inventory(t, order))+len(c.extra))
		})
	}
}

// TestTerraformRefusesWrongInputs holds that main.tf itself stops what does not
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
			w := newWorkspace(t, c)
			_, inputs := c.files(t, c.order(t, profile.Enterprise, c.request(t)))
			wrong := maps.Clone(edits)
			for _, name := range c.identifiers {
				wrong[name+" must be "] = func(in map[string]any) { in[name] = "someone-else" }
			}
			for message, edit := range wrong {
				values := map[string]any{}
				require.NoError(t, json.Unmarshal(inputs, &values))
				edit(values)
				out, err := w.run(t, "plan", "-no-color", "-lock=false", w.inputs(t, encoded(t, values)), w.inputs(t, encoded(t, c.workflow)))
				require.Error(t, err, message)
				assert.Contains(t, out, message)
			}
		})
	}
}

// TestNoBudgetWithoutItsMonth holds that the inputs alone build nothing where
// the cloud needs to know the month, which a proposal does not.
func TestNoBudgetWithoutItsMonth(t *testing.T) {
	c := clouds[1]
	w := newWorkspace(t, c)
	_, inputs := c.files(t, c.order(t, profile.Enterprise, c.request(t)))
	out, err := w.run(t, "plan", "-no-color", "-lock=false", w.inputs(t, inputs))
	require.Error(t, err)
	assert.Contains(t, out, "must set budget_start_date")
}

// TestTooFewZonesStopThePlan holds that main.tf notices an account with fewer
// zones than the request was laid out for.
func TestTooFewZonesStopThePlan(t *testing.T) {
	c := clouds[0]
	w := newWorkspace(t, c)
	_, inputs := c.files(t, c.order(t, profile.Enterprise, c.request(t)))
	values := map[string]any{}
	require.NoError(t, json.Unmarshal(inputs, &values))
	subnets := values["private_subnet_cidrs"].([]any)
	require.Len(t, subnets, zones)
	values["private_subnet_cidrs"] = append(subnets, "10.40.13.0/24")
	values["excluded_zone_ids"] = []string{"usw1-az2"}
	out, err := w.run(t, "plan", "-no-color", "-lock=false", w.inputs(t, encoded(t, values)))
	require.Error(t, err)
	for _, words := range []string{"3 availability zones", "laid out for 4: 1 are missing", "usw1-az2", "another region"} {
		assert.Contains(t, strings.Join(strings.Fields(strings.ReplaceAll(out, "│", "")), " "), words)
	}
}

// TestWrongWorkflowInputsStopThePlan holds what the workflow alone can get wrong.
func TestWrongWorkflowInputsStopThePlan(t *testing.T) {
	c := clouds[0]
	w := newWorkspace(t, c)
	_, inputs := c.files(t, c.order(t, profile.Enterprise, c.request(t)))
	for message, wrong := range map[string]map[string]any{
		"must set hub_cidr":               {"transit_gateway_id": "tgw-00000000000000000"},
		"hub_cidr must be a private":      {"hub_cidr": "0.0.0.0/0"},
		"Each of cluster_admin_role_arns": {"cluster_admin_role_arns": []string{"*"}},
		"Each of bucket_account_ids":      {"bucket_account_ids": []string{"*"}},
		"application_deployer_role_arns":  {"application_deployer_role_arns": []string{"arn:aws:iam::000000000006:user/x"}},
		"Each of cluster_viewer_role_arn": {"cluster_viewer_role_arns": []string{"arn:aws:iam::000000000006:root"}},
	} {
		out, err := w.run(t, "plan", "-no-color", "-lock=false", w.inputs(t, inputs), w.inputs(t, encoded(t, wrong)))
		require.Error(t, err, message)
		assert.Contains(t, out, message)
	}
}

// TestCentralZonesTakeTheirPlace plans provider_b in a network that takes its
// names from the hub: it makes no zone of its own, and a runner that resolves the
// same zone may not have an endpoint beside.
func TestCentralZonesTakeTheirPlace(t *testing.T) {
	c := clouds[1]
	w := newWorkspace(t, c)
	order := c.order(t, profile.Enterprise, c.request(t))
	_, inputs := c.files(t, order)
	central := map[string]any{"central_dns_zone_ids": map[string]any{
		"blob":  hub + "privateDnsZones/privatelink.blob.core.windows.net",
		"vault": hub + "privateDnsZones/privatelink.vaultcore.azure.net",
	}}
	planned := w.plan(t, inputs, encoded(t, c.workflow), encoded(t, central))
	for address := range c.inventory(t, order) {
		own := strings.HasPrefix(address, "azurerm_private_dns_zone")
		_, is := planned[address]
		assert.Equal(t, !own, is, address)
	}
	group := planned["azurerm_private_endpoint.key_vault"].Change.After["private_dns_zone_group"].([]any)
	assert.Equal(t, []any{hub + "privateDnsZones/privatelink.vaultcore.azure.net"}, group[0].(map[string]any)["private_dns_zone_ids"])

	central["runner_network"] = runnerNetwork
	out, err := w.run(t, "plan", "-no-color", "-lock=false", w.inputs(t, inputs), w.inputs(t, encoded(t, c.workflow)), w.inputs(t, encoded(t, central)))
	require.Error(t, err)
	assert.Contains(t, out, "two endpoints cannot share one name")
}

// TestThePlanSaysThatTheRunnerMayNotReachTheVault holds that nobody learns it
// from a run that stopped half way.
func TestThePlanSaysThatTheRunnerMayNotReachTheVault(t *testing.T) {
	c := clouds[1]
	w := newWorkspace(t, c)
	_, inputs := c.files(t, c.order(t, profile.Enterprise, c.request(t)))
	const warning = "runner_network is not set"
	plan := func(more map[string]any) string {
		return w.must(t, "plan", "-no-color", "-lock=false", w.inputs(t, inputs), w.inputs(t, encoded(t, c.workflow)), w.inputs(t, encoded(t, more)))
	}
	assert.Contains(t, plan(map[string]any{}), warning)
	assert.NotContains(t, plan(map[string]any{"runner_network": runnerNetwork}), warning)
}
