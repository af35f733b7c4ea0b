package policyrules_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-cli/internal/command/policyrules"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-core/problem"
)

// organisation returns a profile with the rule org.rule of an organisation.
func organisation(rule string) string {
	return `provider: provider_t
policies:
  - id: org.rule
    title: A rule
    level: mandatory
    message: It is broken.
    remediation: Keep it.
    expected: what it asks
    ` + strings.ReplaceAll(rule, "\n", "\n    ") + "\n"
}

// TestExplain checks whether a rule decides, and which changes turn a request that breaks it into
// one that satisfies it.
func TestExplain(t *testing.T) {
	tests := map[string]struct{ rule, decides, breaks, keeps string }{
		"a field with few values": {
			"field: cluster_size\nrequire: request.cluster_size != 'large'", "yes", "  cluster_size: large",
			"  cluster_size: medium",
		},
		"what it suggests": {
			"field: cluster_size\nrequire: request.cluster_size == 'small'\nsuggest: \"'small'\"", "yes",
			"  cluster_size: medium", "  cluster_size: small",
		},
		"a number": {
			"field: monthly_budget\nrequire: request.monthly_budget <= 900", "yes",
			"  monthly_budget: 901", "  monthly_budget: 900",
		},
		"a rule that applies to some": {
			"field: cluster_size\nwhen: request.environment == 'production'\nrequire: request.cluster_size == 'large'",
			"yes", "  environment: production", "  cluster_size: large",
		},
		"a text": {
			"field: owner\nrequire: request.owner == 'payments@example.com'", "yes", "  owner: my-team@example.com",
			"  owner: payments@example.com",
		},
		"a part of a text": {
			"field: owner\nrequire: request.owner.matches('-team@')\nsuggest: request.owner.replace('@', '-team@')",
			"yes", "  owner: a@example.com", "  owner: a-team@example.com",
		},
		"an advisory": {"field: cluster_size\nrequire: request.cluster_size != 'large'\nlevel: advisory", "yes",
			"  cluster_size: large", "  cluster_size: medium"},
		"one that is no news": {"field: network_cidr\nrequire: cidr_length(request.network_cidr) >= 10", "not_by_itself",
			"  network_cidr: 10.0.0.0/9", "  network_cidr: 10.0.0.0/16"},
		"one without an end": {"field: monthly_budget\nrequire: request.monthly_budget >= 1", "never", "", ""},
		"one that the profile rules out": {
			"field: cluster_size\nwhen: profile.mode == 'sandbox'\nrequire: request.cluster_size == 'small'", "never", "", "",
		},
		"one that no request keeps": {"field: cluster_size\nrequire: request.monthly_budget < 1", "yes",
			"No request that was tried keeps it.", ""},
		"one that contradicts another where it applies": {
			"field: expiry_date\nwhen: request.environment != 'production'\nrequire: request.expiry_date == ''", "yes",
			"  expiry_date: ", "  environment: production",
		},
		"one that contradicts another": {
			"field: expiry_date\nrequire: request.environment == 'test' && request.expiry_date == ''", "yes",
			"  environment: development",
			"  environment: test\n  expiry_date: \"\"\nNo accepted request does; this one is denied by common.expiry.required.",
		},
		"one that is not searched": {
			"field: owner\nrequire: request.owner.size() < request.application.size() + 300", "unknown", "", "",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			rule := test.rule
			profile := organisation(rule)
			if strings.Contains(rule, "level: ") {
				profile = strings.Replace(profile, "    level: mandatory\n", "", 1)
			}
			commandtest.Folder(t, "org.yaml", profile)
			r := commandtest.Run(t, policyrules.NewExplain, "org.rule", "--profile", "org.yaml")
			assert.Equal(t, problem.ExitDone, r.Exit, r.Notes)
			assert.Equal(t, "platform.policy-explanation/v1", commandtest.Member(t, r, "schema"))
			assert.Equal(t, test.decides, commandtest.Member(t, r, "decides"))
			text := commandtest.Run(t, policyrules.NewExplain, "org.rule", "--profile", "org.yaml", "-o", "text").Text
			for _, line := range text {
				assert.LessOrEqual(t, len(line), 80, line)
			}
			all := strings.Join(text, "\n")
			breaks, keeps, _ := strings.Cut(all, "The nearest request that ")
			_, keeps, _ = strings.Cut(keeps, ":\n")
			assert.Contains(t, breaks, "org.rule: A rule (")
			assert.Contains(t, breaks, test.breaks)
			assert.Equal(t, test.breaks != "", strings.Contains(breaks, "Its message: It is broken."))
			assert.Equal(t, test.keeps, strings.Trim(keeps, "\n"))
		})
	}
}

// TestReads checks the fields that a rule reads and the values that it compares them with.
func TestReads(t *testing.T) {
	commandtest.Folder(t, "org.yaml",
		organisation("field: monthly_budget\nwhen: request.environment != 'test' && policy_date > '2026-01-01'\n"+
			"require: request.monthly_budget < 1000 || request.region in profile.allowed_regions"))
	r := commandtest.Run(t, policyrules.NewExplain, "org.rule", "--profile", "org.yaml")
	assert.Equal(t, map[string]any{
		"request": []any{"environment", "monthly_budget", "region"}, "profile": true, "estimate": false, "policy_date": true,
	}, commandtest.Member(t, r, "reads"))
	assert.Equal(t, []any{
		map[string]any{"field": "environment", "with": []any{"test"}},
		map[string]any{"field": "monthly_budget", "with": []any{1000.}},
		map[string]any{"field": "region", "with": []any{"north-1"}},
	}, commandtest.Member(t, r, "compares"))
}

// TestBuiltin explains a built-in rule without a profile. The answer has no request.
func TestBuiltin(t *testing.T) {
	commandtest.Folder(t)
	r := commandtest.Run(t, policyrules.NewExplain, "sandbox.budget.cap")
	assert.Equal(t, problem.ExitDone, r.Exit)
	assert.Equal(t, "mode", commandtest.Member(t, r, "rule", "source"))
	assert.Nil(t, commandtest.Member(t, r, "decides"))
	text := strings.Join(commandtest.Run(t, policyrules.NewExplain, "sandbox.budget.cap", "-o", "text").Text, "\n")
	assert.Contains(t, text, "compares: monthly_budget with 1000")
	assert.Contains(t, text, "With --profile, two requests show what it asks.")
}

func TestUnknownRule(t *testing.T) {
	commandtest.Folder(t)
	for want, args := range map[string][]string{
		`There is no rule "common.network.sise". Did you mean common.network.size?`:                      {"common.network.sise"},
		`There is no rule "x" among those built into the platform; --profile adds those of the provider`: {"x"},
		`There is no rule "x" among those in force in this installation. ` + "`platform policy list` lists them.": {"x",
			"--profile", "profile.yaml"},
	} {
		r := commandtest.Run(t, policyrules.NewExplain, args...)
		assert.Equal(t, problem.ExitUsage, r.Exit)
		assert.Contains(t, commandtest.Sentences(r), want)
	}
	text := commandtest.Run(t, policyrules.NewExplain, "x", "-o", "text")
	assert.Equal(t, problem.ExitUsage, text.Exit)
	assert.Contains(t, text.Text[0], `usage_error: There is no rule "x"`)
}

// TestProvidersRule explains a provider's rule, which needs a profile. The adapter does not report
// its fields, so a failed search proves nothing.
func TestProvidersRule(t *testing.T) {
	commandtest.Folder(t)
	r := commandtest.Run(t, policyrules.NewExplain, "provider_t.application.free", "--profile", "profile.yaml")
	assert.Equal(t, problem.ExitDone, r.Exit, r.Notes)
	assert.Equal(t, "provider", commandtest.Member(t, r, "rule", "source"))
	assert.Equal(t, "unknown", commandtest.Member(t, r, "decides"))
	assert.Contains(t, strings.Join(r.Notes, "\n"), "No request was found that breaks it, and not all was searched.")
}

// TestExplainedExceptions checks that the answer has the exceptions of a rule.
func TestExplainedExceptions(t *testing.T) {
	commandtest.Folder(t, "excepted.yaml", `provider: provider_t
exceptions:
- {policy: common.network.private, application: checkout, environment: production, owner: net@example.com, reason: It is routed inside., until: 2027-03-31}
`)
	r := commandtest.Run(t, policyrules.NewExplain, "common.network.private", "--profile", "excepted.yaml", "-o", "text")
	assert.Contains(t, r.Text, "  exception: checkout in production, until 31 Mar 2027, by net@example.com")
	other := commandtest.Run(t, policyrules.NewExplain, "common.network.size", "--profile", "excepted.yaml", "-o", "text")
	assert.NotContains(t, strings.Join(other.Text, "\n"), "exception:")
}
