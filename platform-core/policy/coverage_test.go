package policy_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// TestCoverage checks the gaps of one rule for some requests.
func TestCoverage(t *testing.T) {
	const whole = "no case satisfies it | no case breaks it"
	tests := map[string]struct {
		when, require string
		budgets       []int64
		want          string
	}{
		"nothing":    {"", "request.monthly_budget > 5", nil, whole},
		"one side":   {"", "request.monthly_budget > 5", []int64{6}, "no case breaks it"},
		"both sides": {"", "request.monthly_budget > 5", []int64{5, 6}, ""},
		"a rule that may not apply": {
			"request.monthly_budget > 3", "request.monthly_budget > 5", []int64{5, 6}, "it applies in every case",
		},
		"require where the rule does not apply": {
			"request.monthly_budget > 8", "request.monthly_budget < 9 || request.monthly_budget > 10", []int64{1, 9, 11},
			"require: `request.monthly_budget < 9` was never true",
		},
		"operands that are not looked at": {
			"", "request.monthly_budget > 5 && request.monthly_budget < 9", []int64{5, 6},
			"require: `request.monthly_budget < 9` was never false",
		},
		"brackets": {
			"", "(request.monthly_budget > 5 || request.monthly_budget < 3) && request.monthly_budget != 1", []int64{4, 6},
			"require: `request.monthly_budget < 3` was never true | require: `request.monthly_budget != 1` was never false",
		},
		"all operands": {"", "request.monthly_budget > 5 && request.monthly_budget < 9", []int64{5, 6, 9}, ""},
		"negation": {"", "!(request.monthly_budget > 5) || !request.controls.private_cluster", []int64{1, 6},
			"require: `request.controls.private_cluster` was never false"},
		"a negation as a whole": {"", "!(request.monthly_budget > 5)", []int64{1, 6}, ""},
		"a choice": {
			"", `request.environment == "test" ? request.monthly_budget > 5 : request.monthly_budget > 3`, []int64{1, 5},
			"require: `request.environment == \"test\"` was never true | require: `request.monthly_budget > 5` was never evaluated",
		},
		"a choice of numbers": {
			"", `request.monthly_budget > (request.environment == "test" ? 5 : 3)`, []int64{1, 5}, "require: `request.environment == \"test\"` was never true",
		},
		"a loop": {
			"", `["dev", "my"].exists(p, request.application.startsWith(p) && request.monthly_budget > 3)`, []int64{1, 4}, "",
		},
		"a loop in which no entry fails": {
			"", `["my", "m"].all(p, request.application.startsWith(p)) && request.monthly_budget > 3`, []int64{1, 4},
			"require: `[\"my\", \"m\"].all(p, request.application.startsWith(p))` was never false | " +
				"require: `request.application.startsWith(p)` was never false",
		},
		"what the profile decides": {
			"", `profile.mode == "sandbox" || request.monthly_budget > 3`, []int64{1, 4}, "",
		},
		"a loop over the profile": {
			"", `profile.allowed_regions.exists(r, r == "eu-west-1") && request.monthly_budget > 3`, []int64{1, 4}, "",
		},
		"a loop over the request": {
			"", `request.application.split("-").exists(part, part == "api") || request.monthly_budget > 3`, []int64{1, 4},
			"require: `request.application.split(\"-\").exists(part, part == \"api\")` was never true | " +
				"require: `part == \"api\"` was never true",
		},
		"what the profile rules out": {
			"", `profile.mode == "sandbox" && request.monthly_budget > 9 || request.monthly_budget > 3`, []int64{1, 4}, "",
		},
		"a choice by the profile": {
			"", `profile.mode == "sandbox" ? request.monthly_budget > 9 || request.monthly_budget == 1 : request.monthly_budget > 3`, []int64{1, 4}, "",
		},
		"a rule that the profile rules out": {
			`profile.mode == "sandbox" && request.monthly_budget > 3`, "request.monthly_budget > 5", nil, "",
		},
		"a rule that the profile lets apply": {`profile.mode == "simulation"`, "request.monthly_budget > 5", nil, whole},
		"a rule that applies later":          {`policy_date > "2099-01-01"`, "request.monthly_budget > 5", nil, whole + " | it applies in every case"},
		"a rule that fails":                  {"", `request.owner.substring(9000) == ""`, []int64{1}, whole},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			p := profile.Profile{Mode: profile.Simulation, AllowedRegions: []string{"eu-west-1"}}
			set := compile(t, p.Mode, ruleOn(request.BudgetField, test.when, test.require, ""))
			coverage, err := set.Coverage(p)
			require.NoError(t, err)
			for _, budget := range test.budgets {
				in := policy.Input{Request: request.Template("eu-west-1"), Profile: p, Date: "2026-11-21"}
				in.Request.MonthlyBudget = budget
				coverage.Add(in, set.Evaluate(in).Outcomes)
			}
			rules := coverage.Rules()
			require.Len(t, rules, 1, "the platform's own rules have their tests")
			var gaps []string
			for _, g := range rules[0].Gaps {
				gaps = append(gaps, g.String())
			}
			assert.Equal(t, test.want, strings.Join(gaps, " | "))
		})
	}
}
