package service_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/service"
)

func ruleText(id, rest string) string {
	return "- {id: team." + id + ", title: t, field: cluster_size, level: mandatory, message: m, remediation: r, expected: e, " + rest + "}\n"
}

// TestDoubtfulRulesAreWarnings checks that a profile with doubtful rules can be installed, and that its
// readiness has warnings.
func TestDoubtfulRulesAreWarnings(t *testing.T) {
	s := newService(t, &scripted{})
	text := simulation + "policies:\n" + ruleText("a", `require: 'request.cluster_size != ""+"x"'`) +
		ruleText("b", `require: 'request.cluster_size == "small"'`) + ruleText("c", `require: 'request.cluster_size == "large"'`)
	readiness, err := s.Validate(t.Context(), draft(t, text))
	require.NoError(t, err)
	var warnings []string
	for _, c := range readiness.Checks {
		if c.Status == profile.Warning {
			warnings = append(warnings, c.ID)
		}
	}
	assert.Equal(t, []string{"team.a", service.ContradictionCheck}, warnings)
	assert.False(t, readiness.Ready)
	_, _, err = s.Install(t.Context(), draft(t, text))
	assert.NoError(t, err)
}

// TestTheDayDoesNotDecideWhetherRulesAreTaken checks that the result for a rule with a date does not
// depend on the current day. The check of the rule tries the date in the rule.
func TestTheDayDoesNotDecideWhetherRulesAreTaken(t *testing.T) {
	s := newService(t, &scripted{})
	_, _, err := s.Install(t.Context(), draft(t, simulation+"policies:\n"+ruleText("a", `when: 'policy_date < "2020-01-01"', require: 'request.cluster_size == "small"'`)))
	require.NoError(t, err)
	readiness, err := s.Validate(t.Context(), draft(t, simulation+"policies:\n"+ruleText("a", `when: 'policy_date < "2020-01-01"', require: 'request.cluster_size == "small"'`)))
	require.NoError(t, err)
	assert.True(t, readiness.Ready, "the rule's own days are tried")
}

// TestRulesThatLeaveNoRequest checks the warning for rules that no request satisfies together.
func TestRulesThatLeaveNoRequest(t *testing.T) {
	small := wholeRule("team.small", "cluster_size", "", `request.cluster_size == "small"`, "")
	for name, c := range map[string]struct {
		mode  profile.Mode
		rules []string
		want  string
	}{
		"one that can be satisfied": {profile.Simulation, []string{small}, ""},
		"two":                       {profile.Simulation, []string{small, wholeRule("team.other", "cluster_size", "", `request.cluster_size != "small"`, "")}, "team.other, team.small"},
		"one and a common":          {profile.Simulation, []string{wholeRule("team.open", "controls.private_cluster", "", "!request.controls.private_cluster", "")}, "common.controls.private-cluster, team.open"},
		"one and the mode's":        {profile.Sandbox, []string{wholeRule("team.r1", "cluster_size", "", `request.cluster_size != "small"`, "")}, "sandbox.cluster.small, team.r1"},
		"it in another mode":        {profile.Enterprise, []string{wholeRule("team.r1", "cluster_size", "", `request.cluster_size != "small"`, "")}, ""},
		"over two fields": {profile.Simulation, []string{
			small, wholeRule("team.live", "environment", "", `request.environment == "production"`, ""),
			wholeRule("team.or", "environment", "", `request.environment != "production" || request.cluster_size != "small"`, ""),
		}, "team.live, team.or, team.small"},
		"over ranges":     {profile.Simulation, []string{wholeRule("team.r1", "network_cidr", "", `cidr_within(request.network_cidr, ["52.0.0.0/8"])`, "")}, "common.network.private, team.r1"},
		"a range is left": {profile.Simulation, []string{wholeRule("team.r1", "network_cidr", "", `cidr_within(request.network_cidr, ["10.96.0.0/12"])`, "")}, ""},
		"between numbers": {profile.Simulation, []string{
			wholeRule("team.r1", "monthly_budget", "", "request.monthly_budget > 1389", ""), wholeRule("team.r2", "monthly_budget", "", "request.monthly_budget < 1390", ""),
		}, "team.r1, team.r2"},
		"a budget below every price":     {profile.Simulation, []string{wholeRule("team.cheap", "monthly_budget", "", "request.monthly_budget <= 50", "")}, "common.budget.covers-estimate, team.cheap"},
		"a person chooses":               {profile.Simulation, []string{wholeRule("team.r1", "owner", "", `request.owner.matches("^[0-9]+@")`, "")}, ""},
		"one in steps":                   {profile.Simulation, []string{wholeRule("team.seventh", "monthly_budget", "", "request.monthly_budget * 7 % 1000 == 3", "")}, ""},
		"one, with a warning of its own": {profile.Simulation, []string{wholeRule("team.none", "monthly_budget", "", "request.monthly_budget > 1000000", "")}, ""},
		"only with when":                 {profile.Simulation, []string{wholeRule("team.r1", "monthly_budget", `request.cost_centre == "CC-4711"`, "request.monthly_budget < 1", "")}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			readiness, err := newService(t, &scripted{}).Validate(t.Context(), draft(t, simulation+"mode: "+string(c.mode)+"\npolicies:\n"+strings.Join(c.rules, "")))
			require.NoError(t, err)
			var message string
			for _, check := range readiness.Checks {
				if check.ID == service.ContradictionCheck {
					message = check.Message
					assert.Equal(t, profile.Warning, check.Status)
				}
			}
			switch {
			case strings.Contains(c.want, ","):
				c.want = "No request satisfies these rules together: " + c.want + "."
			case c.want != "":
				c.want = "No request satisfies the rule " + c.want + "."
			}
			assert.Equal(t, c.want, message)
		})
	}
}
