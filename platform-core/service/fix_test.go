package service_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/wire"
)

func TestFix(t *testing.T) {
	impl := &scripted{}
	s := installed(t, impl, simulation+"mode: sandbox\nallowed_regions: [south-1]")
	r := theRequest(t, "checkout")
	r.ClusterSize, r.MonthlyBudget, r.ExpiryDate = "large", 5000, ""
	e := evaluated(t, s, r)
	assert.EqualValues(t, 2, impl.calls.Load(), "the adapter is asked about the request, and about the fixed one")
	assert.Equal(t, request.Denied, e.Record.Decision)
	var fields []string
	for _, c := range e.Fix {
		assert.Equal(t, r.Value(c.Field), c.From)
		fields = append(fields, c.Field)
	}
	assert.Equal(t, []string{"region", "cluster_size", "expiry_date", "monthly_budget"}, fields)
	after := evaluated(t, s, with(t, r, e.Fix))
	assert.Equal(t, request.Accepted, after.Record.Decision)
	assert.Nil(t, after.Fix)
	assert.Empty(t, counts(t, s).Requests, "nothing is stored")
}

// TestAFixChangesNoMoreThanNeeded has rules that suggest changes. One change makes another change needless,
// so the fix has only one.
func TestAFixChangesNoMoreThanNeeded(t *testing.T) {
	s := installed(t, &scripted{}, simulation+"policies:\n"+
		wholeRule("team.size-there", "cluster_size", `request.network_cidr == "10.20.0.0/20"`, `request.cluster_size == "medium"`, `"medium"`)+
		wholeRule("team.size-here", "cluster_size", `request.network_cidr != "10.20.0.0/20"`, `request.cluster_size == "small"`, `"small"`)+
		wholeRule("team.network", "network_cidr", "true", `request.network_cidr == "10.21.0.0/20"`, `"10.21.0.0/20"`)+
		wholeRule("team.justified", "business_justification", `request.cluster_size == "medium"`, "false", ""))
	r := theRequest(t, "checkout")
	e := evaluated(t, s, r)
	require.Len(t, e.Fix, 1, "%v", e.Fix)
	assert.Equal(t, request.Change{Field: "network_cidr", From: request.Text("10.20.0.0/20"), To: request.Text("10.21.0.0/20"), PolicyID: "team.network"}, e.Fix[0])
}

// TestFactsAreConfirmed checks requests that only other facts can solve. They have no fix. Each fact that
// suffices is an alternative, with all of its accepted values. If no single fact suffices, an alternative
// has two facts, and every combination of their values is accepted.
func TestFactsAreConfirmed(t *testing.T) {
	rule := func(id, require string) string { return wholeRule(id, "environment", "", require, "") }
	const rules = "policies:\n"
	for name, c := range map[string]struct {
		rules   string
		change  func(*request.Request)
		changes []string
		confirm []string
	}{
		"restricted data": {
			"", func(r *request.Request) { r.DataClassification = "restricted" }, nil,
			[]string{"environment production", "data_classification confidential public internal"},
		},
		"with a choice besides": {
			"", func(r *request.Request) { r.DataClassification, r.MonthlyBudget = "restricted", 1 }, []string{"monthly_budget"},
			[]string{"environment production", "data_classification confidential public internal"},
		},
		"one that needs a choice, and one that does not": {
			rules + rule("team.dear", `request.environment != "production" || request.monthly_budget >= 900`),
			func(r *request.Request) { r.DataClassification = "restricted" }, []string{"monthly_budget"},
			[]string{"environment production", "data_classification confidential public internal"},
		},
		"two together": {
			rules + rule("team.a", `request.environment != "development"`) + rule("team.b", `request.data_classification != "internal"`) +
				rule("team.c", `!(request.environment == "production" && request.data_classification == "public")`),
			func(*request.Request) {}, nil,
			[]string{"environment test production and data_classification confidential"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := installed(t, &scripted{}, simulation+c.rules)
			r := theRequest(t, "checkout")
			c.change(&r)
			e := evaluated(t, s, r)
			assert.Nil(t, e.Fix)
			assert.Empty(t, e.Contradicting)
			var confirm, changed []string
			for i, a := range e.Alternatives {
				var facts []string
				for _, fact := range a.Confirm {
					text := fact.Field
					for _, v := range fact.Values {
						text += " " + v.String()
					}
					facts = append(facts, text)
				}
				confirm = append(confirm, strings.Join(facts, " and "))
				if i == 0 {
					for _, change := range a.Changes {
						changed = append(changed, change.Field)
					}
				}
				assert.Empty(t, factsOf(r, a.Request))
				confirmable(t, s, r, a)
			}
			assert.Equal(t, c.confirm, confirm)
			assert.Equal(t, c.changes, changed)
		})
	}
}

// TestAnAdapterSuggestsNoFact checks that the suggestion of an adapter for the application is only a part
// of the expected value. It is not a fix.
func TestAnAdapterSuggestsNoFact(t *testing.T) {
	e := evaluated(t, installed(t, &scripted{}, simulation), theRequest(t, "reserved"))
	require.Len(t, e.Record.Violations, 1)
	v := e.Record.Violations[0]
	assert.Equal(t, "application", v.Field)
	assert.True(t, v.Suggestion.IsZero())
	assert.Contains(t, v.Expected, ", such as ")
	assert.Nil(t, e.Fix)
	require.Len(t, e.Alternatives, 1)
	assert.Equal(t, "application", e.Alternatives[0].Open[0].Field)
}

// TestWhatAPersonHasToChoose checks that an alternative has the open field with its rule and the expected
// value. It also has the changes that the search found.
func TestWhatAPersonHasToChoose(t *testing.T) {
	s := installed(t, &scripted{}, simulation+`policies:
- {id: team.owner, title: t, field: owner, level: mandatory, require: 'request.owner.endsWith("@team.example")', message: m, remediation: Name a team., expected: an address of team.example}
`)
	r := theRequest(t, "checkout")
	r.MonthlyBudget = 1
	e := evaluated(t, s, r)
	assert.Nil(t, e.Fix, "it is not whole")
	require.Len(t, e.Alternatives, 1)
	a := e.Alternatives[0]
	assert.Equal(t, []wire.OpenField{{Field: "owner", PolicyID: "team.owner", Expected: "an address of team.example", Remediation: "Name a team."}}, a.Open)
	require.Len(t, a.Changes, 1)
	assert.Equal(t, "monthly_budget", a.Changes[0].Field)
	assert.Equal(t, a.Changes[0].To, a.Request.Value("monthly_budget"))
	assert.Equal(t, r.Owner, a.Request.Owner)
	assert.Equal(t, wire.Cost{Currency: "USD", KnownTotal: request.Cents(20_050), MonthlyTotal: request.Cents(20_050)}, a.Estimate)
}

// TestTheSameAnswerToTheSameRequest checks that an answer does not depend on earlier requests.
func TestTheSameAnswerToTheSameRequest(t *testing.T) {
	for seed := range uint64(sampled(20, 4)) {
		impl := newTangled(seed)
		fresh := func() *service.Service {
			s := installed(t, impl, simulation+"allowed_regions: [south-1, north-1]\n"+organisation)
			return s
		}
		random := rand.New(rand.NewPCG(seed, 5))
		some := func() request.Request {
			r := randomRequest(t, random)
			r.MonthlyBudget = int64(1 + random.IntN(2000))
			return r
		}
		warm := fresh()
		for range 8 {
			r := some()
			evaluated(t, warm, some())
			later := evaluated(t, warm, r)
			first := evaluated(t, fresh(), r)
			assert.Equal(t, string(first.JSON), string(later.JSON), "seed %d", seed)
		}
	}
}

// openFields returns the open fields of each alternative, with the rules that ask for them.
func openFields(alternatives []wire.Alternative) (open [][]string) {
	for _, a := range alternatives {
		var fields []string
		for _, o := range a.Open {
			fields = append(fields, o.Field+" by "+o.PolicyID)
		}
		open = append(open, fields)
	}
	return open
}

// TestWhoAsksForAField checks which rules ask for a field. All rules with this field come first, and then
// other rules that read it. A rule first asks for its own field, and then for another field that it reads.
func TestWhoAsksForAField(t *testing.T) {
	rule := func(id, field, require string) string { return wholeRule(id, field, "", require, "") }
	cases := map[string]struct {
		rules string
		open  [][]string
	}{
		"the field of the rule first": {
			rule("team.centre", "cost_centre", `request.application != "checkout" || request.cost_centre == "CC-1"`),
			[][]string{{"cost_centre by team.centre"}, {"application by team.centre"}},
		},
		"the rule on the field first": {
			rule("team.centre", "cost_centre", `request.cost_centre == "CC-1" || request.owner.startsWith("z")`) +
				rule("team.owner", "owner", `request.owner.endsWith("@team.example")`),
			[][]string{{"owner by team.owner", "owner by team.centre"}},
		},
		"each rule on the field": {
			rule("team.owner", "owner", `request.owner.endsWith("@team.example")`) + rule("team.start", "owner", `request.owner.startsWith("z")`),
			[][]string{{"owner by team.owner", "owner by team.start"}},
		},
		"rules that contradict over a fact": {
			rule("team.a", "application", `request.application == "alpha"`) + rule("team.b", "application", `request.application == "beta"`),
			[][]string{{"application by team.a", "application by team.b"}},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			r := theRequest(t, "checkout")
			r.CostCentre, r.Owner = "CC-4711", "anna@example.com"
			e := evaluated(t, installed(t, &scripted{}, simulation+"policies:\n"+c.rules), r)
			assert.Nil(t, e.Fix)
			assert.Equal(t, c.open, openFields(e.Alternatives))
		})
	}
}

// TestDataIsNotCalledMorePublicThanNeeded checks that the next class is the first value to confirm.
func TestDataIsNotCalledMorePublicThanNeeded(t *testing.T) {
	s := installed(t, &scripted{}, simulation+`allowed_regions: [north-1]
policies:
- {id: team.region, title: t, field: region, level: mandatory, when: 'request.data_classification == "confidential"', require: 'request.region == "south-1"', message: m, remediation: r, expected: e}
`)
	r := theRequest(t, "checkout")
	r.Region, r.DataClassification = "north-1", "confidential"
	e := evaluated(t, s, r)
	assert.Empty(t, e.Fix)
	require.Len(t, e.Alternatives, 1)
	assert.Equal(t, []wire.ConfirmedField{{Field: "data_classification", Values: []request.Value{request.Text("internal"), request.Text("public")}}}, e.Alternatives[0].Confirm)
}

// TestTheRuleForWhichAFieldChanges checks the rule of each change. The request would break this rule
// without the change. It is not another rule with the same field that a change of another field satisfies.
func TestTheRuleForWhichAFieldChanges(t *testing.T) {
	s := installed(t, &scripted{}, simulation+`policies:
- {id: team.size, title: t, field: monthly_budget, level: mandatory, require: 'request.monthly_budget > 1 && request.cluster_size == "large"', message: m, remediation: r, expected: e}
- {id: team.zeal, title: t, field: monthly_budget, level: mandatory, when: 'request.cluster_size == "large"', require: 'request.monthly_budget >= 500', message: m, remediation: r, expected: e}
`)
	r := theRequest(t, "checkout")
	r.ClusterSize, r.MonthlyBudget = "small", 300
	e := evaluated(t, s, r)
	reasons := map[string]string{}
	for _, c := range e.Fix {
		reasons[c.Field] = c.PolicyID
	}
	assert.Equal(t, map[string]string{"cluster_size": "team.size", "monthly_budget": "team.zeal"}, reasons)
}

// TestRulesThatComputeWhatTheyCompareWith checks that the search tries values that an expression computes,
// and not only its literals.
func TestRulesThatComputeWhatTheyCompareWith(t *testing.T) {
	excepted := `
exceptions: [{policy: common.expiry.horizon, application: checkout, environment: development, owner: o@example.com, reason: It is a long project., until: "9999-12-31"}]
`
	for _, tt := range []struct{ field, require, want, more string }{
		{"network_cidr", `cidr_within(request.network_cidr, ["9", "11"].map(x, "10." + x + ".0.0/16"))`, "10.11.240.0/20", ""},
		{"network_cidr", `cidr_within(request.network_cidr, ["10.9.8.0/23"])`, "10.9.8.0/23", ""}, // smaller, and the only one
		{"network_cidr", `request.network_cidr == "10-77-0-0/20".replace("-", ".")`, "10.77.0.0/20", ""},
		{"monthly_budget", `request.monthly_budget in [300, 410].map(x, x * 7)`, "2100", ""},
		{"expiry_date", `days(policy_date, request.expiry_date) >= 4 * 365`, "2030-11-20", excepted},
		{"expiry_date", `days(policy_date, request.expiry_date) >= 4000`, "2037-11-03", excepted},
		{"expiry_date", `days(request.expiry_date, policy_date) <= -1500`, "2030-12-30", excepted},
		{"expiry_date", `request.expiry_date >= date_plus(policy_date, 365 * 4)`, "2030-11-20", excepted},
	} {
		s := installed(t, &scripted{}, simulation+fmt.Sprintf(
			"policies:\n- {id: team.rule, title: t, field: %s, level: mandatory, require: %q, message: m, remediation: r, expected: e}\n", tt.field, tt.require)+tt.more)
		e := evaluated(t, s, theRequest(t, "checkout"))
		assert.Empty(t, e.Contradicting, tt.require)
		if assert.Len(t, e.Fix, 1, tt.require) {
			assert.Equal(t, tt.want, e.Fix[0].To.String(), tt.require)
		}
	}
}

// TestRulesThatContradictAreNamed checks that a contradiction has exactly the rules that it takes, also those of the
// platform.
func TestRulesThatContradictAreNamed(t *testing.T) {
	for name, test := range map[string]struct{ rules, want []string }{
		"two of the profile": {
			[]string{
				wholeRule("team.north", "region", "", `request.region == "north-1"`, `"north-1"`),
				wholeRule("team.south", "region", "", `request.region == "south-1"`, `"south-1"`),
			},
			[]string{"team.north", "team.south"},
		},
		"one, and one that denies a /25 network": {
			[]string{wholeRule("team.rule", "network_cidr", "", "cidr_length(request.network_cidr) > 24", "")},
			[]string{"common.network.size", "team.rule"},
		},
		"two, and one that denies past days": {
			[]string{
				wholeRule("team.dated", "expiry_date", "", `request.expiry_date != ""`, ""),
				wholeRule("team.passed", "expiry_date", "", `request.expiry_date == "" || days(policy_date, request.expiry_date) < 1`, ""),
			},
			[]string{"common.expiry.future", "team.dated", "team.passed"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			rules := "policies:\n" + strings.Join(test.rules, "")
			s := installed(t, &scripted{}, simulation+"allowed_regions: [north-1, south-1]\n"+rules)
			e := evaluated(t, s, changed(t, "monthly_budget=1"))
			assert.Empty(t, e.Alternatives)
			assert.Equal(t, test.want, e.Contradicting)
			assert.NotEmpty(t, e.Searched)
			assert.False(t, e.Bounded)
		})
	}
}
