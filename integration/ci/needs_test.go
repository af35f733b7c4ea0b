package ci

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNeeds runs .ci/needs.sh on machines that have only the commands given here. Each command prints its name
// and its arguments. The script installs as root only, and never calls sudo.
func TestNeeds(t *testing.T) {
	bash, err := exec.LookPath("bash")
	require.NoError(t, err)
	tests := map[string]struct {
		user     string
		commands []string
		failed   bool
		prints   string
	}{
		"nothing is missing": {user: "1000", commands: []string{"hugo", "npm"}},
		"root": {user: "0", commands: []string{"hugo", "apt-get", "sudo"},
			prints: "installing npm with apt-get\napt-get update -qq\n"},
		"not root": {user: "1000", commands: []string{"apt-get", "sudo"}, failed: true,
			prints: "This needs hugo npm. Run this as root and start again:\n  apt-get update && apt-get install -y --no-install-recommends hugo npm\n"},
		"no apt-get": {user: "0", commands: []string{"npm"}, failed: true,
			prints: "This needs hugo. Install them and start again.\n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			path := t.TempDir()
			command := func(name, script string) {
				require.NoError(t, os.WriteFile(filepath.Join(path, name), []byte("#!"+bash+"\n"+script), 0o755))
			}
			command("id", "echo "+test.user)
			for _, name := range test.commands {
				command(name, "echo "+name+` "$@"`)
			}
			cmd := exec.CommandContext(t.Context(), bash, "../../.ci/needs.sh", "hugo", "npm")
			cmd.Env = []string{"PATH=" + path}
			out, err := cmd.CombinedOutput()
			assert.Equal(t, test.failed, err != nil, "%v", err)
			assert.Equal(t, test.prints, string(out))
		})
	}
}
