package kit_test

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
	"platform.internal/platform-core/adapter/adaptertest"
)

// TestThePageNeedsNoRepository follows the page for authors outside of this repository, with the files of a release
// alone.
func TestThePageNeedsNoRepository(t *testing.T) {
	dir := t.TempDir()
	steps := blocks(t, repository, "docs/adapter-repository.md")
	require.Len(t, steps, 4)
	releaseSDK(t, dir)
	run(t, dir, outside(t)+strings.Join(steps, "\n"))

	module := filepath.Join(dir, "acme-cloud")
	goMod, err := os.ReadFile(filepath.Join(module, "go.mod"))
	require.NoError(t, err)
	assert.NotContains(t, string(goMod), "replace")
	data, err := os.ReadFile(filepath.Join(module, "certificate.json"))
	require.NoError(t, err)
	var certificate adaptertest.Report
	require.NoError(t, json.Unmarshal(data, &certificate))
	assert.True(t, certificate.Conforms)
	assert.Equal(t, "acme_cloud", certificate.Adapter.ID)

	const rule = `{"id": "acme_cloud.mine", "title": "T", "field": "owner", "level": "mandatory", "require": "true",
		"message": "M.", "remediation": "R.", "expected": "e"}`
	profile := filepath.Join(module, "profile.json")
	text, err := os.ReadFile(profile)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(profile, []byte(strings.Replace(string(text), `"policies": []`, `"policies": [`+rule+`]`, 1)), 0o600))
	cmd := exec.CommandContext(t.Context(), build.Binaries(t).Platform, "setup", "validate", profile, "--adapter", "acme_cloud=platform-acme-cloud")
	cmd.Dir = module
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	assert.Contains(t, string(out), "must not start with acme_cloud.; those are the provider's own")
}

// releaseSDK writes the SDK of a release of the repository as it is now into a folder.
func releaseSDK(t *testing.T, dir string) {
	t.Helper()
	copied := clone(t)
	run(t, copied, "make sdk && cp dist/platform-sdk_*.tar.gz "+dir)
}

// outside returns what the shell of an author sets: no workspace, the commands of a release, and a module cache without
// this repository. The module cache of this machine takes the place of the public proxy.
func outside(t *testing.T) string {
	t.Helper()
	return "export GOPROXY=file://$(go env GOMODCACHE)/cache/download GOSUMDB=off GOFLAGS='-trimpath -modcacherw' " +
		"GOMODCACHE=" + t.TempDir() + " PATH=" + filepath.Dir(build.Binaries(t).Platform) + ":$PATH\n"
}
