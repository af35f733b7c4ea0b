package ci

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	providera "platform.internal/provider-a"
	providerb "platform.internal/provider-b"
)

// TestFacts: each source of an adapter's data and each version in its main.tf is in its table of facts, which has the
// last days of its rules.
func TestFacts(t *testing.T) {
	for module, a := range map[string]adapter.Adapter{"provider-a": providera.New(), "provider-b": providerb.New()} {
		cmd := exec.CommandContext(t.Context(), "go", "run", "./platform-core/adapter/adaptertool", "facts", "--on", "2026-11-26", module)
		cmd.Dir = "../.."
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		for line := range strings.Lines(string(out)) {
			assert.LessOrEqual(t, len(line), 81, line)
		}
		d, err := a.Describe(t.Context())
		require.NoError(t, err)
		for _, r := range d.Rules {
			if r.Until != "" {
				assert.Contains(t, string(out), "\n"+string(r.Until), "%s ends with a fact", r.ID)
			}
		}
	}
}
