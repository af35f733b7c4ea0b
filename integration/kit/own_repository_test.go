package kit_test

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/adapter/adaptertest"
)

// TestAuthorsNeedNoRepository builds adapters outside of this repository, with the files of a release alone.
func TestAuthorsNeedNoRepository(t *testing.T) {
	const page = "docs/adapter-repository.md"
	dir := t.TempDir()
	copied := clone(t)
	run(t, copied, "make sdk && cp dist/platform-sdk_*.tar.gz "+dir)
	steps := blocks(t, repository, page)
	require.Len(t, steps, 5)
	// The module cache of this machine takes the place of the public proxy.
	author := "export GOPROXY=file://$(go env GOMODCACHE)/cache/download,$(go env GOPROXY) GOSUMDB=off GOPRIVATE= GOFLAGS='-trimpath -modcacherw' " +
		"GOMODCACHE=" + t.TempDir() + " PATH=" + filepath.Dir(build.Binaries(t).Platform) + ":$PATH\n"

	t.Run("the page", func(t *testing.T) {
		run(t, dir, author+strings.Join(steps, "\n"))
		module := filepath.Join(dir, "acme-cloud")
		assertConforms(t, module, "acme_cloud")
		goMod, err := os.ReadFile(filepath.Join(module, "go.mod"))
		require.NoError(t, err)
		assert.NotContains(t, string(goMod), "replace")
		refusesRulesOfTheProvider(t, module)
	})

	t.Run("the example", func(t *testing.T) {
		module := filepath.Join(dir, "gke")
		require.NoError(t, os.CopyFS(module, os.DirFS(filepath.Join(repository, "examples", "adapter"))))
		readme, err := os.ReadFile(filepath.Join(module, "README.md"))
		require.NoError(t, err)
		_, commands, ok := strings.Cut(string(readme), "    go mod tidy\n")
		require.True(t, ok)
		commands, server, ok := strings.Cut("    go mod tidy\n"+commands, "    platform-server")
		require.True(t, ok)
		run(t, dir, author+steps[0]+"\ncd gke\n"+commands)
		assertConforms(t, module, "gke")
		serves(t, module, strings.Fields(server))
	})
}

func assertConforms(t *testing.T, module, id string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(module, "certificate.json"))
	require.NoError(t, err)
	var certificate adaptertest.Report
	require.NoError(t, json.Unmarshal(data, &certificate))
	assert.True(t, certificate.Conforms)
	assert.Equal(t, id, certificate.Adapter.ID)
}

// refusesRulesOfTheProvider checks that a rule of a profile cannot have an ID with the prefix of the provider's rules.
func refusesRulesOfTheProvider(t *testing.T, module string) {
	t.Helper()
	const rule = `{"id": "acme_cloud.mine", "title": "T", "field": "owner", "level": "mandatory", "require": "true",
		"message": "M.", "remediation": "R.", "expected": "e"}`
	profile := filepath.Join(module, "profile.json")
	text, err := os.ReadFile(profile)
	require.NoError(t, err)
	changed := strings.Replace(string(text), `"policies": []`, `"policies": [`+rule+`]`, 1)
	require.NoError(t, os.WriteFile(profile, []byte(changed), 0o600))
	cmd := exec.CommandContext(t.Context(), build.Binaries(t).Platform,
		"setup", "validate", profile, "--adapter", "acme_cloud=platform-acme-cloud")
	cmd.Dir = module
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	assert.Contains(t, string(out), "must not start with acme_cloud.; those are the provider's own")
}

// serves starts a server with the adapter of module, and makes a proposal.
func serves(t *testing.T, module string, args []string) {
	t.Helper()
	t.Chdir(module)
	server := build.StartServer(t, args...)
	post := func(path, body string, into any) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server+path, strings.NewReader(body))
		require.NoError(t, err)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", path)
		response, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer func() { _ = response.Body.Close() }()
		text, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		require.Less(t, response.StatusCode, http.StatusMultipleChoices, string(text))
		require.NoError(t, json.Unmarshal(text, into))
	}
	var record struct {
		ID       string `json:"request_id"`
		Decision string
	}
	post("/v1/environment-requests", `{"application": "shop", "environment": "development", "owner": "shop@example.com",
		"cost_centre": "CC-4711", "data_classification": "internal", "region": "europe-west1", "network_cidr": "10.30.0.0/20",
		"cluster_size": "small", "monthly_budget": 600, "business_justification": "A shop on another cloud.",
		"expiry_date": "2027-01-31"}`, &record)
	assert.Equal(t, "accepted", record.Decision)
	var proposal struct {
		Artifacts []struct{ Path, Content string }
	}
	post("/v1/deployment-proposals", `{"request_id": "`+record.ID+`"}`, &proposal)
	assert.NotEmpty(t, proposal.Artifacts)
}
