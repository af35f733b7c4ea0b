package scripts_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
)

// TestRecordsOnAnotherServer carries accepted and denied requests with a proposal to another server, twice.
func TestRecordsOnAnotherServer(t *testing.T) {
	profile := filepath.Join("..", "..", "examples", "provider_a", "simulation", "profile.yaml")
	shell := func(server, script string) string {
		t.Helper()
		out, err := exec.Command("bash", "-euc", "api="+server+"/v1 run=../../examples/operations/records.sh\n"+script).CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}
	lists := func(server string) string {
		return shell(server, `for route in environment-requests deployment-proposals; do
			curl -sf "$api/$route?view=summary&order=newest" | jq 'del(.items[].received_at)'
		done`)
	}
	first, saved := build.StartServer(t, "--profile", profile), filepath.Join(t.TempDir(), "saved")
	shell(first, `for application in two one three; do
		jq -n --arg name $application '{application: $name, environment: "development", owner: "a@example.com", cost_centre: "CC-1",
			data_classification: "internal", region: "eu-west-1", network_cidr: "10.20.0.0/20", cluster_size: "small",
			monthly_budget: (if $name == "one" then 5 else 700 end), business_justification: "A shop with products.",
			expiry_date: "2026-12-15"}' | curl -s --fail-with-body --json @- -H "Idempotency-Key: $application" "$api/environment-requests" |
			jq '{request_id}' > `+saved+`
	done
	curl -s --fail-with-body --json @`+saved+` -H 'Idempotency-Key: proposal' "$api/deployment-proposals"
	rm `+saved+`
	bash $run save $api/.. `+saved)
	second := build.StartServer(t, "--profile", profile)
	for range 2 {
		shell(second, "bash $run send $api/.. "+saved)
		assert.Equal(t, lists(first), lists(second))
	}
	var found struct{ Items []json.RawMessage }
	require.NoError(t, json.NewDecoder(strings.NewReader(lists(second))).Decode(&found))
	assert.Len(t, found.Items, 3)

	other := build.StartServer(t, "--profile", filepath.Join(filepath.Dir(profile), "..", "enterprise", "profile.yaml"))
	out, err := exec.Command("bash", "../../examples/operations/records.sh", "send", other, saved).CombinedOutput()
	require.Error(t, err)
	assert.Contains(t, string(out), ": the proposal was prop-")

	require.NoError(t, os.WriteFile(filepath.Join(saved, "requests"), []byte(`["req-1", {}]`+"\n"), 0o600))
	out, err = exec.Command("bash", "../../examples/operations/records.sh", "send", other, saved).CombinedOutput()
	require.Error(t, err)
	assert.Contains(t, string(out), "req-1: the server refuses it for environment-requests: ")
}
