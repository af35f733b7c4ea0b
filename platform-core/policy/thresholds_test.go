package policy_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// TestThresholds checks the thresholds of rules on the budget, with an estimate of 218.44 dollars.
func TestThresholds(t *testing.T) {
	for require, want := range map[string]struct {
		turns []int64
		step  int64
	}{
		`request.monthly_budget <= 900`:                                                 {[]int64{900, 901}, 1},
		`request.monthly_budget > 900 && 50 > request.monthly_budget`:                   {[]int64{900, 901, 50, 51}, 1},
		`request.monthly_budget * 100 >= estimate.monthly_dollars * 130`:                {[]int64{285, 285}, 1},
		`estimate.monthly_dollars * 100 / request.monthly_budget <= 80`:                 {[]int64{271, 274}, 1},
		`request.monthly_budget % 50 == 0`:                                              {nil, 50},
		`request.monthly_budget / 50 * 50 == 700`:                                       {[]int64{700, 750}, 50},
		`request.monthly_budget % 6 == 0 && request.monthly_budget % 4 == 0`:            {nil, 12},
		`request.monthly_budget % 5000 == 0 && request.monthly_budget % 7 == 0`:         {nil, 5000},
		`double(request.monthly_budget) >= double(estimate.monthly_dollars) * 1.5`:      {[]int64{329, 329}, 1},
		`[1, 2].all(n, request.monthly_budget > n * 100)`:                               {nil, 1},
		`request.monthly_budget < (request.environment == "test" ? 100 : 200)`:          {[]int64{200, 201}, 1},
		`request.cluster_size == "small"`:                                               {nil, 1},
		`estimate.monthly_dollars < 100 && days(policy_date, request.expiry_date) < 10`: {nil, 1},
	} {
		set, _, err := policy.Compile(t.Context(), profile.Simulation, []profile.Rule{{ID: "a.a", Field: "monthly_budget", Level: profile.Mandatory, Require: require}})
		assert.NoError(t, err)
		scale := set.Compiled()[0].ThresholdFinder(request.BudgetField)
		r := request.Template("north-1")
		in := policy.Input{Request: r, Date: "2026-11-22", Estimate: request.Estimate{KnownTotal: request.Cents(218_44), Items: []request.EstimateItem{{}}}}
		assert.Equal(t, want.turns, scale.Thresholds(policy.NewCandidate(in)), require)
		assert.Equal(t, want.step, scale.Step, require)
	}
}
