package service_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/rulecheck"
)

func ruleText(id, rest string) string {
	return "- {id: team." + id + ", title: t, field: cluster_size, level: mandatory, message: m, remediation: r, expected: e, " + rest + "}\n"
}

// TestRulesThatCannotBeMeant are refused, with the faults of all rules at once.
func TestRulesThatCannotBeMeant(t *testing.T) {
	for name, c := range map[string]struct {
		rules string
		want  []string
	}{
		"impossible values, and what does not compile": {
			ruleText("a", `when: 'request.environment == "prod"', require: 'request.region != "nrth-1"'`) + ruleText("b", `when: 'profile.provider == "aws"', require: request.onwer`),
			[]string{"policies[0].when unsupported_value", "policies[0].require unsupported_value", "policies[1].require invalid_expression", "policies[1].when unsupported_value"},
		},
		"a failing expression, and a suggestion that does not help": {
			ruleText("a", `require: '1 / 0 == 1'`) + ruleText("b", `require: 'request.cluster_size == "small"', suggest: '"large"'`),
			[]string{"policies[0].require invalid_expression", "policies[1].suggest invalid_expression"},
		},
		"a file": {"- rules.yaml\n", []string{"policies[0] unreadable"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newService(t, &scripted{})
			_, _, err := s.Install(t.Context(), draft(t, simulation+"policies:\n"+c.rules))
			p := problem.From(err)
			require.Equal(t, problem.InstallationRejected, p.Code, "%v", err)
			var got []string
			for _, f := range p.Faults {
				got = append(got, f.Field+" "+string(f.Code))
			}
			assert.Equal(t, c.want, got)
			_, err = s.Validate(t.Context(), draft(t, simulation+"policies:\n"+c.rules))
			assert.Equal(t, p, problem.From(err), "validate says the same")
		})
	}
}

// TestDoubtfulRulesAreWarnings: they are installed, and readiness shows them.
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
	assert.Equal(t, []string{"team.a", rulecheck.ContradictionCheck}, warnings)
	assert.False(t, readiness.Ready)
	_, _, err = s.Install(t.Context(), draft(t, text))
	assert.NoError(t, err)
}

// TestTheDayDoesNotDecideWhetherRulesAreTaken: a profile that is taken once is always.
func TestTheDayDoesNotDecideWhetherRulesAreTaken(t *testing.T) {
	s := newService(t, &scripted{})
	_, _, err := s.Install(t.Context(), draft(t, simulation+"policies:\n"+ruleText("a", `when: 'policy_date < "2020-01-01"', require: 'request.cluster_size == "small"'`)))
	require.NoError(t, err)
	readiness, err := s.Validate(t.Context(), draft(t, simulation+"policies:\n"+ruleText("a", `when: 'policy_date < "2020-01-01"', require: 'request.cluster_size == "small"'`)))
	require.NoError(t, err)
	assert.True(t, readiness.Ready, "the rule's own days are tried")
}
