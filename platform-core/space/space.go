package space

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
)

// Space is the requests that are tried of one or two installations of a provider. It
// remembers what the adapters answered. It may not be used from many goroutines.
type Space struct {
	partition
	deciders        []Decider
	byRule          map[RuleRef][]policy.Comparison
	uncovered       map[RuleRef][]string // the expressions that no comparison covers
	truncatedFields []string             // fields with values that rules distinguish and that are not tried
	estimatesAsked  bool                 // whether every estimate was asked for
	answers         map[request.Request][]Answer
	estimates       [][]request.Estimate // by number: one of each installation
	numbered        map[string]int
	plain           *request.Request
	missed          map[Goal]bool // what requests came out otherwise of, where that is noted

	// Requests is how many requests were looked at, Asked how many the adapters were asked
	// about.
	Requests, Asked int
}

// Rule is a rule of an installation, which is named by its number.
type RuleRef struct {
	Decider int
	ID      string
}

// Wanted is a rule and whether it has to deny the request, or has not to.
type Goal struct {
	RuleRef
	Denies bool
}

// maxSteps bounds all searches of a space together: some 20 s.
const maxSteps = 50 * policy.RequestSteps

// Of returns the space of installations of one provider. Its searches end with the context,
// and share a budget.
func NewSpace(ctx context.Context, in ...Decider) *Space {
	s := &Space{
		partition: partition{regions: someRegions(in), budget: policy.NewBudget(ctx, maxSteps), samples: map[sampleKey]sample{}},
		deciders:  in, byRule: map[RuleRef][]policy.Comparison{}, uncovered: map[RuleRef][]string{},
		answers: map[request.Request][]Answer{}, numbered: map[string]int{},
	}
	for n, i := range in {
		s.dates = append(s.dates, i.Date)
		for _, c := range i.Checks {
			rule := RuleRef{n, c.ID}
			s.byRule[rule], s.uncovered[rule] = compared(c, policy.Input{Profile: i.Profile, Date: i.Date, Budget: s.budget}, s.isEnumerable)
			s.comparisons = append(s.comparisons, s.byRule[rule]...)
		}
	}
	return s
}

// someRegions returns those that an installation allows, and one that none does.
func someRegions(in []Decider) (names []string) {
	for _, i := range in {
		names = append(names, i.Profile.AllowedRegions...)
	}
	for _, r := range in[0].Adapter.Regions {
		if !slices.Contains(names, r.Name) {
			return append(names, r.Name)
		}
	}
	return append(names, "nowhere-1")
}

// finite reports whether each value of what has the name is tried in all installations.
func (s *Space) isEnumerable(name string) bool {
	return !slices.ContainsFunc(s.deciders, func(i Decider) bool { return !i.isEnumerable(name) })
}

// Accepted wants no rule of an installation to deny, but for those that are excepted.
func (s *Space) AcceptedBy(installation int, except ...string) (wanted []Goal) {
	for _, id := range s.deciders[installation].IDs() {
		if !slices.Contains(except, id) {
			wanted = append(wanted, Goal{RuleRef{installation, id}, false})
		}
	}
	return wanted
}

// Denied wants a rule to deny.
func DeniedBy(installation int, rule string) Goal { return Goal{RuleRef{installation, rule}, true} }

// Found is the request that was found.
type Example struct {
	Request request.Request
	// Changed are the fields in which it differs from the request that the search began with.
	Changed []string
	// Is is set where there is one.
	Found bool
	// Bounded is set where the search ended at its limit: there may be a nearer one, or
	// one at all.
	LimitReached bool
}

// Limits of a search.
const (
	maxLooked    = 30_000
	maxQuestions = 2_000
)

// Nearest returns the request nearest to the plain one for which the rules come out as
// wanted: it differs in the fewest fields, and of those it is the first in the order of
// fields and of their values.
func (s *Space) Nearest(ctx context.Context, wanted ...Goal) (Example, error) {
	plain, err := s.Plain(ctx)
	if err != nil {
		return Example{}, err
	}
	return s.search(ctx, query{from: plain, goals: wanted})
}

// Plain returns the request that others are near to: the template, with the least that
// makes all installations accept it, or the last, or the first.
func (s *Space) Plain(ctx context.Context) (request.Request, error) {
	if s.plain != nil {
		return *s.plain, nil
	}
	last := len(s.deciders) - 1
	start := request.Template(s.commonRegion())
	if day, err := s.deciders[last].Date.AddDays(30); err == nil {
		start.ExpiryDate = day
	}
	var all []Goal
	for n := range s.deciders {
		all = append(all, s.AcceptedBy(n)...)
	}
	for _, wanted := range [][]Goal{all, s.AcceptedBy(last), s.AcceptedBy(0)} {
		found, err := s.search(ctx, query{from: start, goals: wanted})
		if err != nil {
			return request.Request{}, err
		}
		if found.Found {
			start = found.Request
			break
		}
	}
	s.plain = &start
	return start, nil
}

// commonRegion returns the first region that every installation allows, or else one that
// the last allows.
func (s *Space) commonRegion() string {
	last := s.deciders[len(s.deciders)-1].Profile.AllowedRegions
	for _, region := range last {
		if !slices.ContainsFunc(s.deciders, func(i Decider) bool { return !slices.Contains(i.Profile.AllowedRegions, region) }) {
			return region
		}
	}
	return last[0]
}

// query is a search for the request nearest to another one that comes out as wanted.
type query struct {
	from  request.Request
	goals []Goal
	// fixed are fields that keep their values.
	fixed Fields
	// about are the comparisons that the values which are tried distinguish; nil for those of all rules.
	comparisons []policy.Comparison
}

// with returns the query for something else that is wanted.
func (q query) with(wanted []Goal) query {
	q.goals = wanted
	return q
}

// search returns the request that a query is for.
func (s *Space) search(ctx context.Context, q query) (Example, error) {
	first, err := s.ask(ctx, q.goals, []request.Request{q.from})
	if err != nil {
		return Example{}, err
	}
	var failed error
	tried := &s.partition
	if q.comparisons != nil {
		some := s.restrictedTo(q.comparisons)
		tried = &some
	}
	problem := Problem{
		Request: q.from, Conditions: s.conditions(q.goals), Evaluate: s.evaluator(q.goals),
		Values: func(field string) []request.Value {
			if q.fixed.has(fieldNumber(field)) {
				return nil
			}
			values, err := s.values(ctx, tried, field, q.from)
			failed = cmp.Or(failed, err)
			return values
		},
		EstimateReads: s.estimateReads(), Answer: first[0],
		Ask: func(ctx context.Context, list []request.Request) ([]Answer, error) {
			return s.ask(ctx, q.goals, list)
		},
		MaxFixes: 1, IgnoreCost: true, Budget: s.budget, MaxRequests: maxLooked, MaxAsked: maxQuestions,
	}
	result, err := Search(ctx, problem)
	s.Requests += result.Requests
	if err = cmp.Or(err, failed); err != nil || len(result.Fixes) == 0 {
		return Example{LimitReached: result.LimitReached}, err
	}
	found := result.Fixes[0].Request
	return Example{Request: found, Changed: request.Differences(q.from, found), Found: true, LimitReached: result.LimitReached}, nil
}

// conditions returns what is wanted as conditions: each denies what comes out otherwise.
func (s *Space) conditions(wanted []Goal) []Condition {
	list := make([]Condition, len(wanted))
	for i, w := range wanted {
		c := s.deciders[w.Decider].condition(w.ID)
		list[i] = Condition{ID: strconv.Itoa(i), Reads: c.Reads, ReadsEstimate: c.ReadsEstimate, FromAdapter: c.FromAdapter}
		if c.FromAdapter {
			list[i].Field = c.Field
		}
	}
	return list
}

// over returns what the rules that are not the adapter's say.
func (s *Space) evaluator(wanted []Goal) func(request.Request, request.Estimate) func(int, Fields) (request.Value, bool) {
	checks := make([]*policy.CompiledRule, len(wanted))
	for i, w := range wanted {
		checks[i], _ = s.deciders[w.Decider].check(w.ID)
	}
	return func(r request.Request, e request.Estimate) func(int, Fields) (request.Value, bool) {
		candidates := make([]*policy.Candidate, len(s.deciders))
		return func(i int, _ Fields) (request.Value, bool) { // no field is left to a person
			n := wanted[i].Decider
			if candidates[n] == nil {
				candidates[n] = s.deciders[n].candidate(r, s.estimate(e, n), s.budget)
			}
			return request.Value{}, s.misses(wanted[i], checks[i].Denies(candidates[n]))
		}
	}
}

// misses reports whether a rule that denies, or does not, comes out otherwise than wanted.
func (s *Space) misses(w Goal, denies bool) bool {
	if denies != w.Denies && s.missed != nil {
		s.missed[w] = true
	}
	return denies != w.Denies
}

// estimateReads returns the fields that an estimate depends on; none where an adapter
// does not say.
func (s *Space) estimateReads() (all Fields) {
	for _, in := range s.deciders {
		reads := FieldsNamed(in.Adapter.EstimateReads...)
		if reads == 0 {
			return 0
		}
		all |= reads
	}
	return all
}

// Values returns the values of a field that are tried near to the plain request, in their
// order.
func (s *Space) TriedValues(ctx context.Context, field string) ([]request.Value, error) {
	plain, err := s.Plain(ctx)
	if err != nil {
		return nil, err
	}
	return s.values(ctx, &s.partition, field, plain)
}

// values returns those to try of a field in a cut.
func (s *Space) values(ctx context.Context, in *partition, field string, near request.Request) ([]request.Value, error) {
	f, _ := request.FieldNamed(field)
	if in.compares(field, policy.ByEstimate) {
		if err := s.askAllEstimates(ctx, near); err != nil {
			return nil, err
		}
		in.dollars = s.dollars
	}
	values, whole := in.representatives(&f, near)
	if !whole && in == &s.partition && !slices.Contains(s.truncatedFields, field) {
		s.truncatedFields = append(s.truncatedFields, field)
	}
	return values, nil
}
