package setup_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-cli/internal/command/setup"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-core/problem"
)

func TestExits(t *testing.T) {
	commandtest.Folder(t, "two.yaml",
		"provider: provider_t\nallowed_regions: [north-1, south-1]\n", "unknown.yaml", "provider: provider_z\nmode: moon\n")
	for name, test := range map[string]struct {
		file string
		exit int
		note string
	}{
		"ready": {"profile.yaml", problem.ExitDone, "ready: provider_t in simulation mode, 5 checks passed"},
		"a warning": {"enterprise.yaml", problem.ExitDone,
			"ready with warnings: provider_t in enterprise mode, 4 checks passed, 1 warning"},
		"a failed check": {"two.yaml", problem.ExitDenied,
			"not ready: provider_t in simulation mode, 4 checks passed, 1 failed"},
		"rejected": {"unknown.yaml", problem.ExitUsage,
			"installation_rejected: The installation profile has 2 problems."},
		"absent": {"absent.yaml", problem.ExitUsage,
			"file_not_readable: absent.yaml does not exist; check the path."},
	} {
		t.Run(name, func(t *testing.T) {
			r := commandtest.Run(t, setup.NewValidate, test.file)
			assert.Equal(t, test.exit, r.Exit)
			assert.Equal(t, test.note, r.Notes[0])
		})
	}
	r := commandtest.Run(t, setup.NewValidate, "unknown.yaml")
	assert.Contains(t, strings.Join(r.Notes, "\n"),
		"unknown.yaml:2:7: unsupported_value: mode must be one of", "a fault names its file and line")
}
