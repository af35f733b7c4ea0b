package service_test

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// tangled is an adapter whose rules are made of a seed: each denies and suggests by
// chance, and hangs on the fields that it reads.
type tangled struct {
	*scripted
	seed          uint64
	rules         []adapter.Rule
	estimateReads []string
}

// choices are the values that its rules look at and suggest.
var choices = map[string][]request.Value{
	"application":         {request.Text("alpha"), request.Text("beta"), request.Text("reserved")},
	"region":              {request.Text("north-1"), request.Text("south-1")},
	"environment":         {request.Text("development"), request.Text("test"), request.Text("production")},
	"data_classification": {request.Text("public"), request.Text("internal"), request.Text("restricted")},
	"cluster_size":        {request.Text("small"), request.Text("medium"), request.Text("large")},
	"network_cidr":        {request.Text("10.20.0.0/20"), request.Text("11.20.0.0/20"), request.Text("10.20.0.0/28")},
}

var choosable = []string{"application", "cluster_size", "data_classification", "environment", "network_cidr", "region"}

func newTangled(seed uint64) tangled {
	random := rand.New(rand.NewPCG(seed, 1))
	a := tangled{scripted: &scripted{}, seed: seed, estimateReads: some(random)}
	for i := range 1 + random.IntN(5) {
		field := choosable[random.IntN(len(choosable))]
		r := adapter.Rule{ID: fmt.Sprintf("provider_t.rule-%d", i), Title: "t", Field: field, Level: profile.Mandatory, Expected: "e", Reads: some(random)}
		if len(r.Reads) > 0 && !slices.Contains(r.Reads, field) {
			r.Reads = append(r.Reads, field)
			slices.Sort(r.Reads)
		}
		a.rules = append(a.rules, r)
	}
	return a
}

// some returns a few names of fields; now and then none, which means all.
func some(random *rand.Rand) []string {
	names := slices.DeleteFunc(slices.Clone(choosable), func(string) bool { return random.IntN(3) > 0 })
	return names[:min(len(names), 3)]
}

// chance returns a number that hangs on the fields that are read.
func (a tangled) chance(name string, reads []string, r request.Request) uint64 {
	if len(reads) == 0 {
		reads = choosable
	}
	h := fnv.New64a()
	fmt.Fprint(h, a.seed, name)
	for _, field := range reads {
		fmt.Fprint(h, field, r.Value(field))
	}
	return h.Sum64() >> 8
}

func (a tangled) Describe(ctx context.Context) (adapter.Description, error) {
	d, err := a.scripted.Describe(ctx)
	d.Rules, d.EstimateReads = a.rules, a.estimateReads
	return d, err
}

func (a tangled) Evaluate(ctx context.Context, in adapter.Input) (adapter.Evaluation, error) {
	asked := in.Request
	in.Request.Application = "checkout" // whose rule is not one of these
	e, err := a.scripted.Evaluate(ctx, in)
	cost := request.Cents(int64(a.chance("estimate", a.estimateReads, asked) % 100_000))
	e.Resources[0].MonthlyCost, e.Estimate.Items[0].MonthlyCost = cost, cost
	e.Estimate.KnownTotal, e.Estimate.MonthlyTotal = cost, cost
	for _, r := range a.rules {
		by := a.chance(r.ID, r.Reads, asked)
		if by%3 > 0 {
			continue
		}
		v := request.Violation{
			PolicyID: r.ID, Source: request.SourceProvider, Field: r.Field,
			Message: "m", Remediation: "r", Expected: "e", Actual: asked.Value(r.Field),
		}
		if values := choices[r.Field]; by%7 > 0 {
			v.Suggestion = values[by%uint64(len(values))]
		}
		e.Violations = append(e.Violations, v)
	}
	request.SortViolations(e.Violations)
	return e, err
}

// catalogOf is a catalog of one adapter.
type catalogOf struct {
	one
	impl adapter.Adapter
}

func (c catalogOf) Adapter(context.Context, string) (adapter.Adapter, error) {
	return adapter.Checked("provider_t", c.impl), nil
}

func (c catalogOf) Status(ctx context.Context, _ string) (adapter.Status, error) {
	d, err := c.impl.Describe(ctx)
	return adapter.Status{Description: d, ContractVersion: 1}, err
}

// wholeSearch is the search as its words have it: each request on the way is
// evaluated as a whole.
func wholeSearch(t testing.TB, s *service.Service, denied request.Request) (fix []request.Change) {
	t.Helper()
	evaluate := func(r request.Request) *service.Evaluated {
		e, err := s.Preview(t.Context(), r)
		require.NoError(t, err)
		return e
	}
	seen := map[request.Request]bool{denied: true}
	values, order := map[string]request.Change{}, []string{}
	for e, steps := evaluate(denied), 0; e.Decision == request.Denied; steps++ {
		change, next, found := nextStep(e, seen)
		if !found || steps == 32 {
			return nil
		}
		seen[next] = true
		if _, known := values[change.Field]; !known {
			order = append(order, change.Field)
		}
		change.From = denied.Value(change.Field)
		values[change.Field] = change
		e = evaluate(next)
	}
	for _, field := range order {
		if c := values[field]; c.From != c.To {
			fix = append(fix, c)
		}
	}
	for i := 0; i < len(fix); {
		fewer := slices.Delete(slices.Clone(fix), i, i+1)
		r, err := with(denied, fewer)
		if err == nil && evaluate(r).Decision == request.Accepted {
			fix = fewer
			continue
		}
		i++
	}
	return fix
}

func nextStep(e *service.Evaluated, seen map[request.Request]bool) (request.Change, request.Request, bool) {
	influence := func(v request.Violation) int {
		f, _ := request.FieldNamed(v.Field)
		return f.Influence
	}
	for _, v := range slices.SortedStableFunc(slices.Values(e.Violations), func(a, b request.Violation) int { return cmp.Compare(influence(a), influence(b)) }) {
		if v.Suggestion.IsZero() {
			continue
		}
		if next, err := e.Request.With(v.Field, v.Suggestion); err == nil && !seen[next] {
			return request.Change{Field: v.Field, To: v.Suggestion, PolicyID: v.PolicyID}, next, true
		}
	}
	return request.Change{}, request.Request{}, false
}

func with(r request.Request, changes []request.Change) (request.Request, error) {
	for _, c := range changes {
		if err := r.Set(c.Field, c.To); err != nil {
			return r, err
		}
	}
	return r, nil
}

// organisation are rules of the profile that pull a fix about: one hangs on the
// estimate and is for a field that others read, one advises and fails.
const organisation = `policies:
- {id: team.cheap, title: t, field: cluster_size, level: mandatory, require: 'estimate.monthly_dollars < 800', message: m, remediation: r, expected: e, suggest: '"medium"'}
- {id: team.test-is-small, title: t, field: environment, level: mandatory, when: 'request.cluster_size == "large"', require: 'request.environment != "test"', message: m, remediation: r, expected: e, suggest: '"production"'}
- {id: team.fails, title: t, field: owner, level: advisory, when: 'request.data_classification == "restricted"', require: 'estimate.monthly_dollars / (request.cluster_size == "large" ? 0 : 1) > 0', message: m, remediation: r, expected: e}
`

// TestAFixIsThatOfWholeEvaluations compares the search, which evaluates and asks as
// little as it can, with one that evaluates each request on the way as a whole.
func TestAFixIsThatOfWholeEvaluations(t *testing.T) {
	var fixed int
	var calls, wholeCalls int64
	for seed := range uint64(400) {
		impl := newTangled(seed)
		s := service.New(service.Options{Adapters: catalogOf{one{impl.scripted}, impl}, Now: clock})
		installation := simulation + "allowed_regions: [south-1]\n"
		if seed%2 == 0 {
			installation += "mode: sandbox\n"
		}
		_, _, err := s.Install(t.Context(), draft(t, installation+organisation))
		require.NoError(t, err)
		random := rand.New(rand.NewPCG(seed, 2))
		r := theRequest(t, "checkout")
		for _, field := range choosable {
			require.NoError(t, r.Set(field, choices[field][random.IntN(len(choices[field]))]))
		}
		r.MonthlyBudget = int64(1 + random.IntN(2000))
		before := impl.calls.Load()
		want := wholeSearch(t, s, r)
		whole := impl.calls.Load()
		got, err := s.Evaluate(t.Context(), r)
		require.NoError(t, err)
		require.Equal(t, want, got.Fix, "seed %d: %+v", seed, impl.rules)
		calls, wholeCalls = calls+impl.calls.Load()-whole, wholeCalls+whole-before
		if len(want) > 0 {
			fixed++
		}
	}
	assert.Greater(t, fixed, 100, "the seeds give few fixes")
	assert.Less(t, calls, wholeCalls)
}

// liar reads more fields than it declares.
type liar struct{ tangled }

func (l liar) Describe(ctx context.Context) (adapter.Description, error) {
	d, err := l.tangled.Describe(ctx)
	d.Rules = slices.Clone(d.Rules)
	for i := range d.Rules {
		d.Rules[i].Reads = []string{d.Rules[i].Field}
	}
	d.EstimateReads = []string{"cluster_size"}
	return d, err
}

// Whatever an adapter declares, the request with a fix was evaluated, and accepted.
func TestAFixOfAnAdapterThatReadsMoreThanItDeclares(t *testing.T) {
	var fixed int
	for seed := range uint64(300) {
		impl := liar{newTangled(seed)}
		s := service.New(service.Options{Adapters: catalogOf{one{impl.scripted}, impl}, Now: clock})
		_, _, err := s.Install(t.Context(), draft(t, simulation+organisation))
		require.NoError(t, err)
		random := rand.New(rand.NewPCG(seed, 3))
		r := theRequest(t, "checkout")
		for _, field := range choosable {
			require.NoError(t, r.Set(field, choices[field][random.IntN(len(choices[field]))]))
		}
		denied, err := s.Evaluate(t.Context(), r)
		require.NoError(t, err)
		if denied.Fix == nil {
			continue
		}
		fixed++
		changed, err := with(r, denied.Fix)
		require.NoError(t, err)
		after, err := s.Preview(t.Context(), changed)
		require.NoError(t, err)
		require.Equal(t, request.Accepted, after.Decision, "seed %d", seed)
	}
	assert.Greater(t, fixed, 50, "the seeds give few fixes")
}

// greedy is an adapter of large answers, which always asks for one dollar more. Its
// texts are parts of the whole answer, as those of a process are.
type greedy struct {
	*scripted
	calls *int
	most  *uint64
}

const greedyAnswer = 1 << 20

func (g greedy) Describe(ctx context.Context) (adapter.Description, error) {
	d, err := g.scripted.Describe(ctx)
	d.Rules = []adapter.Rule{{ID: "provider_t.more", Title: "t", Field: "monthly_budget", Level: profile.Mandatory, Expected: "e"}}
	return d, err
}

func (g greedy) Evaluate(ctx context.Context, in adapter.Input) (adapter.Evaluation, error) {
	var memory runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&memory)
	*g.calls, *g.most = *g.calls+1, max(*g.most, memory.HeapAlloc)
	e, err := g.scripted.Evaluate(ctx, in)
	whole := strings.Repeat("x", greedyAnswer) + "provider_t.more"
	e.Violations = []request.Violation{{
		PolicyID: whole[greedyAnswer:], Source: request.SourceProvider, Field: "monthly_budget", Message: "m", Remediation: "r",
		Expected: "e", Actual: request.Number(in.Request.MonthlyBudget), Suggestion: request.Number(in.Request.MonthlyBudget + 1),
	}}
	return e, err
}

func TestTheSearchKeepsNoWholeAnswer(t *testing.T) {
	impl := greedy{&scripted{}, new(int), new(uint64)}
	s := service.New(service.Options{Adapters: catalogOf{one{impl.scripted}, impl}, Now: clock})
	_, _, err := s.Install(t.Context(), draft(t, simulation))
	require.NoError(t, err)
	var before runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	_, err = s.Evaluate(t.Context(), theRequest(t, "checkout"))
	require.NoError(t, err)
	assert.Greater(t, *impl.calls, 20)
	assert.Less(t, *impl.most, before.HeapAlloc+4*greedyAnswer)
}
