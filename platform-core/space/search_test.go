package space_test

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/space"
)

// world has rules and an adapter from a seed: each outcome is random, and depends on the fields that the rule reads.
type world struct {
	seed  uint64
	lies  bool // the adapter reads more fields than it declares
	rules []space.Condition
	reads [][]string
	sizes []string // the fields that the estimate reads
	odds  uint64   // one in odds outcomes denies
	sized bool     // a request without an estimate is always denied
}

var tried = map[string][]request.Value{
	request.ApplicationField:    {request.Text("alpha"), request.Text("beta")},
	request.EnvironmentField:    {request.Text("development"), request.Text("test"), request.Text("production")},
	request.ClassificationField: {request.Text("public"), request.Text("internal"), request.Text("restricted")},
	request.RegionField:         {request.Text("north-1"), request.Text("south-1"), request.Text("west-1")},
	request.NetworkField:        {request.Text("10.20.0.0/20"), request.Text("10.20.0.0/21"), request.Text("10.20.0.0/22")},
	request.SizeField:           {request.Text("small"), request.Text("medium"), request.Text("large")},
	request.BudgetField:         {request.Number(100), request.Number(200), request.Number(300)},
}

var names = []string{
	request.ApplicationField, request.EnvironmentField, request.ClassificationField, request.RegionField,
	request.NetworkField, request.SizeField, request.BudgetField,
}

func newWorld(seed uint64) *world {
	random := rand.New(rand.NewPCG(seed, 7))
	some := func() []string {
		list := slices.DeleteFunc(slices.Clone(names), func(string) bool { return random.IntN(4) > 0 })
		if len(list) == 0 {
			list = append(list, names[random.IntN(len(names))])
		}
		return list[:min(len(list), 3)]
	}
	w := &world{seed: seed, lies: random.IntN(5) == 0, sizes: some(), odds: 2 + random.Uint64N(3)}
	for i := range 2 + random.IntN(9) {
		reads := some()
		w.reads = append(w.reads, reads)
		w.rules = append(w.rules, space.Condition{
			ID: fmt.Sprintf("rule-%d", i), Field: reads[random.IntN(len(reads))], Reads: space.FieldsNamed(reads...),
			ReadsEstimate: random.IntN(5) == 0, FromAdapter: random.IntN(3) == 0,
		})
		if r := &w.rules[i]; r.FromAdapter {
			r.ReadsEstimate = false
		}
	}
	// Some requests have no estimate, and a rule of the adapter denies them.
	w.reads = append(w.reads, []string{request.NetworkField, request.SizeField})
	w.rules = append(w.rules, space.Condition{
		ID: sizable, Field: request.NetworkField, Reads: space.FieldsNamed(request.NetworkField, request.SizeField), FromAdapter: true,
	})
	return w
}

const sizable = "sizable"

func (w *world) unsized(r request.Request) bool {
	return w.chance(sizable, []string{request.NetworkField, request.SizeField}, r)%3 == 0
}

func (w *world) chance(name string, reads []string, r request.Request) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, w.seed, name)
	for _, field := range reads {
		fmt.Fprint(h, field, r.Value(field))
	}
	return h.Sum64() >> 8
}

func (w *world) native(reads []string) []string {
	if w.lies {
		return names
	}
	return reads
}

func (w *world) estimate(r request.Request) request.Estimate {
	if w.unsized(r) {
		return request.Estimate{}
	}
	by := w.chance("estimate", w.native(w.sizes), r)
	cost := request.Cents(int64(by % 7 * 100))
	if by%11 == 0 {
		cost = request.Money{}
	}
	return costing(cost)
}

// says reports whether a rule denies a request.
func (w *world) says(i int, r request.Request, e request.Estimate) (request.Value, bool) {
	reads := w.reads[i]
	if w.rules[i].ID == sizable {
		return request.Value{}, w.unsized(r)
	}
	if w.rules[i].FromAdapter {
		reads = w.native(reads)
	}
	name := w.rules[i].ID
	if w.rules[i].ReadsEstimate {
		name += e.KnownTotal.String()
	}
	by := w.chance(name, reads, r)
	if by%w.odds != 0 {
		return request.Value{}, false
	}
	values := tried[w.rules[i].Field]
	if by/w.odds%3 == 0 || len(values) == 0 {
		return request.Value{}, true
	}
	return values[by/w.odds%uint64(len(values))], true
}

func (w *world) answer(r request.Request) space.Answer {
	a := space.Answer{Denies: map[string]request.Value{}, Estimate: w.estimate(r)}
	for i, rule := range w.rules {
		if !rule.FromAdapter {
			continue
		}
		if suggestion, denies := w.says(i, r, a.Estimate); denies {
			a.Denies[rule.ID] = suggestion
		}
	}
	return a
}

func (w *world) denied(r request.Request) bool {
	e := w.estimate(r)
	if w.sized && len(e.Items) == 0 {
		return true
	}
	for i := range w.rules {
		if w.rules[i].ReadsEstimate && len(e.Items) == 0 {
			continue // a rule of the adapter says why there is no estimate
		}
		if _, denies := w.says(i, r, e); denies {
			return true
		}
	}
	return false
}

func (w *world) problem(r request.Request) space.Problem {
	p := space.Problem{
		Request: r, Conditions: w.rules, Answer: w.answer(r), EstimateReads: space.FieldsNamed(w.sizes...), MaxFixes: 1 + int(w.seed%2)*2,
		ChangedLast: kept, Values: func(field string) []request.Value { return tried[field] },
		IsExhaustive: func(int) bool { return true },
		Evaluate: func(r request.Request, e request.Estimate) outcome {
			return func(i int, _ space.Fields) (request.Value, bool) { return w.says(i, r, e) }
		},
		Ask: askingEach(w.answer),
	}
	return p
}

var kept = []string{request.RegionField, request.EnvironmentField, request.ClassificationField}

// left weighs the changed fields among the kept ones; the first counts most.
func left(changed space.Fields) (left int) {
	for i, name := range kept {
		if changed&space.FieldsNamed(name) != 0 {
			left += 1 << (len(kept) - i)
		}
	}
	return left
}

// least is the smallest fix by brute force: the changed fields among the kept ones, the number of changed fields, and
// the cost.
type least struct {
	kept, changed int
	cost          int64
}

func (l least) compare(other least) int {
	return cmp.Or(cmp.Compare(l.kept, other.kept), cmp.Compare(l.changed, other.changed), cmp.Compare(l.cost, other.cost))
}

func (w *world) bruteForce(original request.Request) (best least, ok bool) {
	eachRequest(original, func(r request.Request, order []int) {
		var changed space.Fields
		for at, n := range order {
			if n > 0 {
				changed |= space.FieldsNamed(names[at])
			}
		}
		l := least{left(changed), bits.OnesCount32(uint32(changed)), 0}
		if ok && l.compare(best) > 0 || w.denied(r) {
			return
		}
		e := w.estimate(r)
		l.cost = costOf(e)
		if offered := r.Region == original.Region || e.KnownTotal.Known; offered && (!ok || l.compare(best) < 0) {
			best, ok = l, true
		}
	})
	return best, ok
}

// eachRequest visits each request with the original and the tried values. order has the number of each value, 0 for the
// original one.
func eachRequest(original request.Request, visit func(r request.Request, order []int)) {
	order := make([]int, len(names))
	var try func(at int, r request.Request)
	try = func(at int, r request.Request) {
		if at == len(names) {
			visit(r, order)
			return
		}
		own := original.Value(names[at])
		for n, v := range append([]request.Value{own}, tried[names[at]]...) {
			if n > 0 && v == own {
				continue
			}
			order[at] = n
			_ = r.Set(names[at], v)
			try(at+1, r)
		}
	}
	try(0, original)
}

// costOf orders estimates with missing prices after the others.
func costOf(e request.Estimate) int64 {
	if !e.KnownTotal.Known {
		return 1 << 40
	}
	return e.KnownTotal.Cents
}

func original(t testing.TB) request.Request {
	t.Helper()
	r := request.Template("north-1")
	r.MonthlyBudget, r.ClusterSize, r.Application = 100, "medium", "gamma"
	return r
}

// TestNoSmallerFix compares the search with brute force over the same values.
func TestNoSmallerFix(t *testing.T) {
	seeds := uint64(200)
	if testing.Short() {
		seeds = 60
	}
	denials, none := 0, 0
	for seed := range seeds {
		w, r := newWorld(seed), original(t)
		if !w.denied(r) {
			continue
		}
		denials++
		result := searched(t, w.problem(r))
		want, ok := w.bruteForce(r)
		if w.lies { // then only the acceptance of the fixes is promised
			for _, f := range result.Fixes {
				assert.False(t, w.denied(f.Request), "seed %d", seed)
			}
			continue
		}
		require.False(t, result.LimitReached, "seed %d", seed)
		if !ok {
			none++
			assert.Empty(t, result.Fixes, "seed %d", seed)
			continue
		}
		if !assert.NotEmpty(t, result.Fixes, "seed %d: %v", seed, want) {
			continue
		}
		for i, f := range result.Fixes {
			assert.False(t, w.denied(f.Request), "seed %d", seed)
			var changed space.Fields
			got := least{changed: len(f.Changes), cost: costOf(w.estimate(f.Request))}
			for _, c := range f.Changes {
				assert.Equal(t, r.Value(c.Field), c.From)
				assert.Equal(t, f.Request.Value(c.Field), c.To)
				changed |= space.FieldsNamed(c.Field)
			}
			if got.kept = left(changed); i == 0 {
				assert.Equal(t, want, got, "seed %d", seed)
			}
		}
	}
	t.Logf("%d denials, %d without a fix", denials, none)
	assert.Greater(t, denials-none, 40)
	assert.Greater(t, none, 5)
}

// inOrder returns the accepted request with the fewest changed fields by brute force. If several requests have as few,
// it returns the first in the order of fields and values.
func (w *world) inOrder(original request.Request) (best request.Request, changed int, ok bool) {
	var bestOrder []int
	eachRequest(original, func(r request.Request, order []int) {
		count, fields := 0, []int{} // a changed field comes before an unchanged one
		for _, n := range order {
			count, fields = count+min(n, 1), append(fields, 1-min(n, 1))
		}
		rank := slices.Concat([]int{count}, fields, order)
		if ok && slices.Compare(rank, bestOrder) > 0 || w.denied(r) {
			return
		}
		best, changed, bestOrder, ok = r, count, rank, true
	})
	return best, changed, ok
}

// TestIgnoreCostFindsTheFirst compares the search with brute force over the same values.
func TestIgnoreCostFindsTheFirst(t *testing.T) {
	seeds := uint64(150)
	if testing.Short() {
		seeds = 30
	}
	changes := 0
	for seed := range seeds {
		w, r := newWorld(seed), original(t)
		if w.lies {
			continue
		}
		p := w.problem(r)
		p.IgnoreCost, p.MaxFixes, p.ChangedLast = true, 1, nil
		over, ask := p.Evaluate, p.Ask
		p.Evaluate = func(r request.Request, e request.Estimate) outcome {
			says := over(r, e)
			return func(i int, open space.Fields) (request.Value, bool) {
				_, denies := says(i, open)
				return request.Value{}, denies
			}
		}
		p.Ask = func(ctx context.Context, list []request.Request) ([]space.Answer, error) {
			answers, err := ask(ctx, list)
			for _, a := range append(answers, p.Answer) {
				for id := range a.Denies {
					a.Denies[id] = request.Value{}
				}
			}
			return answers, err
		}
		_, err := p.Ask(t.Context(), nil)
		require.NoError(t, err)
		result := searched(t, p)
		require.False(t, result.LimitReached, "seed %d", seed)
		want, changed, ok := w.inOrder(r)
		require.Equal(t, ok, len(result.Fixes) > 0, "seed %d", seed)
		if ok {
			changes += changed
			require.Equal(t, want, result.Fixes[0].Request, "seed %d", seed)
		}
	}
	assert.Greater(t, changes, 20)
}

// TestMoreThan256Values checks a field whose three hundredth value is the only accepted one.
func TestMoreThan256Values(t *testing.T) {
	r := original(t)
	result, err := space.Search(t.Context(), space.Problem{
		Request:    r,
		Conditions: []space.Condition{condition("budget", request.BudgetField)},
		Evaluate: func(r request.Request, _ request.Estimate) outcome {
			return func(int, space.Fields) (request.Value, bool) { return request.Value{}, r.MonthlyBudget != 500 }
		},
		Values: func(string) (values []request.Value) {
			for n := range int64(300) {
				values = append(values, request.Number(201+n))
			}
			return values
		},
		Ask: func(_ context.Context, list []request.Request) ([]space.Answer, error) {
			return make([]space.Answer, len(list)), nil
		},
	})
	require.NoError(t, err)
	require.Len(t, result.Fixes, 1)
	assert.EqualValues(t, 500, result.Fixes[0].Request.MonthlyBudget)
	assert.False(t, result.LimitReached)
}

// outcome is the outcome of the rule with a number; see [space.Problem.Evaluate].
type outcome = func(rule int, open space.Fields) (request.Value, bool)

// condition returns a rule that reads only its field.
func condition(id, field string) space.Condition {
	return space.Condition{ID: id, Field: field, Reads: space.FieldsNamed(field)}
}

// costing returns an estimate with one item.
func costing(cost request.Money) request.Estimate {
	return request.Estimate{KnownTotal: cost, MonthlyTotal: cost, Items: []request.EstimateItem{{MonthlyCost: cost}}}
}

func searched(t *testing.T, p space.Problem) space.Result {
	t.Helper()
	result, err := space.Search(t.Context(), p)
	require.NoError(t, err)
	return result
}

func compared(t *testing.T, from, to space.Decider) space.Comparison {
	t.Helper()
	c, err := space.Compare(t.Context(), from, to)
	require.NoError(t, err)
	return c
}

func explained(t *testing.T, d space.Decider, id string) space.Explanation {
	t.Helper()
	e, err := space.Explain(t.Context(), d, id)
	require.NoError(t, err)
	return e
}

// askingEach returns [space.Problem.Ask] for a function that answers one request.
func askingEach(answer func(request.Request) space.Answer) func(context.Context, []request.Request) ([]space.Answer, error) {
	return func(_ context.Context, list []request.Request) (answers []space.Answer, err error) {
		for _, r := range list {
			answers = append(answers, answer(r))
		}
		return answers, nil
	}
}
