package requestverify_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/command/requestpropose"
	"platform.internal/platform-cli/internal/command/requestverify"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-core/problem"
)

// The profile of a proposal with two exceptions, and others that deny its request.
const (
	network = "- {policy: common.network.private, application: checkout, environment: development, owner: net@example.com, reason: The company owns this range., until: 2026-11-30}\n"
	horizon = "- {policy: common.expiry.horizon, application: checkout, environment: development, owner: team@example.com, reason: The load tests take longer., until: 2026-12-05}\n"

	excepting = "provider: provider_t\nexceptions:\n"
	onADay    = "provider: provider_t\npolicy_date: 2026-12-01\nexceptions:\n"
	later     = "provider: provider_t\npolicy_date: 2026-12-06\nexceptions:\n"
)

// TestDeniedWithoutItsException: what denies is the end of an exception, or a profile that
// does not have it.
func TestDeniedWithoutItsException(t *testing.T) {
	request := strings.NewReplacer("10.20.0.0/20", "8.8.0.0/20", "2026-12-15", "2027-03-15").Replace(commandtest.Request)
	commandtest.Folder(t, "excepted.yaml", request, "excepting.yaml", excepting+network+horizon,
		"on-a-day.yaml", onADay+network+horizon, "later.yaml", later+network+horizon, "without.yaml", excepting+horizon,
		"south.yaml", onADay[:len(onADay)-len("exceptions:\n")]+"allowed_regions: [south-1]\nexceptions:\n"+network+horizon)
	made := commandtest.Run(t, requestpropose.New, "excepted.yaml", "--profile", "excepting.yaml", "--output", "bundle")
	require.Equal(t, problem.ExitDone, made.Exit, made.Notes)
	require.NoError(t, os.WriteFile("proposal.json", made.JSON, 0o600))
	for profile, want := range map[string]string{
		"on-a-day.yaml": "request_not_accepted: On 2026-12-01, policy denies the recorded request, because the exception from common.network.private for checkout in development " +
			"ended on 2026-11-30; so there is no proposal to compare with. " +
			"To verify the proposal as it was made, pin policy_date to 2026-11-30, or to an earlier day on which the request was accepted. " +
			"To have the request accepted again, agree with net@example.com on a later day, or change it: `platform request fix` says how. " +
			"network_cidr (common.network.private) ",
		"later.yaml": "request_not_accepted: On 2026-12-06, policy denies the recorded request, because the exception from common.expiry.horizon for checkout in development " +
			"ended on 2026-12-05, and that from common.network.private on 2026-11-30; so there is no proposal to compare with. " +
			"To verify the proposal as it was made, pin policy_date to 2026-11-30, or to an earlier day on which the request was accepted. " +
			"To have the request accepted again, agree with team@example.com and net@example.com on a later day, or change it: `platform request fix` says how. ",
		"without.yaml": "request_not_accepted: Policy denies the recorded request, because this profile does not have the exception from common.network.private " +
			"with which it was accepted (until 2026-11-30, of net@example.com); so there is no proposal to compare with. Verify with the profile of the proposal. " +
			"network_cidr (common.network.private) ",
		"south.yaml": "pin policy_date to 2026-11-30,",
	} {
		for _, what := range []string{"bundle", "proposal.json"} {
			r := commandtest.Run(t, requestverify.New, what, "--profile", profile)
			assert.Equal(t, problem.ExitDenied, r.Exit)
			assert.Contains(t, commandtest.Sentences(r), want, profile)
			for _, line := range r.Notes {
				assert.LessOrEqual(t, len(line), 80, line)
			}
		}
	}
	south := commandtest.Run(t, requestverify.New, "bundle", "--profile", "south.yaml")
	assert.Contains(t, commandtest.Sentences(south), "region (common.region.allowed) This installation does not allow", "what denies besides is listed")
}
