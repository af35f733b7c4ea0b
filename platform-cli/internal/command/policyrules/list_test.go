package policyrules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-cli/internal/command/policyrules"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-core/problem"
)

// listedIDs returns the IDs of the listed rules and the note.
func listedIDs(t *testing.T, args ...string) (list []string, note string) {
	t.Helper()
	r := commandtest.Run(t, policyrules.NewList, args...)
	for _, rule := range commandtest.Member(t, r, "items").([]any) {
		list = append(list, rule.(map[string]any)["id"].(string))
	}
	return list, r.Notes[0]
}

func TestList(t *testing.T) {
	commandtest.Folder(t)
	builtin, note := listedIDs(t)
	assert.Contains(t, builtin, "common.region.allowed")
	assert.Contains(t, builtin, "sandbox.budget.cap")
	assert.Contains(t, note, "built in; --profile adds those of the provider and of the organisation")
	inForce, note := listedIDs(t, "--profile", "profile.yaml")
	assert.Contains(t, inForce, "provider_t.application.free")
	assert.NotContains(t, inForce, "sandbox.budget.cap")
	assert.Contains(t, note, "in force in this installation")
	assert.IsIncreasing(t, inForce)
}

// excepting is a profile with an exception that ended the day before, and one that ends on the day.
const excepting = `provider: provider_t
policy_date: 2026-11-21
exceptions:
- {policy: common.network.private, application: checkout, environment: prod, owner: net@example.com, reason: The company owns this range., until: 2026-11-20}
- {policy: common.expiry.horizon, application: checkout, environment: dev, owner: team@example.com, reason: The load tests take longer., until: 2026-11-21}
`

func TestListedExceptions(t *testing.T) {
	commandtest.Folder(t, "excepting.yaml", excepting)
	r := commandtest.Run(t, policyrules.NewList, "--profile", "excepting.yaml")
	assert.Equal(t, problem.ExitDone, r.Exit)
	assert.Equal(t, []any{
		map[string]any{
			"policy": "common.network.private", "application": "checkout", "environment": "production",
			"owner": "net@example.com", "reason": "The company owns this range.", "until": "2026-11-20", "ended": true,
		},
		map[string]any{
			"policy": "common.expiry.horizon", "application": "checkout", "environment": "development",
			"owner": "team@example.com", "reason": "The load tests take longer.", "until": "2026-11-21", "ended": false,
		},
	}, commandtest.Member(t, r, "exceptions"))
	lines := []string{
		"2 exceptions from them, 1 ended",
		"  common.network.private for checkout in production, ended on 20 Nov 2026, so",
		"    the rule denies again",
		"    net@example.com: The company owns this range.",
		"  common.expiry.horizon for checkout in development, until 21 Nov 2026",
		"    team@example.com: The load tests take longer.",
	}
	assert.Equal(t, lines, r.Notes[1:])
	text := commandtest.Run(t, policyrules.NewList, "--profile", "excepting.yaml", "-o", "text").Text
	assert.Equal(t, lines, text[len(text)-len(lines):])
	assert.Contains(t, text, "  common.network.private: The network range is private")
	assert.Nil(t, commandtest.Member(t,
		commandtest.Run(t, policyrules.NewList, "--profile", "profile.yaml"), "exceptions"))
}

func TestRefusals(t *testing.T) {
	commandtest.Folder(t)
	assert.Equal(t, problem.ExitUsage, commandtest.Run(t, policyrules.NewList, "-o", "markdown").Exit)
	r := commandtest.Run(t, policyrules.NewList, "--profile", "absent.yaml", "-o", "text")
	assert.Equal(t, problem.ExitUsage, r.Exit)
	assert.Contains(t, commandtest.Sentences(r), "absent.yaml does not exist")
}
