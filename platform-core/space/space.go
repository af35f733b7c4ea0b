package space

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
)

// Space finds requests that one or two deciders accept or deny. The deciders must have the same provider. It
// remembers the answers of their adapters. A Space is not safe for concurrent use.
type Space struct {
	partition
	deciders        []Decider
	byRule          map[RuleRef][]policy.Comparison
	uncovered       map[RuleRef][]string // the parts of each rule that are not comparisons
	truncatedFields []string             // fields with classes of values that are not tried
	estimatesAsked  bool
	answers         map[request.Request][]Answer // one of each decider
	estimates       [][]request.Estimate         // estimates[number] has one estimate for each decider
	numbers         map[string]int               // the number of each element of estimates, by its totals
	plain           *request.Request
	missed          map[Goal]bool // goals that at least one request missed; nil if they are not recorded

	// Requests is the number of visited requests. Asked is the number of questions to adapters.
	Requests, Asked int
}

// RuleRef identifies a rule by the index of its decider in the [Space] and by its ID.
type RuleRef struct {
	Decider int
	ID      string
}

// Goal is an outcome that a search looks for: the rule denies the request, or it does not.
type Goal struct {
	RuleRef
	Denies bool
}

// maxSteps is the budget that all searches of a space share: about 20 seconds.
const maxSteps = 50 * policy.RequestSteps

// NewSpace returns the space of deciders with the same provider. All searches of the space stop when the context
// is done, and share one budget.
func NewSpace(ctx context.Context, deciders ...Decider) *Space {
	s := &Space{
		partition: partition{
			regions: someRegions(deciders), budget: policy.NewBudget(ctx, maxSteps), cache: map[cacheKey]representatives{},
		},
		deciders: deciders, byRule: map[RuleRef][]policy.Comparison{}, uncovered: map[RuleRef][]string{},
		answers: map[request.Request][]Answer{}, numbers: map[string]int{},
	}
	for n, d := range deciders {
		s.dates = append(s.dates, d.Date)
		in := policy.Input{Profile: d.Profile, Date: d.Date, Budget: s.budget}
		for _, c := range d.Compiled {
			rule := RuleRef{n, c.ID}
			s.byRule[rule], s.uncovered[rule] = compared(c, in, s.isEnumerable)
			s.comparisons = append(s.comparisons, s.byRule[rule]...)
		}
	}
	return s
}

// someRegions returns the regions that at least one decider allows, and one region that no decider allows.
func someRegions(deciders []Decider) (names []string) {
	for _, d := range deciders {
		names = append(names, d.Profile.AllowedRegions...)
	}
	for _, r := range deciders[0].Adapter.Regions {
		if !slices.Contains(names, r.Name) {
			return append(names, r.Name)
		}
	}
	return append(names, "nowhere-1")
}

// isEnumerable reports whether a search tries every value of the field with the name for all deciders.
func (s *Space) isEnumerable(name string) bool {
	return !slices.ContainsFunc(s.deciders, func(d Decider) bool { return !d.isEnumerable(name) })
}

// AcceptedBy returns a goal for each rule of a decider: "this rule does not deny". It leaves out the rules whose
// IDs are in except.
func (s *Space) AcceptedBy(decider int, except ...string) (goals []Goal) {
	for _, id := range s.deciders[decider].IDs() {
		if !slices.Contains(except, id) {
			goals = append(goals, Goal{RuleRef{decider, id}, false})
		}
	}
	return goals
}

// DeniedBy returns the goal "this rule of this decider denies".
func DeniedBy(decider int, rule string) Goal { return Goal{RuleRef{decider, rule}, true} }

// Example is a request that reaches the goals of a search.
type Example struct {
	Request request.Request
	// Changed are the fields in which Request differs from the request at which the search began.
	Changed []string
	// Found is true if the search found such a request.
	Found bool
	// LimitReached is true if the search ended at its limit. If Found is true, there may be a nearer request. If
	// Found is false, a request may still exist.
	LimitReached bool
}

// Limits of one search of a space.
const (
	maxVisited   = 30_000
	maxQuestions = 2_000
)

// Nearest returns a request that reaches the goals and is nearest to the plain request: it differs in the fewest
// fields. If several requests differ in equally few fields, Nearest returns the first in the order of fields and
// values.
func (s *Space) Nearest(ctx context.Context, goals ...Goal) (Example, error) {
	plain, err := s.Plain(ctx)
	if err != nil {
		return Example{}, err
	}
	return s.search(ctx, query{from: plain, goals: goals})
}

// Plain returns the request at which other searches begin. It is the template with the fewest changes that make
// all deciders accept it. If there is no such request, it is enough that the last decider accepts, or otherwise
// the first decider. If the search finds no such request either, Plain returns the template.
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
	for _, goals := range [][]Goal{all, s.AcceptedBy(last), s.AcceptedBy(0)} {
		found, err := s.search(ctx, query{from: start, goals: goals})
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

// commonRegion returns the first region that every decider allows. If there is no such region, it returns the
// first region of the last decider.
func (s *Space) commonRegion() string {
	last := s.deciders[len(s.deciders)-1].Profile.AllowedRegions
	for _, region := range last {
		if !slices.ContainsFunc(s.deciders,
			func(d Decider) bool { return !slices.Contains(d.Profile.AllowedRegions, region) }) {
			return region
		}
	}
	return last[0]
}

// query asks for a request that reaches the goals and is nearest to the request from.
type query struct {
	from  request.Request
	goals []Goal
	// fixed are fields that keep their values.
	fixed Fields
	// comparisons divide the values into classes. If comparisons is nil, the search uses the comparisons of all
	// rules.
	comparisons []policy.Comparison
}

// withGoals returns the query with other goals.
func (q query) withGoals(goals []Goal) query {
	q.goals = goals
	return q
}

// search answers a query with a [Search]. The problem has a condition for each goal, and the condition denies
// requests that miss the goal.
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
	result, err := Search(ctx, Problem{
		Request: q.from, Conditions: s.conditions(q.goals), Evaluate: s.evaluator(q.goals),
		Values: func(field string) []request.Value {
			if q.fixed.has(request.FieldIndex(field)) {
				return nil
			}
			values, err := s.valuesToTry(ctx, tried, field, q.from)
			failed = cmp.Or(failed, err)
			return values
		},
		EstimateReads: s.estimateReads(), Answer: first[0],
		Ask: func(ctx context.Context, list []request.Request) ([]Answer, error) {
			return s.ask(ctx, q.goals, list)
		},
		MaxFixes: 1, IgnoreCost: true, Budget: s.budget, MaxRequests: maxVisited, MaxAsked: maxQuestions,
	})
	s.Requests += result.Requests
	if err = cmp.Or(err, failed); err != nil || len(result.Fixes) == 0 {
		return Example{LimitReached: result.LimitReached}, err
	}
	found := result.Fixes[0].Request
	return Example{Request: found, Changed: request.Differences(q.from, found), Found: true,
		LimitReached: result.LimitReached}, nil
}

// conditions returns a condition for each goal. The condition denies requests that miss the goal.
func (s *Space) conditions(goals []Goal) []Condition {
	list := make([]Condition, len(goals))
	for i, g := range goals {
		c := s.deciders[g.Decider].condition(g.ID)
		list[i] = Condition{ID: strconv.Itoa(i), Reads: c.Reads, ReadsEstimate: c.ReadsEstimate, FromAdapter: c.FromAdapter}
		if c.FromAdapter {
			list[i].Field = c.Field
		}
	}
	return list
}

// evaluator returns [Problem.Evaluate] for goals about compiled rules.
func (s *Space) evaluator(goals []Goal) func(request.Request, request.Estimate) func(int, Fields) (request.Value,
	bool) {
	rules := make([]*policy.CompiledRule, len(goals))
	for i, g := range goals {
		rules[i], _ = s.deciders[g.Decider].compiled(g.ID)
	}
	return func(r request.Request, e request.Estimate) func(int, Fields) (request.Value, bool) {
		candidates := make([]*policy.Candidate, len(s.deciders))
		return func(i int, _ Fields) (request.Value, bool) { // no field is left to the user
			n := goals[i].Decider
			if candidates[n] == nil {
				candidates[n] = s.deciders[n].candidate(r, s.ownEstimate(e, n), s.budget)
			}
			return request.Value{}, s.misses(goals[i], rules[i].Denies(candidates[n]))
		}
	}
}

// misses reports whether the outcome of a rule misses a goal. It also records missed goals.
func (s *Space) misses(g Goal, denies bool) bool {
	if denies != g.Denies && s.missed != nil {
		s.missed[g] = true
	}
	return denies != g.Denies
}

// estimateReads returns the fields that the estimates of the deciders depend on. It returns no fields if at least
// one adapter does not declare them.
func (s *Space) estimateReads() (all Fields) {
	for _, d := range s.deciders {
		if d.estimates.reads == 0 {
			return 0
		}
		all |= d.estimates.reads
	}
	return all
}

// TriedValues returns the values of a field that a search from the plain request tries, in this order.
func (s *Space) TriedValues(ctx context.Context, field string) ([]request.Value, error) {
	plain, err := s.Plain(ctx)
	if err != nil {
		return nil, err
	}
	return s.valuesToTry(ctx, &s.partition, field, plain)
}

// valuesToTry returns the values of a field that a search with this partition tries. It also records the field if
// values are missing.
func (s *Space) valuesToTry(ctx context.Context, in *partition, field string, near request.Request) ([]request.Value,
	error) {
	f, _ := request.FieldNamed(field)
	if len(in.comparedValues(field, policy.ByEstimate)) > 0 {
		if err := s.askAllEstimates(ctx, near); err != nil {
			return nil, err
		}
		in.dollars = s.dollars
	}
	values, complete := in.representatives(&f, near)
	if !complete && in == &s.partition && !slices.Contains(s.truncatedFields, field) {
		s.truncatedFields = append(s.truncatedFields, field)
	}
	return values, nil
}
