package space_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/space"
)

// reserved is a rule of the adapter that denies large test environments.
const reserved = "provider_t.size.reserved"

// installation returns a decider with rules, and an adapter that declares which fields its rule reads. The rule is on the
// environment and the size.
func installation(t testing.TB, reads []string, requires ...string) space.Decider {
	t.Helper()
	p := profile.Profile{Provider: "provider_t", Mode: profile.Simulation, AllowedRegions: []string{"north-1"}}
	for i, r := range requires {
		p.Policies = append(p.Policies, profile.Rule{
			ID: "org.rule-" + string(rune('a'+i)), Title: "t", Field: "monthly_budget", Level: profile.Mandatory, Require: r,
			Message: "m", Remediation: "r", Expected: "e",
		})
	}
	return installationOf(t, p, reads)
}

// installationOf returns a decider with the rules of a profile.
func installationOf(t testing.TB, p profile.Profile, reads []string) space.Decider {
	t.Helper()
	set, faults, err := policy.Compile(t.Context(), p.Mode, p.Policies)
	require.NoError(t, err)
	require.Empty(t, faults)
	return space.Decider{
		Rules: space.NewRules(p, set.Compiled(), adapter.Description{
			Provider: profile.Provider{ID: "provider_t", Regions: []profile.Region{{Name: "north-1"}, {Name: "south-1"}}}, Version: "1",
			Rules:         []adapter.Rule{{ID: reserved, Field: request.SizeField, Level: profile.Mandatory, Reads: reads}},
			EstimateReads: []string{request.SizeField},
		}, ""),
		Date: "2026-11-22",
		Ask:  askingEach(answer),
	}
}

func answer(r request.Request) space.Answer {
	cost := request.Cents(map[string]int64{request.Small: 10_000, request.Medium: 30_050, request.Large: 90_000}[r.ClusterSize])
	a := space.Answer{Denies: map[string]request.Value{}, Estimate: costing(cost)}
	if r.Environment == request.Test && r.ClusterSize == request.Large {
		a.Denies[reserved] = request.Value{}
	}
	return a
}

func found(t *testing.T, s *space.Space, wanted ...space.Goal) space.Example {
	t.Helper()
	f, err := s.Nearest(t.Context(), wanted...)
	require.NoError(t, err)
	return f
}

func TestNearest(t *testing.T) {
	s := space.NewSpace(t.Context(), installation(t, []string{request.SizeField, request.EnvironmentField}, `request.monthly_budget <= 1000`))
	plain, err := s.Plain(t.Context())
	require.NoError(t, err)
	assert.Equal(t, request.Date("2026-12-22"), plain.ExpiryDate)
	for _, c := range []struct {
		rule    string
		only    bool
		changes map[string]request.Value
	}{
		{"org.rule-a", true, map[string]request.Value{"monthly_budget": request.Number(1001)}},
		{"common.expiry.required", true, map[string]request.Value{"expiry_date": {}}},
		{"common.budget.covers-estimate", true, map[string]request.Value{"cluster_size": request.Text("large")}},
		{reserved, false, map[string]request.Value{"environment": request.Text("test"), "cluster_size": request.Text("large")}},
		{reserved, true, map[string]request.Value{
			"environment": request.Text("test"), "cluster_size": request.Text("large"), "monthly_budget": request.Number(900),
		}},
	} {
		wanted := []space.Goal{space.DeniedBy(0, c.rule)}
		if c.only {
			wanted = append(wanted, s.AcceptedBy(0, c.rule)...)
		}
		f := found(t, s, wanted...)
		require.True(t, f.Found, c.rule)
		assert.Len(t, f.Changed, len(c.changes), c.rule)
		for field, value := range c.changes {
			assert.Equal(t, value, f.Request.Value(field), "%s: %s", c.rule, field)
		}
	}
	assert.False(t, found(t, s, space.DeniedBy(0, "org.rule-a"), space.DeniedBy(0, "common.budget.covers-estimate"),
		space.Goal{RuleRef: space.RuleRef{ID: "sandbox.none"}}).LimitReached)
}

// TestAdapterReadsMoreThanItDeclares checks that an example still reaches its goals.
func TestAdapterReadsMoreThanItDeclares(t *testing.T) {
	s := space.NewSpace(t.Context(), installation(t, []string{request.SizeField}, `request.environment == "test"`))
	f := found(t, s, append(s.AcceptedBy(0, reserved), space.DeniedBy(0, reserved))...)
	require.True(t, f.Found)
	assert.Contains(t, answer(f.Request).Denies, reserved)
	f = found(t, s, append(s.AcceptedBy(0, "common.controls.private-cluster"), space.DeniedBy(0, "common.controls.private-cluster"))...)
	assert.Empty(t, answer(f.Request).Denies)
}

func TestGaps(t *testing.T) {
	cap := `request.monthly_budget <= 1000`
	declared, undeclared := []string{request.SizeField, request.EnvironmentField}, []string(nil)
	another := func(in space.Decider) space.Decider {
		in.Adapter.Version = "2"
		return in
	}
	for _, c := range []struct {
		name     string
		from, to space.Decider
		gaps     []space.Gap
	}{
		{"a rule without reads that both have", installation(t, undeclared, cap), installation(t, undeclared, cap), nil},
		{"another adapter with finite reads", installation(t, declared, cap), another(installation(t, declared, cap)), nil},
		{"another adapter without reads", installation(t, undeclared), another(installation(t, undeclared)), []space.Gap{
			{PolicyID: reserved, Why: "The adapter does not say what the rule reads."},
		}},
		{"an expression", installation(t, declared, cap), installation(t, declared, `request.monthly_budget * 2 <= 2000`), []space.Gap{{
			PolicyID: "org.rule-a", Why: "This comparison cannot be searched exhaustively.", Expression: "request.monthly_budget * 2 <= 2000",
		}}},
		{"more requests than the limit", installation(t, declared, wide+" < 0"), installation(t, declared, wide+" < 0 ? true : false"), []space.Gap{
			{PolicyID: "org.rule-a", Why: "The search ended at its limit."},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			comparison := compared(t, c.from, c.to)
			assert.Empty(t, comparison.Stricter)
			assert.Empty(t, comparison.Looser)
			for _, g := range c.gaps {
				assert.Contains(t, comparison.Gaps, g)
			}
			assert.Equal(t, len(c.gaps) > 0, len(comparison.Gaps) > 0, "%+v", comparison.Gaps)
		})
	}
}

// wide is a number that depends on many fields.
const wide = `(request.monthly_budget in [1, 3, 5, 7, 9, 11, 13] || request.network_cidr == "10.0.0.0/8" || ` +
	`request.expiry_date in ["2026-12-01", "2026-12-04", "2026-12-07", "2026-12-10"] || request.owner.contains("a") || ` +
	`request.application.contains("a") || request.cost_centre.contains("A") ? 1 : 2)`

// capped returns rules that cap the budgets of many applications.
func capped(rules, applications int) (requires []string) {
	for i := range rules {
		var names []string
		for n := range applications {
			names = append(names, fmt.Sprintf("%q", fmt.Sprintf("app-%d-%d", i, n)))
		}
		requires = append(requires, fmt.Sprintf(`!(request.application in [%s]) || request.monthly_budget <= %d`, strings.Join(names, ", "), 1000+9*i))
	}
	return requires
}

// TestManyValues checks a field that is compared with hundreds of values: it is covered, and a difference is found if there
// are too many values to try all.
func TestManyValues(t *testing.T) {
	for _, c := range []struct{ rules, applications, gaps int }{{9, 30, 0}, {22, 30, 1}} {
		requires := capped(c.rules, c.applications)
		from := installation(t, declared, requires...)
		requires[7] = strings.ReplaceAll(requires[7], "<= 1063", "<= 1064")
		got := compared(t, from, installation(t, declared, requires...))
		assert.Equal(t, c.gaps > 0, len(got.Gaps) > 0, got.Gaps)
		require.Len(t, got.Looser, 1)
		assert.Equal(t, int64(1064), got.Looser[0].Request.MonthlyBudget)
	}
}

// TestWeekdayRuleIsSearchedToTheHorizon checks that the rule is evaluated for each day up to the horizon, and that only later
// days are a gap.
func TestWeekdayRuleIsSearchedToTheHorizon(t *testing.T) {
	shown := explained(t, installation(t, nil, `weekday(request.expiry_date) == "Monday"`), "org.rule-a")
	assert.Equal(t, request.Date("2026-12-20"), shown.Denied.Request.ExpiryDate)
	assert.Equal(t, request.Date("2026-12-21"), shown.Passing.Request.ExpiryDate)
	assert.Equal(t, []space.Gap{{
		PolicyID: "org.rule-a", Why: "Every day until 2029-11-21 is tried, and few later ones.", Expression: `weekday(request.expiry_date) == "Monday"`,
	}}, shown.Gaps)
}

// TestCharacterBehindUnprintableOnes checks a range of characters that are mostly unprintable.
func TestCharacterBehindUnprintableOnes(t *testing.T) {
	for _, pattern := range []string{`[\\x{E000}-\\x{FFFF}]`, `[\\x{D800}-\\x{FFFF}]`} {
		shown := explained(t, installation(t, nil, `!request.business_justification.matches("`+pattern+`")`), "org.rule-a")
		assert.True(t, shown.Denied.Found, pattern)
		assert.False(t, shown.NeverDenies, pattern)
	}
}
