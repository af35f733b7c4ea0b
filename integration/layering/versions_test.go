package layering_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestModulesHaveTheVersionsOfTheWorkspace keeps one version of each dependency. With two, everything
// above it is compiled twice, and a team's own build is not what the workspace tests.
func TestModulesHaveTheVersionsOfTheWorkspace(t *testing.T) {
	workspace := versions(t, root, "", "list", "-m", "-f", "{{.Path}} {{.Version}}", "all")
	for _, module := range append(product, "integration") {
		const compiled = "{{with .Module}}{{if and .Version (not .Replace)}}{{.Path}} {{.Version}}{{end}}{{end}}"
		for path, version := range versions(t, filepath.Join(root, module), "GOWORK=off", "list", "-deps", "-test", "-f", compiled, "./...") {
			assert.Equal(t, workspace[path], version, "%s requires %s", module, path)
		}
	}
}

// versions runs a go command that prints a module and its version on each line.
func versions(t *testing.T, dir, env string, args ...string) map[string]string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), env)
	out, err := cmd.Output()
	require.NoError(t, err)
	found := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if path, version, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			found[path] = version
		}
	}
	require.NotEmpty(t, found)
	return found
}
