package terraform_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
)

// TestToUnprotectChangesTheProtectionOnly plans the first step of the destroy workflow in production, with the targets
// of its script. The guard content allows only these changes.
func TestToUnprotectChangesTheProtectionOnly(t *testing.T) {
	script, err := os.ReadFile(filepath.Join("..", "..", "examples", "workflows", "steps.sh"))
	require.NoError(t, err)
	targets := regexp.MustCompile(`-target=\S+`).FindAllString(string(script), -1)
	require.Len(t, targets, 3)
	for i, want := range [][]string{
		{"aws_cloudwatch_log_group update", "aws_eks_cluster update"},
		{"azurerm_management_lock delete"},
	} {
		c := clouds[i]
		w := of(t, c)
		_, inputs := c.files(t, c.enterprise(t, func(r *request.Request) {
			r.Environment = request.Production
		}))
		state := w.apply(t, inputs)
		w.env = append(slices.Clip(w.env), "TF_CLI_ARGS_plan="+strings.Join(targets, " "))
		planned, _ := w.planIn(t, state, inputs, encoded(t, map[string]any{"deletion_protection": false}))
		changed := map[string]bool{}
		for _, p := range planned {
			for _, action := range p.Change.Actions {
				changed[p.Type+" "+action] = action != "no-op" && action != "read"
			}
		}
		maps.DeleteFunc(changed, func(_ string, changes bool) bool { return !changes })
		assert.Equal(t, want, slices.Sorted(maps.Keys(changed)), c.name)
	}
}
