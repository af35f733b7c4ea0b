package space_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/space"
	"platform.internal/platform-core/wire"
)

// only returns the world with some of its rules.
func (w *world) only(keep func(space.Condition) bool) *world {
	some := *w
	some.rules, some.reads = nil, nil
	for i, rule := range w.rules {
		if keep(rule) {
			some.rules, some.reads = append(some.rules, rule), append(some.reads, w.reads[i])
		}
	}
	return &some
}

// TestContradictingRules compares with brute force: no request satisfies all rules, and without any one of them a request
// does.
func TestContradictingRules(t *testing.T) {
	seeds, none, few := uint64(150), 0, 0
	if testing.Short() {
		seeds = 100
	}
	for seed := range seeds {
		w, r := newWorld(seed), original(t)
		if w.lies || !w.denied(r) {
			continue
		}
		result, err := space.Search(t.Context(), w.problem(r))
		require.NoError(t, err)
		if len(result.Fixes) > 0 {
			assert.Empty(t, result.Contradicting, "seed %d", seed)
			continue
		}
		none++
		ids := result.Contradicting
		require.NotEmpty(t, ids, "seed %d", seed)
		if len(ids) < len(w.rules) && len(ids) > 1 {
			few++
		}
		among := w.only(func(c space.Condition) bool { return slices.Contains(ids, c.ID) })
		among.sized = true
		_, ok := among.bruteForce(r)
		assert.False(t, ok, "seed %d: %v", seed, ids)
		for _, id := range ids {
			others := among.only(func(c space.Condition) bool { return c.ID != id })
			others.sized = false
			_, ok := others.bruteForce(r)
			assert.True(t, ok, "seed %d: %v without %s", seed, ids, id)
		}
	}
	t.Logf("%d without a fix, %d for a few of the rules together", none, few)
	assert.Greater(t, few, 5)
}

// TestSearchedValues checks the number of values of the fields that rules read. The values of the fix come first.
func TestSearchedValues(t *testing.T) {
	r := original(t)
	p := (&world{}).problem(r)
	p.Conditions = []space.Condition{
		{ID: "region", Field: request.RegionField, Reads: space.FieldsNamed(request.RegionField)},
		{ID: "budget", Field: request.BudgetField, Reads: space.FieldsNamed(request.RegionField, request.BudgetField)},
	}
	p.Evaluate = func(r request.Request, _ request.Estimate) func(int, space.Fields) (request.Value, bool) {
		return func(i int, _ space.Fields) (request.Value, bool) {
			if i == 0 {
				return request.Value{}, r.Region == "north-1" || r.Region == "west-1"
			}
			return request.Number(777), r.Region != "north-1" && r.MonthlyBudget != 777
		}
	}
	p.Ask = func(_ context.Context, list []request.Request) ([]space.Answer, error) {
		return slices.Repeat([]space.Answer{p.Answer}, len(list)), nil
	}
	p.Listed = true
	p.Answer = space.Answer{Estimate: request.Estimate{KnownTotal: request.Cents(1), Items: []request.EstimateItem{{}}}}
	result, err := space.Search(t.Context(), p)
	require.NoError(t, err)
	require.Len(t, result.Fixes, 1)
	assert.Equal(t, []wire.Searched{
		{Field: request.RegionField, Count: 1, Values: []request.Value{request.Text("south-1")}},
		{Field: request.BudgetField, Count: 3, Values: []request.Value{request.Number(777), request.Number(200), request.Number(300)}},
	}, result.Searched)
}
