package policytest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-cli/internal/command/policytest"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-core/problem"
)

func TestEveryRuleHasItsOutcome(t *testing.T) {
	commandtest.Folder(t)
	r := commandtest.Run(t, policytest.New, "denied.yaml", "--profile", "profile.yaml")
	assert.Equal(t, problem.ExitDenied, r.Exit)
	for _, line := range []string{"violated: common.network.private", "satisfied: common.region.allowed", "satisfied: provider_t.application.free"} {
		assert.Contains(t, r.Notes, line)
	}
	assert.Equal(t, "denied", commandtest.Member(t, r, "decision"))
	assert.Equal(t, problem.ExitDone, commandtest.Run(t, policytest.New, "request.yaml", "--profile", "profile.yaml").Exit)
	assert.Equal(t, problem.ExitUsage, commandtest.Run(t, policytest.New, "malformed.yaml", "--profile", "profile.yaml").Exit)
}
