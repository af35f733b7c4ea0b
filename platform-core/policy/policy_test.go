package policy_test

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

const today = request.Date("2026-11-21")

// acceptable returns a request that no common rule denies.
func acceptable(t testing.TB) request.Request {
	t.Helper()
	request, err := request.Parse(document.Source{Format: document.YAML, Data: []byte(`
application: checkout
environment: development
owner: payments@example.com
cost_centre: CC-4711
data_classification: internal
region: eu-west-1
network_cidr: 10.20.0.0/20
cluster_size: small
monthly_budget: 500
business_justification: Integration tests of the checkout service.
expiry_date: 2026-12-15
`)})
	require.NoError(t, err)
	return request
}

func input(t testing.TB, change func(*request.Request)) policy.Input {
	t.Helper()
	req := acceptable(t)
	if change != nil {
		change(&req)
	}
	return policy.Input{
		Request: req,
		Profile: profile.Profile{Provider: "provider_a", Mode: profile.Simulation, AllowedRegions: []string{"eu-west-1", "eu-central-1"}},
		Estimate: request.Estimate{
			Currency: "USD", KnownTotal: request.Cents(26034), MonthlyTotal: request.Cents(26034),
			Items: []request.EstimateItem{{Basis: request.Fixed, Address: "a.b", MonthlyCost: request.Cents(26034)}},
		},
		Date: today,
	}
}

func compile(t testing.TB, mode profile.Mode, rules ...profile.Rule) *policy.Set {
	t.Helper()
	set, faults, err := policy.Compile(t.Context(), mode, rules)
	require.NoError(t, err)
	require.Empty(t, faults)
	return set
}

// violation returns the only violation of the acceptable request with a rule.
func violation(t *testing.T, rule profile.Rule) request.Violation {
	t.Helper()
	found := compile(t, "", rule).Evaluate(input(t, nil)).Violations
	require.Len(t, found, 1)
	assert.Equal(t, rule.ID, found[0].PolicyID)
	return found[0]
}

func with(t testing.TB, r request.Request, field string, v request.Value) request.Request {
	t.Helper()
	changed, err := r.With(field, v)
	require.NoError(t, err)
	return changed
}

// TestEveryRule breaks each rule of the platform by itself, and checks that its suggestion satisfies it.
func TestEveryRule(t *testing.T) {
	type values = map[string]request.Value // by field
	text, number, flag := request.Text, request.Number, request.Flag
	tests := []struct {
		name    string
		mode    profile.Mode
		changes values
		want    []string // the rules that deny
		suggest request.Value
	}{
		{"nothing", "", nil, nil, request.Value{}},
		{"region", "", values{"region": text("us-east-1")}, []string{"common.region.allowed"}, text("eu-west-1")},
		{"public range", "", values{"network_cidr": text("52.20.16.0/20")}, []string{"common.network.private"}, text("10.20.16.0/20")},
		{"half private range", "", values{"network_cidr": text("172.0.0.0/16")}, []string{"common.network.private"}, text("10.0.0.0/16")},
		{"carrier range", "", values{"network_cidr": text("100.64.0.0/20")}, nil, request.Value{}},
		{"large network", "", values{"network_cidr": text("10.0.0.0/15")}, []string{"common.network.size"}, text("10.0.0.0/16")},
		{"small network", "", values{"network_cidr": text("10.0.0.128/25")}, []string{"common.network.size"}, text("10.0.0.0/24")},
		{"restricted", "", values{"data_classification": text("restricted")}, []string{"common.data.restricted-production-only"}, request.Value{}},
		{"restricted in production", "", values{"data_classification": text("restricted"), "environment": text("production")}, nil, request.Value{}},
		{"encryption", "", values{"controls.encryption_at_rest": flag(false)}, []string{"common.controls.encryption-at-rest"}, flag(true)},
		{"private cluster", "", values{"controls.private_cluster": flag(false)}, []string{"common.controls.private-cluster"}, flag(true)},
		{"logging", "", values{"controls.central_logging": flag(false)}, []string{"common.controls.central-logging"}, flag(true)},
		{"privilege", "", values{"controls.least_privilege": flag(false)}, []string{"common.controls.least-privilege"}, flag(true)},
		{"budget below", "", values{"monthly_budget": number(260)}, []string{"common.budget.covers-estimate"}, number(261)},
		{"budget enough", "", values{"monthly_budget": number(261)}, nil, request.Value{}},
		{"no expiry", "", values{"expiry_date": text("")}, []string{"common.expiry.required"}, text("2026-12-21")},
		{"no expiry in production", "", values{"expiry_date": text(""), "environment": text("production")}, nil, request.Value{}},
		{"expiry today", "", values{"expiry_date": text("2026-11-21")}, []string{"common.expiry.future"}, text("2026-12-21")},
		{"expiry tomorrow", "", values{"expiry_date": text("2026-11-22")}, nil, request.Value{}},
		{"development, 90 days", "", values{"expiry_date": text("2027-02-19")}, nil, request.Value{}},
		{"development, 91 days", "", values{"expiry_date": text("2027-02-20")}, []string{"common.expiry.horizon"}, text("2027-02-19")},
		{"test, 180 days", "", values{"environment": text("test"), "expiry_date": text("2027-05-20")}, nil, request.Value{}},
		{"test, 181 days", "", values{"environment": text("test"), "expiry_date": text("2027-05-21")}, []string{"common.expiry.horizon"}, text("2027-05-20")},
		{"production, 1095 days", "", values{"environment": text("production"), "expiry_date": text("2029-11-20")}, nil, request.Value{}},
		{"production, 1096 days", "", values{"environment": text("production"), "expiry_date": text("2029-11-21")}, []string{"common.expiry.horizon"}, text("2029-11-20")},
		{"sandbox production", profile.Sandbox, values{"environment": text("production")}, []string{"sandbox.environment.no-production"}, request.Value{}},
		{"sandbox size", profile.Sandbox, values{"cluster_size": text("medium")}, []string{"sandbox.cluster.small"}, text("small")},
		{"sandbox budget", profile.Sandbox, values{"monthly_budget": number(1001)}, []string{"sandbox.budget.cap"}, number(1000)},
		{"sandbox, 30 days", profile.Sandbox, values{"expiry_date": text("2026-12-21")}, nil, request.Value{}},
		{"sandbox, 31 days", profile.Sandbox, values{"expiry_date": text("2026-12-22")}, []string{"sandbox.expiry.horizon"}, text("2026-12-21")},
		{"sandbox, no expiry", profile.Sandbox, values{"expiry_date": text("")}, []string{"common.expiry.required", "sandbox.expiry.required"}, text("2026-12-21")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := input(t, nil)
			for field, v := range tt.changes {
				in.Request = with(t, in.Request, field, v)
			}
			set := compile(t, tt.mode)
			result := set.Evaluate(in)
			assert.Equal(t, tt.want, ids(result.Violations))
			for _, v := range result.Violations {
				assertHelpful(t, v)
				assert.Equal(t, tt.suggest, v.Suggestion)
				if v.Suggestion.IsZero() { // a fact
					continue
				}
				fixed := in
				fixed.Request = with(t, in.Request, v.Field, v.Suggestion)
				assert.NotContains(t, ids(set.Evaluate(fixed).Violations), v.PolicyID, "the suggestion satisfies its rule")
			}
		})
	}
}

func assertHelpful(t *testing.T, v request.Violation) {
	t.Helper()
	assert.Contains(t, request.FieldNames(), v.Field)
	for _, words := range []string{v.Message, v.Remediation} {
		assert.True(t, strings.HasSuffix(words, "."), "a sentence: %q", words)
	}
	assert.NotEmpty(t, v.Expected)
}

func ids(vs []request.Violation) []string {
	var ids []string
	for _, v := range vs {
		ids = append(ids, v.PolicyID)
	}
	return ids
}

func TestAPartWithoutAPriceDoesNotHideTheRest(t *testing.T) {
	in := input(t, func(r *request.Request) { r.MonthlyBudget = 260 })
	in.Estimate.MonthlyTotal = request.Money{}
	result := compile(t, "").Evaluate(in)
	require.Equal(t, []string{"common.budget.covers-estimate"}, ids(result.Violations))
	assert.Equal(t, "The environment needs a budget of at least 261 USD a month; the budget is 260 USD.", result.Violations[0].Message)
	assert.EqualValues(t, 261, result.Violations[0].Suggestion.Number)
	in.Request.MonthlyBudget = 261
	assert.Empty(t, compile(t, "").Evaluate(in).Violations)
}

// TestARegionWithoutPricesIsJudgedByTheHighest checks a region in which machines have no price.
func TestARegionWithoutPricesIsJudgedByTheHighest(t *testing.T) {
	in := input(t, func(r *request.Request) { r.MonthlyBudget = 300 })
	in.Estimate.MonthlyTotal, in.Estimate.HighestTotal = request.Money{}, request.Cents(300_01)
	result := compile(t, "").Evaluate(in)
	require.Equal(t, []string{"common.budget.covers-estimate"}, ids(result.Violations))
	assert.Equal(t, "The environment needs a budget of at least 301 USD a month by the highest known prices; the budget is 300 USD.",
		result.Violations[0].Message)
	assert.EqualValues(t, 301, result.Violations[0].Suggestion.Number)
	require.Equal(t, []string{"common.budget.estimate-known"}, ids(result.Advisories))
	assert.Equal(t, "Machines have no known price in "+in.Request.Region+", so the budget is checked against the highest known prices.",
		result.Advisories[0].Message)
	in.Request.MonthlyBudget = 301
	assert.Empty(t, compile(t, "").Evaluate(in).Violations)
}

// TestABudgetFarAboveTheEstimateAdvises checks the advisory for an estimate of 261. An estimate with an unpriced part
// has no advisory.
func TestABudgetFarAboveTheEstimateAdvises(t *testing.T) {
	in := input(t, func(r *request.Request) { r.MonthlyBudget = 3 * 261 })
	assert.Empty(t, compile(t, "").Evaluate(in).Advisories)
	in.Request.MonthlyBudget++
	result := compile(t, "").Evaluate(in)
	assert.Empty(t, result.Violations)
	require.Equal(t, []string{"common.budget.near-estimate"}, ids(result.Advisories))
	assert.Equal(t, "The budget of 784 USD a month is more than three times the 261 USD that the environment needs.", result.Advisories[0].Message)
	assert.EqualValues(t, 2*261, result.Advisories[0].Suggestion.Number)
	in.Estimate.MonthlyTotal = request.Money{}
	assert.Equal(t, []string{"common.budget.estimate-known"}, ids(compile(t, "").Evaluate(in).Advisories))
	in.Estimate = request.Estimate{}
	assert.Empty(t, compile(t, "").Evaluate(in).Advisories)
}

func TestAnInstallationMayDenyWhatHasNoPrice(t *testing.T) {
	in := input(t, func(*request.Request) {})
	in.Profile.Unpriced = profile.DenyUnpriced
	assert.Empty(t, compile(t, "").Evaluate(in).Violations)
	in.Estimate.MonthlyTotal = request.Money{}
	result := compile(t, "").Evaluate(in)
	require.Equal(t, []string{"common.budget.priced"}, ids(result.Violations))
	assert.True(t, result.Violations[0].Suggestion.IsZero())
	assert.Empty(t, result.Advisories)
}

func TestUnknownEstimateAdvisesAndCannotDeny(t *testing.T) {
	in := input(t, func(r *request.Request) { r.MonthlyBudget = 1 })
	in.Estimate.KnownTotal, in.Estimate.MonthlyTotal = request.Money{}, request.Money{}
	result := compile(t, "").Evaluate(in)
	assert.Empty(t, result.Violations)
	assert.Equal(t, []string{"common.budget.estimate-known"}, ids(result.Advisories))
	assert.Equal(t, "monthly_budget", result.Advisories[0].Field)
}

func TestOrganisationRules(t *testing.T) {
	rule := profile.Rule{
		ID: "payments.owner.domain", Title: "Owned inside", Field: "owner", Level: profile.Mandatory,
		Require: `request.owner.endsWith("@example.org")`, Message: "The owner is outside.",
		Remediation: "Name a team inside.", Expected: "an address at example.org", Suggest: `"payments@example.org"`,
	}
	result := compile(t, "", rule).Evaluate(input(t, nil))
	require.Equal(t, []string{"payments.owner.domain"}, ids(result.Violations))
	assert.Equal(t, request.SourceOrganisation, result.Violations[0].Source)
	assert.True(t, result.Violations[0].Suggestion.IsZero(), "an owner is a fact")
	assert.Equal(t, "an address at example.org, such as payments@example.org", result.Violations[0].Expected)

	rule.Level = profile.Advisory
	result = compile(t, "", rule).Evaluate(input(t, nil))
	assert.Empty(t, result.Violations)
	assert.Equal(t, []string{"payments.owner.domain"}, ids(result.Advisories))
}

func TestASuggestionThatDoesNotHelpIsNotMade(t *testing.T) {
	assert.True(t, violation(t, ruleOn("owner", "", "false", `"x@y.zz"`)).Suggestion.IsZero())
}

func TestAMessageIsOneReadableLine(t *testing.T) {
	rule := aRule(func(r *profile.Rule) { r.Require, r.Message, r.MessageExpression = "false", "", `"a\u001b[31m\n"` })
	assert.Equal(t, "The title is not satisfied.", violation(t, rule).Message)
}

func TestExpressionsThatFailDeny(t *testing.T) {
	for name, expression := range map[string]string{
		"error":    `cidr_length(request.owner) > 1`,
		"overflow": `request.monthly_budget * 9223372036854775807 > 0`,
		"cost":     `[1,2,3,4,5,6,7,8,9,10].all(a, [1,2,3,4,5,6,7,8,9,10].all(b, [1,2,3,4,5,6,7,8,9,10].all(c, [1,2,3,4,5,6,7,8,9,10].all(d, [1,2,3,4,5,6,7,8,9,10].all(e, a+b+c+d+e > 0)))))`,
	} {
		t.Run(name, func(t *testing.T) {
			rule := requiring(expression)
			rule.Level = profile.Advisory // also an advisory fails closed
			assert.Contains(t, violation(t, rule).Message, rule.ID)
		})
	}
}

func TestRulesThatDoNotCompile(t *testing.T) {
	tests := map[string]struct {
		change func(*profile.Rule)
		field  string
	}{
		"unknown request field":   {func(r *profile.Rule) { r.Require = `request.aplication == ""` }, "policies[0].require"},
		"unknown variable":        {func(r *profile.Rule) { r.When = `now == ""` }, "policies[0].when"},
		"not a condition":         {func(r *profile.Rule) { r.Require = `request.owner` }, "policies[0].require"},
		"not a message":           {func(r *profile.Rule) { r.MessageExpression = `1` }, "policies[0].message_expression"},
		"suggestion of a kind":    {func(r *profile.Rule) { r.Suggest = `1` }, "policies[0].suggest"},
		"syntax":                  {func(r *profile.Rule) { r.Require = `request.` }, "policies[0].require"},
		"too long":                {func(r *profile.Rule) { r.Require = strings.Repeat(" ", 5000) + "true" }, "policies[0].require"},
		"no field of a request":   {func(r *profile.Rule) { r.Field = "provider" }, "policies[0].field"},
		"level":                   {func(r *profile.Rule) { r.Level = "warning" }, "policies[0].level"},
		"nothing required":        {func(r *profile.Rule) { r.Require = "" }, "policies[0].require"},
		"no message":              {func(r *profile.Rule) { r.Message = "" }, "policies[0].message"},
		"no remediation":          {func(r *profile.Rule) { r.Remediation = " " }, "policies[0].remediation"},
		"a hidden character":      {func(r *profile.Rule) { r.Title = "a\u202eb" }, "policies[0].title"},
		"two lines":               {func(r *profile.Rule) { r.Message = "a\nb" }, "policies[0].message"},
		"a platform's identifier": {func(r *profile.Rule) { r.ID = "common.mine" }, "policies[0].id"},
		"an unusable identifier":  {func(r *profile.Rule) { r.ID = "Mine" }, "policies[0].id"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			faults := faultsOf(t, aRule(tt.change))
			require.Len(t, faults, 1)
			assert.Equal(t, tt.field, faults[0].Field)
		})
	}
	_, faults, err := policy.Compile(t.Context(), "", []profile.Rule{requiring("true"), requiring("true")})
	require.NoError(t, err)
	require.Len(t, faults, 1)
	assert.Equal(t, "policies[1].id", faults[0].Field)
}

func TestDigestFollowsTheRules(t *testing.T) {
	simulation, sandbox := compile(t, profile.Simulation), compile(t, profile.Sandbox)
	assert.Equal(t, simulation.Digest(), compile(t, profile.Enterprise).Digest())
	assert.NotEqual(t, simulation.Digest(), sandbox.Digest())
}

// denied returns a request that breaks seven rules with suggestions.
func denied(t testing.TB) policy.Input {
	return input(t, func(r *request.Request) {
		r.Region, r.NetworkCIDR, r.DataClassification = "us-east-1", netip.MustParsePrefix("52.0.0.0/8"), request.Restricted
		r.ExpiryDate, r.MonthlyBudget = "2026-01-01", 1
		r.Controls.PrivateCluster = false
	})
}

// BenchmarkEvaluate prints how much longer the evaluation of a denied request takes than that of an accepted one.
func BenchmarkEvaluate(b *testing.B) {
	set := compile(b, "")
	good, bad := input(b, nil), denied(b)
	require.Empty(b, set.Evaluate(good).Violations)
	require.Len(b, set.Evaluate(bad).Violations, 7)
	var accepted, denied time.Duration
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		set.Evaluate(good)
		accepted += time.Since(start)
		start = time.Now()
		set.Evaluate(bad)
		denied += time.Since(start)
	}
	b.ReportMetric(float64(accepted)/float64(b.N), "accepted-ns")
	b.ReportMetric(float64(denied)/float64(b.N), "denied-ns")
	b.ReportMetric(float64(denied)/float64(accepted), "denied/accepted")
}

func BenchmarkCompileFirst(b *testing.B) {
	for b.Loop() {
		_, _, _ = policy.Compile(b.Context(), profile.Sandbox, nil)
	}
}

// TestSuggestionEndsTheRule follows suggestions after which the rule no longer applies, since when reads the field.
func TestSuggestionEndsTheRule(t *testing.T) {
	for _, c := range []struct{ field, when, suggest string }{
		{"region", `request.region == "eu-west-1"`, `"eu-central-1"`},
		{"region", `has(request.region) && request.region.startsWith("eu-west")`, `"eu-central-1"`},
		{"region", `["eu-west-1"].exists(r, r == request.region)`, `"eu-central-1"`},
		{"controls.private_cluster", `request.controls.private_cluster`, `false`},
	} {
		t.Run(c.when, func(t *testing.T) {
			v := violation(t, ruleOn(c.field, c.when, "false", c.suggest))
			assert.Equal(t, strings.Trim(c.suggest, `"`), v.Suggestion.String())
		})
	}
}

// TestConstantSuggestions has rules that a constant suggestion satisfies only for some requests.
func TestConstantSuggestions(t *testing.T) {
	for _, c := range []struct {
		field, when, require, suggest, want string
	}{
		{"region", "", `request.region == "eu-central-1"`, `"eu-central-1"`, "eu-central-1"},
		{"region", `request.region != "eu-central-1"`, "false", `"eu-central-1"`, "eu-central-1"},
		{"region", `request.region.startsWith("eu")`, `request.region == "us-east-1"`, `"eu-central-1"`, ""},
		{"region", `request.region != "eu-central-1" || request.owner != ""`, "false", `"eu-central-1"`, ""},
		{"region", "", `request.region == "eu-central-1" && request.owner == ""`, `"eu-central-1"`, ""},
		{"region", "", `request.region == "eu-central-1" && profile.mode == "sandbox"`, `"eu-central-1"`, ""},
		{"region", "", `request.region == "eu-central-1" && policy_date == ""`, `"eu-central-1"`, ""},
		{"region", "", `request.region == "eu-central-1" && !estimate.known`, `"eu-central-1"`, ""},
		{"region", "", `request.region == "EU"`, `"EU"`, ""},
		{"controls.private_cluster", "", `!request.controls.private_cluster`, `false`, "false"},
		{"controls.private_cluster", "", `!request.controls.private_cluster && !request.controls.least_privilege`, `false`, ""},
		{"monthly_budget", "", `request.monthly_budget > 900`, `901`, "901"},
		{"monthly_budget", "", `request.monthly_budget > 900`, `900`, ""},
	} {
		t.Run(c.when+" "+c.require, func(t *testing.T) {
			assert.Equal(t, c.want, violation(t, ruleOn(c.field, c.when, c.require, c.suggest)).Suggestion.String())
		})
	}
}

// TestObjectsAreValues uses the objects of a rule as values of CEL: in comparisons, lists and maps, and without a known
// type.
func TestObjectsAreValues(t *testing.T) {
	for _, holds := range []string{
		`request == request`,
		`request.controls == request.controls`,
		`profile == profile`,
		`estimate == estimate`,
		`!(request != request)`,
		`dyn(request) != dyn(profile)`,
		`dyn(request.controls) != dyn(request)`,
		`[request.controls].all(c, c.private_cluster)`,
		`!([request].exists(r, r.region == "x"))`,
		`[request].exists(r, r.region == "eu-west-1")`,
		`dyn(request).region == "eu-west-1"`,
		`dyn(request).controls.private_cluster`,
		`has(dyn(request).region)`,
		`request.controls in [request.controls]`,
		`{"a": request.controls}.a.private_cluster`,
		`{"a": request}.a.controls.private_cluster`,
		`(request.region == "x" ? request : request).region == "eu-west-1"`,
		`type(request.controls) != bool`,
		`type(request) == type(request) && type(request) != type(profile)`,
		`"eu-west-1" in [profile][0].allowed_regions`,
	} {
		t.Run(holds, func(t *testing.T) {
			set := compile(t, profile.Simulation, ruleOn("region", "", holds, ""))
			assert.Empty(t, set.Evaluate(input(t, nil)).Violations)
			partial := set.EvaluatePartial(input(t, nil), []string{"owner"}, true)
			assert.Empty(t, partial.Violations)
		})
	}
}

// TestUnknownFieldOfAnObject compares a whole object with an unknown field: the rule is open.
func TestUnknownFieldOfAnObject(t *testing.T) {
	for _, condition := range []string{
		`dyn(request).region == "x"`, `[request].exists(r, r.region == "x")`, `request != request`, `{"a": request}.a.region == "x"`,
	} {
		t.Run(condition, func(t *testing.T) {
			set := compile(t, profile.Simulation, ruleOn("region", "", condition, ""))
			found := set.EvaluatePartial(input(t, nil), []string{"region"}, true)
			assert.Equal(t, request.Open, statuses(found)["team.a"])
		})
	}
}

// TestCauseIsShortened lets a rule fail with an error that has a long value.
func TestCauseIsShortened(t *testing.T) {
	v := violation(t, requiring(`int(request.region + "`+strings.Repeat("x", 3000)+`\n") == 1`))
	assert.Less(t, len(v.Message), 500)
	assert.NotContains(t, v.Message, "\n")
}

// TestErrorsOfFunctions checks the errors of functions, which records contain.
func TestErrorsOfFunctions(t *testing.T) {
	for expression, cause := range map[string]string{
		`days(request.region, policy_date) > 0`:        `days: "eu-west-1" and "2026-11-21" must be dates`,
		`weekday(request.region) != ""`:                `weekday: "eu-west-1" must be a date`,
		`date_words(request.region) != ""`:             `date_words: "eu-west-1" must be a date`,
		`date_plus(request.region, 1) != ""`:           `date_plus: "eu-west-1" must be a date and 1 a number of days`,
		`date_plus(policy_date, 4000000) != ""`:        `date_plus: "2026-11-21" must be a date and 4000000 a number of days`,
		`date_plus(policy_date, -3000000) != ""`:       `date_plus: -3000000 days from 2026-11-21 is before the year 1`,
		`cidr_length(request.region) > 0`:              `"eu-west-1" must be an IPv4 range`,
		`cidr_resize(request.network_cidr, 33) != ""`:  `cidr_resize: 33 must be a prefix length from 0 to 32`,
		`cidr_within(request.network_cidr, ["x"])`:     `"x" must be an IPv4 range`,
		`cidr_private(request.owner + "/8") != "10/8"`: `"payments@example.com/8" must be an IPv4 range`,
		`request.monthly_budget / 0 == 1`:              `division by zero`,
		`int(request.region) == 1`:                     `type conversion error from 'string' to 'int'`,
		`{"a": 1}[request.region] == 1`:                `no such key: eu-west-1`,
	} {
		t.Run(expression, func(t *testing.T) {
			assert.Equal(t, "The rule team.a could not be evaluated (require: "+cause+"), so the request is denied.",
				violation(t, requiring(expression)).Message)
		})
	}
}
