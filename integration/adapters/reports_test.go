package adapters_test

import (
	"encoding/json"
	"io"
	"net/http"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/profile"
)

func get(t *testing.T, url string) string {
	t.Helper()
	response, err := http.Get(url)
	require.NoError(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return string(body)
}

// The level that was probed is the same wherever the platform reports it.
func TestTheConfinementIsReportedEverywhere(t *testing.T) {
	want := profile.Enforced
	if runtime.GOOS != "linux" {
		want = profile.Unavailable
	}
	const file = "../../examples/provider_a/simulation/profile.yaml"
	layout := build.Binaries(t)
	server := build.Server(t, "--profile", file)

	var providers struct {
		Items []struct{ Adapter profile.AdapterFacts }
	}
	require.NoError(t, json.Unmarshal([]byte(get(t, server.URL+"/v1/platform/providers")), &providers))
	require.NotEmpty(t, providers.Items)
	for _, p := range providers.Items {
		require.NotNil(t, p.Adapter.Confinement)
		assert.Equal(t, want, p.Adapter.Confinement.Level)
	}

	response, err := http.Post(server.URL+"/v1/platform/installation/validate", "application/json",
		strings.NewReader(`{"provider":"provider_a","mode":"simulation"}`))
	require.NoError(t, err)
	defer response.Body.Close()
	var readiness profile.Readiness
	require.NoError(t, json.NewDecoder(response.Body).Decode(&readiness))
	assertReported(t, want, readiness)

	out, err := exec.Command(layout.Platform, "setup", "validate", file).Output()
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(out, &readiness))
	assertReported(t, want, readiness)

	metrics := get(t, server.URL+"/metrics")
	for _, level := range profile.ConfinementLevels() {
		value := " 0\n"
		if level == want {
			value = " 1\n"
		}
		assert.Contains(t, metrics, `platform_adapter_confinement{level="`+string(level)+`",provider="provider_a"}`+value)
	}
	assert.Equal(t, metrics, get(t, server.URL+"/metrics"))
}

func assertReported(t *testing.T, want profile.ConfinementLevel, r profile.Readiness) {
	t.Helper()
	require.NotNil(t, r.Adapter.Confinement)
	assert.Equal(t, want, r.Adapter.Confinement.Level)
	for _, check := range r.Checks {
		if check.ID == "installation.adapter-confined" {
			assert.Equal(t, want == profile.Enforced, check.Status == profile.Passed)
			return
		}
	}
	t.Fatal("no check reports the confinement")
}
