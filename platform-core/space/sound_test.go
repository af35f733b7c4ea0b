package space_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/space"
)

var declared = []string{request.SizeField, request.EnvironmentField}

// TestUncoveredPartsAreGaps checks that a comparison of rules with uncovered parts is not complete, with or without a
// difference.
func TestUncoveredPartsAreGaps(t *testing.T) {
	for _, c := range []struct {
		from, to string
		found    bool
	}{
		// Dates and ranges as texts.
		{"true", `!request.network_cidr.startsWith("10.77.")`, true},
		{"true", `!request.network_cidr.matches("^10[.]77[.]")`, true},
		{"true", `!request.network_cidr.endsWith("/23")`, true},
		{"true", `request.network_cidr.split(".")[1] != "77"`, false},
		{"true", `!request.expiry_date.endsWith("-12-25")`, true},
		{"true", `!request.expiry_date.startsWith("2027-01")`, true},
		{"true", `!request.expiry_date.matches("-1[0-9]$")`, true},
		{"true", `!request.expiry_date.contains("-02-2")`, true},
		{`!request.expiry_date.endsWith("-12-25")`, `!request.expiry_date.endsWith("-12-26")`, true},
		// Maps and lists.
		{
			`request.monthly_budget <= {"development": 500, "test": 800, "production": 900}[request.environment]`,
			`request.monthly_budget <= {"development": 500, "test": 801, "production": 900}[request.environment]`, true,
		},
		{
			`request.monthly_budget >= {"small": 500, "medium": 600, "large": 900}[request.cluster_size]`,
			`request.monthly_budget >= {"small": 501, "medium": 600, "large": 900}[request.cluster_size]`, true,
		},
		{"true", `request.application != "payroll" || request.cost_centre == {"payroll": "CC-1"}[request.application]`, true},
		{"true", `![500, 700].exists(p, request.monthly_budget == p)`, true},
		{"true", `!["CC-1", "CC-2"].exists(p, request.cost_centre.startsWith(p))`, true},
		{"true", `days(policy_date, request.expiry_date) <= {"development": 9, "test": 60, "production": 99}[request.environment]`, true},
		{"true", `cidr_within(request.network_cidr, {"development": ["10.0.0.0/8"], "test": ["10.0.0.0/8"], "production": ["10.0.0.0/9"]}[request.environment])`, true},
		// What is found need not be the nearest.
		{`days("2026-11-01", request.expiry_date) % 7 != 0`, `days("2026-11-01", request.expiry_date) % 7 != 1`, true},
		{"true", `request.expiry_date == "" || timestamp(request.expiry_date + "T00:00:00Z").getDayOfWeek() != 6`, false},
		{"true", `request.owner.startsWith(request.application)`, true},
	} {
		got := compared(t, installation(t, declared, c.from), installation(t, declared, c.to))
		assert.NotEmpty(t, got.Gaps, "%s", c.to)
		if c.found {
			assert.NotEmpty(t, len(got.Stricter)+len(got.Looser), "%s", c.to)
		}
	}
}

// TestUnprovenClaimsAreNotMade checks rules that some request satisfies and that each decide something, but no tried request
// shows it.
func TestUnprovenClaimsAreNotMade(t *testing.T) {
	for _, requires := range [][]string{
		{`size(request.business_justification) >= 60`, `request.cluster_size != "large"`},
		{`request.owner.startsWith(request.application + "-")`, `request.cluster_size != "large"`},
		{`["CC-1", "CC-2"].exists(p, request.cost_centre.startsWith(p + "-7"))`, `request.cluster_size != "large"`},
		{`request.monthly_budget % 50 == 0 && request.monthly_budget % 7 == 0`, `request.cluster_size != "large"`},
		{`size(request.business_justification) < 900`},
		{`request.cost_centre.split("-").size() != 4`},
	} {
		in := installation(t, declared, requires...)
		got := compared(t, in, in)
		assert.Empty(t, got.Unused, requires)
		assert.Empty(t, got.Contradicting, requires)
		assert.NotEmpty(t, got.Gaps, requires)
		for _, id := range in.IDs() {
			shown := explained(t, in, id)
			if id != reserved && len(shown.AlsoDeniedBy) > 0 {
				assert.False(t, shown.NeverAlone, "%s of %s", id, requires)
				assert.NotEmpty(t, shown.Gaps, "%s of %s", id, requires)
			}
		}
	}
}

// TestHiddenDifferenceIsAGap checks a new rule that denies requests which both accept without it, but no such request is tried.
func TestHiddenDifferenceIsAGap(t *testing.T) {
	long := `size(request.business_justification) >= 60`
	got := compared(t, installation(t, declared, long), installation(t, declared, long, `request.cluster_size != "large"`))
	assert.Contains(t, got.Gaps, space.Gap{
		PolicyID: "org.rule-a", Why: "This comparison cannot be searched exhaustively.", Expression: long,
	})
}

// TestProvenClaimsAreMade checks a claim about rules without gaps while another rule has a gap.
func TestProvenClaimsAreMade(t *testing.T) {
	in := installation(t, declared, `size(request.business_justification) < 900`, `request.monthly_budget <= 400`, `request.monthly_budget >= 0`)
	got := compared(t, in, in)
	var unused []string
	for _, u := range got.Unused {
		unused = append(unused, u.ID)
	}
	assert.Equal(t, []string{"org.rule-c"}, unused)
	assert.Equal(t, []space.Contradiction{{
		Field: request.SizeField, Value: request.Text(request.Large), Rules: []string{"common.budget.covers-estimate", "org.rule-b"},
	}}, got.Contradicting)
	shown := explained(t, in, "org.rule-c")
	assert.True(t, shown.NeverDenies)
}

// TestNetworkThatNoRuleNames checks a network that satisfies rules which name another network of the same length.
func TestNetworkThatNoRuleNames(t *testing.T) {
	in := installation(t, declared,
		`cidr_within(request.network_cidr, ["192.168.0.0/16"]) && cidr_length(request.network_cidr) == 20`,
		`request.network_cidr != "192.168.0.0/20"`,
	)
	got := compared(t, in, in)
	assert.Empty(t, got.Contradicting)
	assert.Empty(t, got.Unused)
	assert.Empty(t, got.Gaps)
}

// TestRangeBeyondAllLengths checks a range whose networks are all longer than the lengths in other rules.
func TestRangeBeyondAllLengths(t *testing.T) {
	shown := explained(t, installation(t, declared, `!cidr_within(request.network_cidr, ["10.1.2.0/27"])`), "org.rule-a")
	assert.True(t, shown.Denied.Found)
	assert.True(t, shown.NeverAlone)
}

// TestIPv6Ranges checks ranges of IPv6, in which no network lies.
func TestIPv6Ranges(t *testing.T) {
	in := installation(t, declared, `!cidr_within(request.network_cidr, ["fd00::/8", "fd00::/12"])`)
	compared(t, in, in)
}

// TestOneDayIsNotEveryDay checks a profile without a policy date: a search is for one day only, and that is a gap.
func TestOneDayIsNotEveryDay(t *testing.T) {
	later := `policy_date < "2027-01-01" || request.cluster_size == "small"`
	for _, pinned := range []request.Date{"", "2026-11-22"} {
		from, to := installation(t, declared, "true"), installation(t, declared, later)
		from.Profile.PolicyDate, to.Profile.PolicyDate = pinned, pinned
		got := compared(t, from, to)
		shown := explained(t, to, "org.rule-a")
		assert.Equal(t, pinned == "", len(got.Gaps) > 0)
		assert.Equal(t, pinned == "", len(got.Unused) == 0)
		assert.Equal(t, pinned != "", shown.NeverDenies)
		assert.Equal(t, pinned == "", len(shown.Gaps) > 0)
	}
	from, to := installation(t, declared), installation(t, declared)
	to.Profile.PolicyDate = to.Date
	got := compared(t, from, to)
	assert.NotEmpty(t, got.Gaps, "tomorrow they decide otherwise")
}

// TestRegionsThatAreNotTried checks rules that deny only in a region that no search tries, unless the profile allows it.
func TestRegionsThatAreNotTried(t *testing.T) {
	dearInWest := askingEach(func(r request.Request) space.Answer {
		a := answer(r)
		if r.Region == "west-1" {
			a.Estimate.KnownTotal = request.Cents(900_000)
		}
		return a
	})
	gap := space.Gap{PolicyID: "org.rule-a", Why: "Not every region that no profile allows is tried."}
	for _, tt := range []struct {
		rule          string
		allowed       []string
		found, decide bool
	}{
		{`estimate.monthly_dollars < 5000`, []string{"north-1"}, false, false},
		{`!request.region.startsWith("w")`, []string{"north-1"}, false, false},
		{`estimate.monthly_dollars < 5000`, []string{"north-1", "south-1", "west-1"}, true, true},
		{`!request.region.startsWith("w")`, []string{"north-1", "south-1", "west-1"}, true, true},
		{`estimate.monthly_dollars < 50000`, []string{"north-1", "south-1", "west-1"}, false, true},
		{`request.monthly_budget > 0`, []string{"north-1"}, false, true},
	} {
		plain := installation(t, declared, tt.rule)
		p, description := plain.Profile, plain.Adapter
		p.AllowedRegions = tt.allowed
		description.Regions = append(description.Regions, profile.Region{Name: "west-1"})
		description.EstimateReads = append(description.EstimateReads, request.RegionField)
		in := space.Decider{Rules: space.NewRules(p, plain.Compiled, description, ""), Date: plain.Date, Ask: dearInWest}
		shown := explained(t, in, "org.rule-a")
		assert.Equal(t, tt.found, shown.Denied.Found, "%+v", tt)
		assert.Equal(t, tt.decide && !tt.found, shown.NeverDenies, "%+v", tt)
		assert.Equal(t, !tt.decide, slices.Contains(shown.Gaps, gap), "%+v: %+v", tt, shown.Gaps)
		got := compared(t, in, in)
		assert.Equal(t, tt.decide && !tt.found, len(got.Unused) == 1, "%+v", tt)
		assert.Equal(t, !tt.decide, slices.Contains(got.Gaps, gap), "%+v: %+v", tt, got.Gaps)
	}
}

// TestMoreRangesThanAreTried checks that ranges beyond the limit are a gap, even if no tried range shows a difference.
func TestMoreRangesThanAreTried(t *testing.T) {
	var requires []string
	for i := range 5 {
		var ranges []string
		for n := range 240 {
			ranges = append(ranges, fmt.Sprintf("%q", fmt.Sprintf("10.%d.%d.0/24", i, n)))
		}
		requires = append(requires, fmt.Sprintf("!cidr_within(request.network_cidr, [%s])", strings.Join(ranges, ", ")))
	}
	got := compared(t, installation(t, declared, requires[:4]...), installation(t, declared, requires...))
	assert.NotEmpty(t, got.Gaps)
}
