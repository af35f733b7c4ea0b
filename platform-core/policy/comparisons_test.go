package policy_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

func TestComparisons(t *testing.T) {
	whole := func(name string) bool {
		f, ok := request.FieldNamed(name)
		return name == policy.ByEstimate || ok && (f.Values != nil || f.Kind == request.FlagValue || name == request.RegionField)
	}
	text, number := request.Text, request.Number
	for _, c := range []struct {
		require string
		list    []policy.Comparison
		others  []string
	}{
		{`request.environment == "test" || request.region.startsWith("eu-")`, nil, nil},
		{`size(request.environment + request.cluster_size) < 12`, nil, nil},
		{`request.monthly_budget <= 1000`, []policy.Comparison{{Field: "monthly_budget", With: []request.Value{number(1000)}}}, nil},
		{`!(12 * 100 < request.monthly_budget)`, []policy.Comparison{{Field: "monthly_budget", With: []request.Value{number(1200)}}}, nil},
		{`request.monthly_budget in [1, 2]`, []policy.Comparison{{Field: "monthly_budget", With: []request.Value{number(1), number(2)}}}, nil},
		{`request.monthly_budget > (request.owner == "a@b.c" ? 5 : 6)`, []policy.Comparison{
			{Field: "owner", With: []request.Value{text("a@b.c")}}, {Field: "monthly_budget", With: []request.Value{number(5)}}, {Field: "monthly_budget", With: []request.Value{number(6)}},
		}, nil},
		{`request.monthly_budget >= estimate.monthly_dollars`, []policy.Comparison{{Field: "monthly_budget", By: policy.ByEstimate, With: []request.Value{number(1)}}}, nil},
		{`request.monthly_budget <= 3 * estimate.monthly_dollars`, []policy.Comparison{{Field: "monthly_budget", By: policy.ByEstimate, With: []request.Value{number(3)}}}, nil},
		{`days(policy_date, request.expiry_date) <= 30`, []policy.Comparison{{Field: "expiry_date", With: []request.Value{text("2026-12-22")}}}, nil},
		{`days(request.expiry_date, policy_date) > -30`, []policy.Comparison{{Field: "expiry_date", With: []request.Value{text("2026-12-22")}}}, nil},
		{`request.expiry_date < date_plus(policy_date, 30)`, []policy.Comparison{{Field: "expiry_date", With: []request.Value{text("2026-12-22")}}}, nil},
		{`has(request.expiry_date)`, []policy.Comparison{{Field: "expiry_date", With: []request.Value{text("")}}}, nil},
		{`cidr_length(request.network_cidr) > 20`, []policy.Comparison{{Field: "network_cidr", By: policy.ByLength, With: []request.Value{number(20)}}}, nil},
		{`cidr_within(request.network_cidr, ["10.0.0.0/8"])`, []policy.Comparison{{Field: "network_cidr", By: policy.ByRanges, With: []request.Value{text("10.0.0.0/8")}}}, nil},
		{`request.owner.matches("a+")`, []policy.Comparison{{Field: "owner", By: policy.ByPattern, With: []request.Value{text("a+")}}}, nil},
		{`matches(request.owner, "a+")`, []policy.Comparison{{Field: "owner", By: policy.ByPattern, With: []request.Value{text("a+")}}}, nil},
		{`request.owner.endsWith("a")`, []policy.Comparison{{Field: "owner", By: policy.ByEnd, With: []request.Value{text("a")}}}, nil},
		{`request.application == profile.provider`, []policy.Comparison{{Field: "application", With: []request.Value{text("provider_t")}}}, nil},

		{`request.monthly_budget * 2 <= 1000`, nil, []string{"request.monthly_budget * 2 <= 1000"}},
		{`request.owner > "m"`, nil, []string{`request.owner > "m"`}},
		{`request.expiry_date > "soon"`, nil, []string{`request.expiry_date > "soon"`}},
		{`request.owner > (request.application == "a" ? "m" : "n")`, []policy.Comparison{{Field: "application", With: []request.Value{text("a")}}},
			[]string{`request.owner > ((request.application == "a") ? "m" : "n")`}},
		{`request.expiry_date.endsWith("-12-25")`, nil, []string{`request.expiry_date.endsWith("-12-25")`}},
		{`request.network_cidr.matches("^10[.]77[.]")`, nil, []string{`request.network_cidr.matches("^10[.]77[.]")`}},
		{`request.owner.startsWith(request.application)`, nil, []string{"request.owner.startsWith(request.application)"}},
		{`!(weekday(request.expiry_date) in ["Sunday"])`, nil, []string{`!(weekday(request.expiry_date) in ["Sunday"])`}},
		{`size(request.application) < 20`, nil, []string{"size(request.application) < 20"}},
		{`["a", "b"].exists(x, x == request.application)`, nil, []string{`["a", "b"].exists(x, x == request.application)`}},
		{`request.monthly_budget >= estimate.monthly_dollars * 2`, nil, []string{"request.monthly_budget >= estimate.monthly_dollars * 2"}},
		{`cidr_within(request.network_cidr, [request.owner])`, nil, []string{"cidr_within(request.network_cidr, [request.owner])"}},
	} {
		set, faults, err := policy.Compile(t.Context(), profile.Simulation, []profile.Rule{{
			ID: "a.rule", Title: "t", Field: "owner", Level: profile.Mandatory, Require: c.require, Message: "m", Remediation: "r", Expected: "e",
		}})
		require.NoError(t, err)
		require.Empty(t, faults, c.require)
		in := policy.Input{Profile: profile.Profile{Provider: "provider_t"}, Date: "2026-11-22"}
		list, others := set.Compiled()[0].Comparisons(in, whole)
		list = slices.DeleteFunc(list, func(c policy.Comparison) bool { return c.By == policy.ByOutcome })
		assert.ElementsMatch(t, c.list, list, c.require)
		assert.Equal(t, c.others, others, c.require)
	}
}

// TestEvaluateComparison checks a part of a rule that reads one field and is not a comparison.
func TestEvaluateComparison(t *testing.T) {
	for _, c := range []struct {
		require  string
		value    request.Value
		outcomes []string
	}{
		{`request.monthly_budget * 2 <= 1000`, request.Number(500), []string{"true"}},
		{`request.monthly_budget * 2 <= 1000`, request.Number(501), []string{"false"}},
		{`request.environment == "test" || request.monthly_budget % 7 == 0`, request.Number(15), []string{"false"}},
		{`request.expiry_date.endsWith("-12-25")`, request.Text("2027-12-25"), []string{"true"}},
		{`int(request.network_cidr.split("/")[2]) > 3`, request.Text("10.0.0.0/8"), []string{"error"}},
		{`request.owner.startsWith(request.application)`, request.Text("a"), nil},
		{`request.monthly_budget >= estimate.monthly_dollars * 2`, request.Number(5), nil},
	} {
		set, faults, err := policy.Compile(t.Context(), profile.Simulation, []profile.Rule{{
			ID: "a.rule", Title: "t", Field: "owner", Level: profile.Mandatory, Require: c.require, Message: "m", Remediation: "r", Expected: "e",
		}})
		require.NoError(t, err)
		require.Empty(t, faults, c.require)
		var outcomes []string
		list, _ := set.Compiled()[0].Comparisons(policy.Input{Date: "2026-11-22"}, func(name string) bool { return name == request.EnvironmentField })
		for _, one := range list {
			if one.By == policy.ByOutcome {
				outcomes = append(outcomes, one.Evaluate(c.value))
			}
		}
		assert.Equal(t, c.outcomes, outcomes, c.require)
	}
}

// TestPlatformRulesAreCovered checks that all rules of the platform consist of comparisons.
func TestPlatformRulesAreCovered(t *testing.T) {
	set, _, err := policy.Compile(t.Context(), profile.Sandbox, nil)
	require.NoError(t, err)
	for _, c := range set.Compiled() {
		_, others := c.Comparisons(policy.Input{Profile: profile.Profile{AllowedRegions: []string{"north-1"}}, Date: "2026-11-22"}, func(name string) bool {
			f, ok := request.FieldNamed(name)
			return name == policy.ByEstimate || ok && (f.Values != nil || f.Kind == request.FlagValue || name == request.RegionField)
		})
		assert.Empty(t, others, c.ID)
	}
}
