package space_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/space"
)

// fixesFor returns the fixes of a request that a decider denies.
func fixesFor(t *testing.T, d space.Decider, r request.Request, maxFixes int) space.Result {
	t.Helper()
	answers, err := d.Ask(t.Context(), []request.Request{r})
	require.NoError(t, err)
	denied := request.Record{Request: r, Estimate: answers[0].Estimate}
	for id, suggestion := range answers[0].Denies {
		denied.Violations = append(denied.Violations, request.Violation{PolicyID: id, Source: request.SourceProvider, Suggestion: suggestion})
	}
	candidate := policy.NewCandidate(policy.Input{Request: r, Profile: d.Profile, Estimate: denied.Estimate, Date: d.Date})
	for _, c := range d.Compiled {
		if suggestion, denies := c.Evaluate(candidate); denies {
			denied.Violations = append(denied.Violations, request.Violation{PolicyID: c.ID, Field: c.Field, Suggestion: suggestion})
		}
	}
	result, err := d.Fix(t.Context(), denied, maxFixes, nil)
	require.NoError(t, err)
	return result
}

// TestExpiryWithoutASuggestion checks a rule that also accepts a request without an expiry date, but suggests nothing: the fix
// keeps a date.
func TestExpiryWithoutASuggestion(t *testing.T) {
	d := installation(t, declared, `request.expiry_date == "" || request.expiry_date <= "2026-12-31"`)
	d.Profile.Policies[0].Field = request.ExpiryField
	d = installationOf(t, d.Profile, declared)
	r := request.Template("north-1")
	r.Environment, r.ExpiryDate = request.Production, "2027-03-01"
	result := fixesFor(t, d, r, 1)
	require.Len(t, result.Fixes, 1)
	assert.Equal(t, request.Date("2026-12-31"), result.Fixes[0].Request.ExpiryDate)
}

// TestOpenFieldDoesNotSatisfyTheAdapter checks a rule of the adapter, on another field than the open one. It may read the open
// field, because the adapter does not declare what it reads.
func TestOpenFieldDoesNotSatisfyTheAdapter(t *testing.T) {
	d := installation(t, nil, `request.owner.endsWith("@platform.example.com")`)
	d.Profile.Policies[0].Field = request.OwnerField
	d = installationOf(t, d.Profile, nil)
	r := request.Template("north-1")
	r.Environment, r.ClusterSize, r.MonthlyBudget, r.ExpiryDate = request.Test, request.Large, 1000, "2026-12-24"
	result := fixesFor(t, d, r, 1)
	require.Len(t, result.Fixes, 1)
	assert.Equal(t, []space.OpenField{{Field: request.OwnerField, PolicyID: "org.rule-a"}}, result.Fixes[0].Open)
	assert.Equal(t, request.Small, result.Fixes[0].Request.ClusterSize)
}

// TestContradictionInTheOnlyRegion checks a region without prices. Other regions have prices, but not the first one, and the
// installation does not allow them.
func TestContradictionInTheOnlyRegion(t *testing.T) {
	p := profile.Profile{Provider: "provider_t", Mode: profile.Simulation, AllowedRegions: []string{"north-1"}, Unpriced: profile.DenyUnpriced}
	set, _, err := policy.Compile(t.Context(), p.Mode, nil)
	require.NoError(t, err)
	d := space.Decider{
		Rules: space.NewRules(p, set.Compiled(), adapter.Description{
			Provider:      profile.Provider{ID: "provider_t", Regions: []profile.Region{{Name: "north-1"}, {Name: "south-1"}, {Name: "west-1"}}},
			EstimateReads: []string{request.RegionField},
		}, ""),
		Date: "2026-11-22",
		Ask: askingEach(func(r request.Request) space.Answer {
			cost := request.Money{}
			if r.Region == "west-1" {
				cost = request.Cents(100)
			}
			return space.Answer{Estimate: costing(cost)}
		}),
	}
	r := request.Template("north-1")
	r.ExpiryDate = "2026-12-24"
	result := fixesFor(t, d, r, 3)
	assert.Empty(t, result.Fixes)
	assert.Equal(t, []string{"common.budget.priced", "common.region.allowed"}, result.Contradicting)
}

// TestMaxFixesLimitsFacts checks a request that a change of either fact solves: the limit of fixes also applies to fixes
// with different facts.
func TestMaxFixesLimitsFacts(t *testing.T) {
	p := (&world{}).problem(original(t))
	p.Facts = space.AllFields.Facts()
	p.Conditions = []space.Condition{
		{ID: "facts", Field: request.EnvironmentField, Reads: space.FieldsNamed(request.EnvironmentField, request.ClassificationField)},
	}
	p.Evaluate = func(r request.Request, _ request.Estimate) outcome {
		return func(int, space.Fields) (request.Value, bool) {
			return request.Value{}, r.Environment == original(t).Environment && r.DataClassification == original(t).DataClassification
		}
	}
	p.Ask = askingEach(func(request.Request) space.Answer { return space.Answer{} })
	for most, want := range map[int]int{0: 1, 1: 1, 2: 2, 3: 2} {
		p.MaxFixes = most
		result := searched(t, p)
		assert.Len(t, result.Fixes, want, "at most %d", most)
	}
}

// TestLimitKeepsAFixWithFacts checks that a search which reaches its limit returns the fixes that it has found.
func TestLimitKeepsAFixWithFacts(t *testing.T) {
	kept := 0
	for seed := range uint64(200) {
		w, r := newWorld(seed), original(t)
		if w.lies || !w.denied(r) {
			continue
		}
		p := w.problem(r)
		p.Facts, p.ChangedLast, p.MaxFixes = space.FieldsNamed(request.EnvironmentField), nil, 1
		whole := searched(t, p)
		if len(whole.Fixes) == 0 || whole.Fixes[0].Request.Environment == r.Environment {
			continue
		}
		for p.MaxRequests = 1; p.MaxRequests < whole.Requests; p.MaxRequests++ {
			result := searched(t, p)
			if result.LimitReached && len(result.Fixes) > 0 {
				kept++
				assert.False(t, w.denied(result.Fixes[0].Request), "seed %d", seed)
			}
		}
	}
	assert.Positive(t, kept)
}

// TestLimitOfAProof checks rules that contradict in part. The limit of answers prevents the proof, so nothing is
// claimed, and the nearest request, which needs fewer answers, is there.
func TestLimitOfAProof(t *testing.T) {
	for most, contradicting := range map[int][]string{8: nil, 100: {"cap"}} {
		p := (&world{}).problem(original(t))
		p.Conditions = []space.Condition{
			{ID: "cap", Field: request.BudgetField, Reads: space.FieldsNamed(request.SizeField), ReadsEstimate: true},
			condition("region", request.RegionField),
		}
		p.EstimateReads, p.MaxAsked = space.FieldsNamed(request.RegionField, request.SizeField), most
		values := p.Values
		p.Values = func(field string) []request.Value {
			if field == request.RegionField {
				return request.Texts([]string{"a-1", "b-1", "c-1", "d-1", "e-1", "f-1"})
			}
			return values(field)
		}
		p.Evaluate = func(r request.Request, _ request.Estimate) outcome {
			return func(i int, _ space.Fields) (request.Value, bool) {
				return request.Value{}, i == 0 || r.Region != "north-1"
			}
		}
		p.Ask = askingEach(func(request.Request) space.Answer {
			return space.Answer{Estimate: costing(request.Cents(1))}
		})
		p.Answer = space.Answer{Estimate: costing(request.Cents(1))}
		result := searched(t, p)
		assert.False(t, result.LimitReached)
		assert.NotNil(t, result.Nearest, "at most %d answers", most)
		assert.Equal(t, contradicting, result.Contradicting, "at most %d answers", most)
	}
}

// TestCompareAsksOnce checks that the adapter is asked only once about a request.
func TestCompareAsksOnce(t *testing.T) {
	asked := map[request.Request]int{}
	counting := func(cap string) space.Decider {
		d := installation(t, declared, cap)
		d.Digest, d.Adapter.EstimateReads = cap, []string{request.RegionField, request.SizeField}
		d.Rules = space.NewRules(d.Profile, d.Compiled, d.Adapter, cap)
		d.Ask = askingEach(func(r request.Request) space.Answer {
			asked[r]++
			return answer(r)
		})
		return d
	}
	compared(t, counting("request.monthly_budget <= 400"), counting("request.monthly_budget <= 300"))
	for r, n := range asked {
		assert.LessOrEqual(t, n, 2, "%+v", r) // once for each decider
	}
}
