package requeststatus_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/command/requestpropose"
	"platform.internal/platform-cli/internal/command/requeststatus"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-core/problem"
)

func TestStatus(t *testing.T) {
	commandtest.Folder(t)
	saved := string(commandtest.Run(t, requestpropose.New, "request.yaml", "--profile", "profile.yaml").JSON)
	for name, text := range map[string]string{
		"proposal.json": saved,
		"edited.json":   strings.Replace(saved, `"status": "ready_for_review"`, `"status": "applied"`, 1),
		"longer.json":   strings.Replace(saved, `{`, `{"approved": true,`, 1),
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	for name, test := range map[string]struct {
		args []string
		exit int
		note string
	}{
		"a saved proposal": {[]string{"proposal.json"}, problem.ExitDone,
			"it is as it was made, and nothing was executed"},
		"one with a profile": {[]string{"proposal.json", "--profile", "profile.yaml"},
			problem.ExitDone, "it is as it was made"},
		"an edited proposal": {[]string{"edited.json"}, problem.ExitDenied,
			"proposal_altered: edited.json is not as the platform made it: status must be ready_for_review."},
		"a longer proposal": {[]string{"longer.json"}, problem.ExitDenied,
			"proposal_altered: longer.json: This proposal document was edited"},
		"a request": {[]string{"denied.yaml", "--profile", "profile.yaml"}, problem.ExitDenied,
			"denied: denied.yaml breaks 1 rule"},
		"one without a profile": {[]string{"request.yaml"}, problem.ExitUsage, "proposal_rejected: request.yaml is a request document, not a saved proposal; `platform request status` evaluates it with --profile."},
		"another document": {[]string{"profile.yaml"}, problem.ExitUsage,
			"its schema must be platform.deployment-proposal/v1. Save the output of `platform request propose`."},
		"a folder": {[]string{"."}, problem.ExitUsage, "file_not_readable: . is a folder; name a file. A saved proposal is the output of `platform request propose`; `platform request verify` takes a bundle's folder."},
		"a request ID": {[]string{"req-0123456789abcdef0123"}, problem.ExitDenied,
			"request_not_found: This process holds no req-0123456789abcdef0123"},
		"a proposal ID": {[]string{"prop-0123456789abcdef0123"}, problem.ExitDenied,
			"proposal_not_found: This process holds no prop-0123456789abcdef0123"},
	} {
		t.Run(name, func(t *testing.T) {
			r := commandtest.Run(t, requeststatus.New, test.args...)
			assert.Equal(t, test.exit, r.Exit)
			assert.Contains(t, commandtest.Sentences(r), test.note)
		})
	}
}
