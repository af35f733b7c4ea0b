package policylist_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-cli/internal/command/policylist"
	"platform.internal/platform-cli/internal/commandtest"
)

// ids returns the IDs of the rules in a list.
func ids(t *testing.T, args ...string) (list []string, note string) {
	t.Helper()
	r := commandtest.Run(t, policylist.New, args...)
	for _, rule := range commandtest.Member(t, r, "items").([]any) {
		list = append(list, rule.(map[string]any)["id"].(string))
	}
	return list, r.Notes[0]
}

func TestList(t *testing.T) {
	commandtest.Folder(t)
	builtin, note := ids(t)
	assert.Contains(t, builtin, "common.region.allowed")
	assert.Contains(t, builtin, "sandbox.budget.cap")
	assert.Contains(t, note, "built in; --profile adds those of the provider and of the organisation")
	inForce, note := ids(t, "--profile", "profile.yaml")
	assert.Contains(t, inForce, "provider_t.application.free")
	assert.NotContains(t, inForce, "sandbox.budget.cap")
	assert.Contains(t, note, "in force in this installation")
	assert.IsIncreasing(t, inForce)
}
