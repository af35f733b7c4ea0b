package compare_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/providers"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/space"
)

// TestRequestsThatShowARule asks the service about the requests in the explanation of each rule: the platform's, the organisation's and
// the adapter's.
func TestRequestsThatShowARule(t *testing.T) {
	t.Parallel()
	own := rules([4]string{"owner", mandatory, `request.environment != "test"`, `request.owner.matches("-team@")`},
		[4]string{"monthly_budget", "advisory", `request.cluster_size == "small"`, "request.monthly_budget <= 900"})
	shows := 0
	for _, provider := range providers.All.Providers() {
		for _, mode := range []string{"simulation", "sandbox", "enterprise"} {
			s := installed(t, provider, "mode: "+mode+"\n"+own)
			in := explorable(t, s)
			list, err := s.Policies(t.Context())
			require.NoError(t, err)
			for _, rule := range list.Items {
				shown, err := space.Explain(t.Context(), in, rule.ID)
				require.NoError(t, err)
				again, err := space.Explain(t.Context(), in, rule.ID)
				require.NoError(t, err)
				assert.Equal(t, shown, again)
				if !shown.Denied.Found {
					continue
				}
				shows++
				broken, err := s.Evaluate(t.Context(), shown.Denied.Request, service.EvaluateOptions{Brief: true})
				require.NoError(t, err)
				var denying []string
				for _, v := range broken.Violations {
					denying = append(denying, v.PolicyID)
				}
				slices.Sort(denying)
				by := append([]string{}, shown.AlsoDeniedBy...)
				if rule.Level == profile.Mandatory {
					by = append(by, rule.ID)
					slices.Sort(by)
				}
				assert.ElementsMatch(t, by, denying, "%s in %s, %s", rule.ID, mode, provider)
				for _, o := range broken.Rules() {
					assert.False(t, o.PolicyID == rule.ID && o.Outcome != request.Violated, "%s in %s, %s", rule.ID, mode, provider)
				}
				require.True(t, shown.Passing.Found, rule.ID)
				kept, err := s.Evaluate(t.Context(), shown.Passing.Request, service.EvaluateOptions{Brief: true})
				require.NoError(t, err)
				assert.Empty(t, kept.Violations, "%s in %s, %s", rule.ID, mode, provider)
				want := request.Satisfied
				if !shown.PassingApplies {
					want = request.NotApplicable
				}
				for _, o := range kept.Rules() {
					assert.False(t, o.PolicyID == rule.ID && o.Outcome != want, "%s in %s, %s: %s", rule.ID, mode, provider, o.Outcome)
				}
				only := rule.ID == "common.data.restricted-production-only" && mode == "sandbox"
				assert.Equal(t, !only, shown.PassingApplies, "%s in %s, %s", rule.ID, mode, provider)
				assert.Equal(t, request.Differences(shown.Denied.Request, shown.Passing.Request), shown.Passing.Changed)
			}
		}
	}
	assert.Greater(t, shows, 80)
	t.Logf("%d rules shown", shows)
}
