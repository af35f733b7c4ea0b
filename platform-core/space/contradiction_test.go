package space_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
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
		result := searched(t, w.problem(r))
		if len(result.Fixes) > 0 {
			assert.Empty(t, result.Contradicting, "seed %d", seed)
			continue
		}
		none++
		ids := result.Contradicting
		require.NotEmpty(t, ids, "seed %d", seed)
		if fewest := w.fewestBroken(r); assert.NotNil(t, result.Nearest, "seed %d: %d", seed, fewest) {
			broken, offered := w.broken(result.Nearest.Request, r)
			assert.True(t, offered, "seed %d", seed)
			assert.Equal(t, fewest, broken, "seed %d", seed)
		}
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

// TestAnswersThatContradictProveNothing checks adapters that read more fields than they declare. If answers that the
// search asked for show it, also answers from which it uses only the estimate, it names no contradiction that depends on
// them.
func TestAnswersThatContradictProveNothing(t *testing.T) {
	seen := 0
	for seed := range uint64(1000) {
		w, r := newWorld(seed), original(t)
		if !w.lies || !w.denied(r) {
			continue
		}
		asked := map[string]bool{} // the outcomes of each rule for the values of the fields that it declares
		note := func(r request.Request) space.Answer {
			a := w.answer(r)
			for i, rule := range w.rules {
				_, denies := a.Denies[rule.ID]
				asked[fmt.Sprint(denies, rule.ID, valuesOf(r, w.reads[i]))] = rule.FromAdapter
			}
			return a
		}
		note(r)
		p := w.problem(r)
		p.Ask = askingEach(note)
		result := searched(t, p)
		contradicted := false
		for key, fromAdapter := range asked {
			contradicted = contradicted || fromAdapter && asked["false"+strings.TrimPrefix(key, "true")] && strings.HasPrefix(key, "true")
		}
		if !contradicted || len(result.Contradicting) == 0 {
			continue
		}
		seen++
		among := w.only(func(c space.Condition) bool { return slices.Contains(result.Contradicting, c.ID) })
		among.sized = true
		_, ok := among.bruteForce(r)
		assert.False(t, ok, "seed %d: %v", seed, result.Contradicting)
	}
	assert.Positive(t, seen)
}

func valuesOf(r request.Request, names []string) (values []request.Value) {
	for _, name := range names {
		values = append(values, r.Value(name))
	}
	return values
}

// broken returns the number of rules that a request breaks. offered is false for another region without a price.
func (w *world) broken(r, original request.Request) (broken int, offered bool) {
	e := w.estimate(r)
	for i := range w.rules {
		if _, denies := w.says(i, r, e); denies && !(w.rules[i].ReadsEstimate && len(e.Items) == 0) {
			broken++
		}
	}
	return broken, r.Region == original.Region || e.KnownTotal.Known
}

// fewestBroken returns by brute force the fewest rules that a request breaks.
func (w *world) fewestBroken(original request.Request) (fewest int) {
	fewest = len(w.rules)
	eachRequest(original, func(r request.Request, _ []int) {
		if broken, offered := w.broken(r, original); offered {
			fewest = min(fewest, broken)
		}
	})
	return fewest
}

// TestSearchedValues checks the number of values of the fields that rules read. The values of the fix come first.
func TestSearchedValues(t *testing.T) {
	r := original(t)
	p := (&world{}).problem(r)
	p.Conditions = []space.Condition{
		condition("region", request.RegionField),
		{ID: "budget", Field: request.BudgetField, Reads: space.FieldsNamed(request.RegionField, request.BudgetField)},
	}
	p.Evaluate = func(r request.Request, _ request.Estimate) outcome {
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
	result := searched(t, p)
	require.Len(t, result.Fixes, 1)
	assert.Equal(t, []wire.Searched{
		{Field: request.RegionField, Count: 1, Values: []request.Value{request.Text("south-1")}},
		{Field: request.BudgetField, Count: 3, Values: []request.Value{request.Number(777), request.Number(200), request.Number(300)}},
	}, result.Searched)
}
