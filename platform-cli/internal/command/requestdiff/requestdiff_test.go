package requestdiff_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-cli/internal/command/requestdiff"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-core/problem"
)

func TestDiff(t *testing.T) {
	commandtest.Folder(t,
		"spelled.yaml", strings.Replace(commandtest.Request, "environment: development", "environment: DEV", 1),
		"cheaper.yaml", strings.NewReplacer("500", "400", "expiry_date: 2026-12-15\n", "").Replace(commandtest.Request))
	for name, test := range map[string]struct {
		other   string
		same    bool
		changes int
		notes   []string
	}{
		"spelling":   {"spelled.yaml", true, 0, nil},
		"two fields": {"cheaper.yaml", false, 2, []string{"request.yaml and cheaper.yaml differ in 2 fields", "  monthly_budget: 500 -> 400", "  expiry_date: 2026-12-15 -> (none)"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := commandtest.Run(t, requestdiff.New, "request.yaml", test.other)
			assert.Equal(t, problem.ExitDone, r.Exit, "a difference is no failure")
			assert.Equal(t, test.same, commandtest.Member(t, r, "same"))
			assert.Len(t, commandtest.Member(t, r, "changes"), test.changes)
			if test.notes != nil {
				assert.Equal(t, test.notes, r.Notes)
			}
		})
	}
	assert.Equal(t, problem.ExitUsage, commandtest.Run(t, requestdiff.New, "request.yaml").Exit)
	assert.Equal(t, problem.ExitUsage, commandtest.Run(t, requestdiff.New, "malformed.yaml", "request.yaml").Exit)
}
