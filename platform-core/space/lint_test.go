package space_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/space"
)

// rule returns a rule with a number in its ID and with the expressions.
func rule(n int, field, when, require, suggest string) profile.Rule {
	return profile.Rule{
		ID: fmt.Sprintf("team.r%d", n), Title: "t", Field: field, Level: profile.Mandatory, Message: "m", Remediation: "r", Expected: "e",
		When: when, Require: require, Suggest: suggest,
	}
}

// ruled is the input of [space.Lint].
type ruled struct {
	policies *policy.Set
	profile  profile.Profile
	provider profile.Provider
}

// installed compiles the rules for a profile. The provider has three regions, and the profile allows two of them.
func installed(t testing.TB, mode profile.Mode, rules ...profile.Rule) ruled {
	t.Helper()
	set, faults, err := policy.Compile(t.Context(), mode, rules)
	require.NoError(t, err)
	require.Empty(t, faults)
	return ruled{
		policies: set,
		profile:  profile.Profile{Provider: "provider_t", Mode: mode, AllowedRegions: []string{"north-1", "south-1"}},
		provider: profile.Provider{ID: "provider_t", Regions: []profile.Region{{Name: "east-1"}, {Name: "north-1"}, {Name: "south-1"}}},
	}
}

func find(t testing.TB, in ruled) space.Findings {
	t.Helper()
	found, err := space.Lint(t.Context(), in.policies, in.profile, in.provider)
	require.NoError(t, err)
	return found
}

// TestFindings checks which mistakes are faults and which are warnings.
func TestFindings(t *testing.T) {
	for name, c := range map[string]struct {
		rule    profile.Rule
		fault   string // the field and the message
		warning string
	}{
		"right": {rule(0, "monthly_budget", `request.environment == "test"`, "request.monthly_budget <= 500", "500"), "", ""},
		"right, of three fields": {rule(0, "cluster_size", `request.environment == "production" && request.region == "south-1"`,
			`request.monthly_budget > 700 || request.cluster_size == "small"`, `"small"`), "", ""},
		"right, over the estimate":        {rule(0, "monthly_budget", "estimate.sized", "request.monthly_budget >= estimate.monthly_dollars", "estimate.monthly_dollars"), "", ""},
		"right, over dates":               {rule(0, "expiry_date", `request.expiry_date != ""`, "days(policy_date, request.expiry_date) <= 45", "date_plus(policy_date, 45)"), "", ""},
		"right, over ranges":              {rule(0, "network_cidr", "", `cidr_within(request.network_cidr, ["10.96.0.0/12"])`, ""), "", ""},
		"right, over lengths":             {rule(0, "network_cidr", "", "cidr_length(request.network_cidr) <= 22", "cidr_resize(request.network_cidr, 22)"), "", ""},
		"suggests for some texts":         {rule(0, "owner", "", `request.owner.endsWith("-team@example.com")`, `request.owner.replace("@", "-team@")`), "", `It suggests "`},
		"suggests for no text":            {rule(0, "owner", "", `request.owner.endsWith("-team@example.com")`, `"nobody@example.com"`), `policies[0].suggest suggests "nobody@example.com"`, ""},
		"a control":                       {rule(0, "controls.private_cluster", "", "request.controls.private_cluster", "true"), "", ""},
		"a day that passes":               {rule(0, "owner", `policy_date >= "2027-01-01"`, `request.environment != "test"`, ""), "", ""},
		"a size for the sake of the cost": {rule(0, "cluster_size", "", "estimate.monthly_dollars < 800", `"small"`), "", ""},

		"when fails without a date": {rule(0, "expiry_date", "days(policy_date, request.expiry_date) > 45", `request.environment == "test"`, ""), "",
			"Its when fails for some requests, which are denied then, such as "},

		"require always fails": {rule(0, "owner", "", "1 / 0 == 1", ""), "policies[0].require fails for every request that was tried (1): division by zero", ""},
		"when always fails": {rule(0, "owner", `int(request.environment) > 1`, `request.cluster_size == "small"`, ""),
			"policies[0].when fails for every request that was tried (9): type conversion error", ""},
		"require fails where it applies": {rule(0, "owner", `request.environment == "test"`, `int(request.cluster_size) > 1`, ""),
			"policies[0].require fails for every request that was tried (3)", ""},
		"suggest always fails": {rule(0, "expiry_date", "", `request.expiry_date != ""`, `date_plus("soon", 3)`), "policies[0].suggest fails for every request that was tried", ""},
		"the message always fails": {profile.Rule{
			ID: "team.r0", Title: "t", Field: "owner", Level: profile.Advisory, Remediation: "r", Expected: "e",
			Require: `request.cluster_size == "small"`, MessageExpression: `string(1 / 0)`,
		}, "policies[0].message_expression fails for every request that was tried (2): division by zero", ""},
		"fails for some": {rule(0, "expiry_date", "", "days(policy_date, request.expiry_date) <= 45", ""), "",
			"Its require fails for some requests, which are denied then, such as expiry_date: none, "},
		"fails for the texts that were tried": {rule(0, "owner", "", `int(request.owner) > 3`, ""), "", "Its require fails for each request that was tried (2)"},

		"suggests what it forbids": {rule(0, "monthly_budget", "", "request.monthly_budget < 500", "600"),
			"policies[0].suggest suggests 600, with which the request (monthly_budget: 500) still breaks the rule", ""},
		"suggests it for one request": {rule(0, "monthly_budget", `request.environment != "development"`, `request.monthly_budget < (request.environment == "test" ? 100 : 1000)`, "999"),
			"policies[0].suggest suggests 999, with which the request (environment: test, monthly_budget: ", ""},
		"suggests what another field keeps from helping": {
			rule(0, "data_classification", "", `request.controls.private_cluster && request.data_classification == "confidential"`, `"confidential"`), "", "",
		},
		"suggests what the field cannot have": {rule(0, "cluster_size", "", `request.cluster_size != "large"`, `"tiny"`),
			`policies[0].suggest suggests "tiny", which is no value of the field cluster_size`, ""},

		"never denies": {rule(0, "monthly_budget", "", "request.monthly_budget > 0", ""), "", "No request breaks the rule, so it never denies."},
		"never applies": {rule(0, "owner", `request.environment == "test" && request.environment == "production"`, `request.cluster_size == "small"`, ""), "",
			"The rule applies to no request, so it never denies."},
		"applies to none, of texts": {rule(0, "owner", `request.environment == "test" && request.environment == "production"`, `request.owner.endsWith("@x.example")`, ""), "",
			"The rule applies to no request, so it never denies."},
		"applies to some texts": {rule(0, "owner", `request.application == "api" && request.environment == "test"`, `request.owner.endsWith("@x.example")`, ""), "", ""},
		"denies all":            {rule(0, "owner", "", `request.cluster_size == "small" && request.cluster_size == "large"`, ""), "", "The rule denies every request."},
		"reads nothing":         {rule(0, "owner", "", `profile.mode == "sandbox"`, ""), "", "The rule reads nothing of a request, so its outcome is the same for each."},
		"not allowed":           {rule(0, "owner", `request.region == "east-1"`, `request.cluster_size == "small"`, ""), "", "The rule compares with east-1, which the profile does not allow."},
		"forbids a thing":       {rule(0, "cluster_size", `request.cluster_size == "large"`, "false", ""), "", ""},
		"suggests no date": {rule(0, "expiry_date", "", `request.expiry_date != ""`, `"2027-02-30"`),
			`policies[0].suggest suggests "2027-02-30", which is no value of the field expiry_date`, ""},

		"applies to a number beyond those that are tried": {rule(0, "owner", `request.monthly_budget == 77777`, fmt.Sprintf("request.owner != %q && !(request.monthly_budget in %s)", "a@b.c", numbersFrom(100, 40)), ""), "", ""},
		"the greatest number":                             {rule(0, "monthly_budget", "", "request.monthly_budget < 9223372036854775806", ""), "", "No request breaks the rule, so it never denies."},
		"the least number":                                {rule(0, "monthly_budget", "", "request.monthly_budget != 700 && request.monthly_budget > -9223372036854775807 - 1", ""), "", ""},
		"a network that is short":                         {rule(0, "network_cidr", "", `request.network_cidr != "10.0.0.0/16"`, ""), "", ""},
		"halves of a network":                             {rule(0, "network_cidr", "", `!cidr_within(request.network_cidr, ["10.0.0.0/16"]) || cidr_within(request.network_cidr, ["10.0.0.0/17", "10.0.128.0/17"])`, ""), "", ""},
		"halves of all networks":                          {rule(0, "network_cidr", "", `cidr_within(request.network_cidr, ["0.0.0.0/1", "128.0.0.0/1"])`, ""), "", ""},
		"suggests by a field that it does not compare": {rule(0, "cluster_size", "", `request.cluster_size == "small"`, `request.monthly_budget > 1000 ? "large" : "small"`),
			`policies[0].suggest suggests "large", with which the request (cluster_size: medium, monthly_budget: 1001) still breaks the rule`, ""},
		"parts of a network":    {rule(0, "network_cidr", "", `!request.network_cidr.startsWith("10.77.")`, ""), "", ""},
		"a pattern of networks": {rule(0, "network_cidr", "", `!request.network_cidr.matches("^10[.]7[0-9][.]")`, ""), "", ""},
		"a length in a network": {rule(0, "network_cidr", "", `cidr_within(request.network_cidr, ["10.96.0.0/12"]) && cidr_length(request.network_cidr) == 23`, ""), "", ""},
		"parts of a day":        {rule(0, "expiry_date", "", `!request.expiry_date.endsWith("-12-25")`, ""), "", ""},
		"a day of the year":     {rule(0, "environment", `policy_date.endsWith("-12-24")`, `request.environment != "production"`, ""), "", ""},
		"parts of a region":     {rule(0, "region", "", `!request.region.startsWith("west-")`, ""), "", ""},
		"a remainder":           {rule(0, "monthly_budget", `request.monthly_budget > 7`, `request.monthly_budget % 1234567 != 0`, ""), "", ""},
		"a sum of numbers":      {rule(0, "monthly_budget", "", "request.monthly_budget != 1000 + 234", ""), "", ""},
		"a length never":        {rule(0, "network_cidr", "", "cidr_length(request.network_cidr) > 32", ""), "", "The rule denies every request."},
		"networks in none":      {rule(0, "network_cidr", "", `cidr_within(request.network_cidr, ["10.96.0.0/12"]) && cidr_within(request.network_cidr, ["10.64.0.0/12"])`, ""), "", "The rule denies every request."},
		"a day before itself":   {rule(0, "expiry_date", "", `!(request.expiry_date > "2027-01-01" && request.expiry_date < "2027-01-01")`, ""), "", "No request breaks the rule, so it never denies."},
		"texts are guesses":     {rule(0, "owner", "", `request.owner.matches("^[^@]+@")`, ""), "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			found := find(t, installed(t, profile.Simulation, c.rule))
			faults := ""
			for _, f := range found.Faults {
				faults += f.Field + " " + f.Message
				assert.Equal(t, []int{1, 1}, []int{f.Line, f.Column})
			}
			assertBegins(t, c.fault, faults)
			warnings := ""
			for _, w := range found.Warnings {
				warnings += w.Message
				assert.Equal(t, profile.Warning, w.Status)
				assert.Equal(t, c.rule.ID, w.ID)
				assert.NotEmpty(t, w.Remediation)
			}
			assertBegins(t, c.warning, warnings)
			assert.Equal(t, found, find(t, installed(t, profile.Simulation, c.rule)), "the same again")
		})
	}
}

// numbersFrom returns a CEL list of count numbers: first, first+10, first+20 and so on.
func numbersFrom(first, count int) string {
	var texts []string
	for n := range count {
		texts = append(texts, fmt.Sprint(first+10*n))
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

func assertBegins(t *testing.T, want, got string) {
	t.Helper()
	if want == "" {
		assert.Empty(t, got)
		return
	}
	assert.True(t, strings.HasPrefix(got, want), got)
}

// TestPlatformRulesHaveNoFindings checks that the rules of the platform have no findings and take no steps.
func TestPlatformRulesHaveNoFindings(t *testing.T) {
	for _, mode := range []profile.Mode{profile.Simulation, profile.Sandbox, profile.Enterprise} {
		in := installed(t, mode)
		assert.Zero(t, find(t, in))
	}
}

// manyRules returns the maximal number of rules, each on several fields.
func manyRules() []profile.Rule {
	var rules []profile.Rule
	for n := range 200 {
		rules = append(rules, rule(n, "monthly_budget", fmt.Sprintf(`request.environment == "production" && request.cluster_size != "small" && request.region == "south-1" && policy_date > "2026-0%d-01"`, 1+n%9),
			fmt.Sprintf("request.monthly_budget >= %d && (estimate.monthly_dollars < %d || cidr_length(request.network_cidr) < 22)", 100+n, 5000-n), ""))
	}
	return rules
}

func BenchmarkManyRules(b *testing.B) {
	in := installed(b, profile.Simulation, manyRules()...)
	for b.Loop() {
		find(b, in)
	}
}

func BenchmarkCompile(b *testing.B) {
	rules := manyRules()
	for b.Loop() {
		_, _, _ = policy.Compile(b.Context(), profile.Simulation, rules)
	}
}

// TestLintOfAnExpensiveRule checks that an expensive rule is tried on fewer requests with a warning, and that the other rules
// are tried as without it.
func TestLintOfAnExpensiveRule(t *testing.T) {
	ones := "[" + strings.Repeat("1, ", 84) + "1]"
	long := rule(0, "owner", "", fmt.Sprintf("%s.all(a, %s.all(b, a + b > 0)) && !(request.monthly_budget in [10, 20, 30, 40, 50, 60, 70, 80]) && request.cluster_size != request.environment", ones, ones), "")
	wrong := rule(1, "monthly_budget", "", "request.monthly_budget > 0", "")
	found := find(t, installed(t, profile.Simulation, long, wrong))
	require.Empty(t, found.Faults)
	require.Len(t, found.Warnings, 2)
	assert.Equal(t, long.ID, found.Warnings[0].ID)
	assert.Contains(t, found.Warnings[0].Message, "Its steps reached the limit after ")
	assert.Equal(t, find(t, installed(t, profile.Simulation, wrong)).Warnings, found.Warnings[1:])
}

func TestTheCheckEndsWithItsContext(t *testing.T) {
	ctx, leave := context.WithCancel(t.Context())
	leave()
	in := installed(t, profile.Simulation, manyRules()...)
	_, err := space.Lint(ctx, in.policies, in.profile, in.provider)
	require.ErrorIs(t, err, context.Canceled)
}
