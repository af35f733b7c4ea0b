package setup_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-cli/internal/command/setup"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-core/problem"
)

func TestStatus(t *testing.T) {
	commandtest.Folder(t)
	r := commandtest.Run(t, setup.NewStatus, "enterprise.yaml")
	assert.Equal(t, problem.ExitDone, r.Exit, "what is open is reported, and fails nothing")
	for want, names := range map[any][]string{
		"enterprise": {"mode"}, false: {"ready"}, float64(0): {"checks", "failed"},
		float64(1): {"checks", "warning"}, true: {"proposal_only"},
	} {
		assert.Equal(t, want, commandtest.Member(t, r, names...), names)
	}
	assert.Len(t, commandtest.Member(t, r, "open"), 1)
	assert.Len(t, commandtest.Member(t, r, "guarded_stages"), 4)
	assert.InDelta(t, 1, commandtest.Member(t, r, "rules", "provider"), 0)
	assert.InDelta(t, 0, commandtest.Member(t, r, "cloud_changes"), 0)
	assert.Contains(t, r.Notes[1], "installation.boundaries-configured")
	assert.Equal(t, problem.ExitUsage, commandtest.Run(t, setup.NewStatus, "absent.yaml").Exit)
	assert.Equal(t, problem.ExitUsage, commandtest.Run(t, setup.NewStatus).Exit)
}
