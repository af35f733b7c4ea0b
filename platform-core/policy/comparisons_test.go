package policy_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// whole reports whether each value of a field is tried.
func whole(name string) bool {
	f, ok := request.FieldNamed(name)
	return name == policy.ByEstimate || ok && (f.Values != nil || f.Kind == request.FlagValue || name == request.RegionField)
}

// lastRule returns a compiled rule, which is the last one by ID.
func lastRule(t *testing.T, rule profile.Rule) *policy.CompiledRule {
	t.Helper()
	all := compile(t, profile.Simulation, rule).Compiled()
	return all[len(all)-1]
}

func TestComparisons(t *testing.T) {
	text, number := request.Text, request.Number
	compares := func(field, by string, with ...request.Value) []policy.Comparison {
		return []policy.Comparison{{Field: field, By: by, With: with}}
	}
	for _, c := range []struct {
		require string
		list    []policy.Comparison
		others  []string
	}{
		{`request.environment == "test" || request.region.startsWith("eu-")`, nil, nil},
		{`size(request.environment + request.cluster_size) < 12`, nil, nil},
		{`request.monthly_budget <= 1000`, compares("monthly_budget", "", number(1000)), nil},
		{`!(12 * 100 < request.monthly_budget)`, compares("monthly_budget", "", number(1200)), nil},
		{`request.monthly_budget in [1, 2]`, compares("monthly_budget", "", number(1), number(2)), nil},
		{`request.monthly_budget > (request.owner == "a@b.c" ? 5 : 6)`, []policy.Comparison{
			{Field: "owner", With: []request.Value{text("a@b.c")}}, {Field: "monthly_budget", With: []request.Value{number(5)}}, {Field: "monthly_budget", With: []request.Value{number(6)}},
		}, nil},
		{`request.monthly_budget >= estimate.monthly_dollars`, compares("monthly_budget", policy.ByEstimate, number(1)), nil},
		{`request.monthly_budget <= 3 * estimate.monthly_dollars`, compares("monthly_budget", policy.ByEstimate, number(3)), nil},
		{`days(policy_date, request.expiry_date) <= 30`, compares("expiry_date", "", text("2026-12-22")), nil},
		{`days(request.expiry_date, policy_date) > -30`, compares("expiry_date", "", text("2026-12-22")), nil},
		{`request.expiry_date < date_plus(policy_date, 30)`, compares("expiry_date", "", text("2026-12-22")), nil},
		{`has(request.expiry_date)`, compares("expiry_date", "", text("")), nil},
		{`cidr_length(request.network_cidr) > 20`, compares("network_cidr", policy.ByLength, number(20)), nil},
		{`cidr_within(request.network_cidr, ["10.0.0.0/8"])`, compares("network_cidr", policy.ByRanges, text("10.0.0.0/8")), nil},
		{`request.owner.matches("a+")`, compares("owner", policy.ByPattern, text("a+")), nil},
		{`matches(request.owner, "a+")`, compares("owner", policy.ByPattern, text("a+")), nil},
		{`request.owner.endsWith("a")`, compares("owner", policy.ByEnd, text("a")), nil},
		{`request.application == profile.provider`, compares("application", "", text("provider_t")), nil},

		{`request.monthly_budget * 2 <= 1000`, nil, []string{"request.monthly_budget * 2 <= 1000"}},
		{`request.owner > "m"`, nil, []string{`request.owner > "m"`}},
		{`request.expiry_date > "soon"`, nil, []string{`request.expiry_date > "soon"`}},
		{`request.owner > (request.application == "a" ? "m" : "n")`, compares("application", "", text("a")),
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
		rule := lastRule(t, requiring(c.require))
		in := policy.Input{Profile: profile.Profile{Provider: "provider_t"}, Date: "2026-11-22"}
		list, others := rule.Comparisons(in, whole)
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
		rule := lastRule(t, requiring(c.require))
		var outcomes []string
		list, _ := rule.Comparisons(policy.Input{Date: "2026-11-22"}, func(name string) bool { return name == request.EnvironmentField })
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
	for _, c := range compile(t, profile.Sandbox).Compiled() {
		_, others := c.Comparisons(policy.Input{Profile: profile.Profile{AllowedRegions: []string{"north-1"}}, Date: "2026-11-22"}, whole)
		assert.Empty(t, others, c.ID)
	}
}
