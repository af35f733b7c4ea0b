package requestrender_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-cli/internal/command/requestrender"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-core/problem"
)

// TestRender checks the resources, or the reason why there are none.
func TestRender(t *testing.T) {
	commandtest.Folder(t)
	for name, test := range map[string]struct {
		request, profile string
		exit, resources  int
		reason           any
		note             string
	}{
		"simulated": {"request.yaml", "profile.yaml", problem.ExitDone, 1, nil,
			"1 resource would exist; nothing was created"},
		"denied": {"denied.yaml", "profile.yaml", problem.ExitDenied, 0,
			"Policy denies this request, so it would have no resources.", "With these values policy accepts it."},
		"enterprise": {"request.yaml", "enterprise.yaml", problem.ExitDone, 0, "A request in enterprise mode has no simulated resources: only simulation mode returns them. `platform request propose` gives its infrastructure inputs.", "A request in enterprise mode has no simulated resources: only simulation mode"},
	} {
		t.Run(name, func(t *testing.T) {
			r := commandtest.Run(t, requestrender.New, test.request, "--profile", test.profile)
			assert.Equal(t, test.exit, r.Exit)
			assert.Len(t, commandtest.Member(t, r, "simulated_resources"), test.resources)
			assert.Equal(t, test.reason, commandtest.Member(t, r, "reason"))
			assert.Contains(t, r.Notes, test.note)
		})
	}
}
