package fix

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
)

// The usual limits of a search: of requests that are looked at, and that the adapter is
// asked about.
const (
	maxRequests = 20_000
	maxAsked    = 256
)

// reserve is what a search leaves of its budget, to say what it found.
const reserve = policy.RequestSteps / 10

// Search returns the fixes of a problem. The error is that of Ask or of the context.
//
// From a request that a rule denies, it continues with those in which one more of the
// fields that the rule reads has another value: every accepted request is among what
// this leads to, because at least one of these fields has to change. It takes the
// shorter ways first. The adapter is asked only about requests that no rule of the
// platform denies, and whose outcome does not follow from what it answered for others.
func Search(ctx context.Context, p Problem) (Result, error) {
	if p.Budget == nil {
		p.Budget = policy.NewBudget(ctx, policy.RequestSteps)
	}
	s := newSearch(p, newSpace(p), p.Facts, false)
	result, err := s.settled(ctx)
	if err == nil && len(result.Fixes) == 0 && !result.Bounded && p.Facts != 0 {
		s, result, err = s.withFacts(ctx)
	}
	if err != nil || p.InOrder {
		return result, err
	}
	if p.Listed {
		result.Searched = s.searched(result.Fixes)
	}
	if len(result.Fixes) == 0 && !result.Bounded {
		result.Contradicting, err = s.contradicting(ctx)
	}
	return result, err
}

// withFacts searches with other facts, after a search that found nothing without: each set of
// facts with few values by itself, the smaller ones first. It returns the best fix of each set
// of the size that leads to acceptance, and the last search.
func (s *search) withFacts(ctx context.Context) (last *search, result Result, err error) {
	listed := s.Facts &^ s.Facts.Personal()
	s.Most = 1
	var fixes []Fix
	size := 0
	for _, free := range listed.subsets() {
		if len(fixes) > 0 && free.count() > size {
			break
		}
		size = free.count()
		s = s.with(s.Facts&^free, s.distrusts)
		if result, err = s.settled(ctx); err != nil || result.Bounded {
			break
		}
		fixes = append(fixes, result.Fixes...)
	}
	result.Fixes = fixes
	s.fixed = s.Facts.Personal() // for what was searched
	return s, result, err
}

type search struct {
	Problem
	space   *space
	rules   []rule
	denied  *candidate                 // the request
	kept    []int                      // the numbers of the kept fields
	sizing  Fields                     // those that the estimate depends on
	asks    Fields                     // those that a rule may ask a person for
	fixed   Fields                     // those that do not change
	sizes   map[point]request.Estimate // by what the estimate reads
	asked   map[point]Answer
	learned map[point]bool // whose answers tell of the adapter's rules
	seen    map[node]bool
	buckets map[rank][]*step

	// without are the rules, by number, that are not looked at; used says for how many
	// requests and values each of the others was the reason not to take them.
	without map[int]bool
	used    map[int]int

	looked    int
	bounded   bool
	distrusts bool
	// contradicted is set once an answer is not what followed from others.
	contradicted bool
}

// node is a request on the way: its values, and the fields that are left to a person.
type node struct {
	at   point
	open Fields
}

// step is a node and how it was come to.
type step struct {
	node
	changed Fields
	why     [maxFields]int16 // the rule for which each field was changed, or left to a person
}

// rank orders the ways: lower ones come first.
type rank struct{ left, open, changed int }

func compareRanks(a, b rank) int {
	return cmp.Or(cmp.Compare(a.left, b.left), cmp.Compare(a.open, b.open), cmp.Compare(a.changed, b.changed))
}

func newSearch(p Problem, over *space, fixed Fields, distrusts bool) *search {
	s := &search{
		Problem: p, fixed: fixed, distrusts: distrusts, space: over, seen: map[node]bool{}, buckets: map[rank][]*step{}, sizes: map[point]request.Estimate{}, asked: map[point]Answer{}, learned: map[point]bool{}, used: map[int]int{},
	}
	if s.sizing = p.EstimateReads; s.sizing == 0 || distrusts {
		s.sizing = AllFields
	}
	for _, c := range p.Conditions {
		r := rule{Condition: c, reads: c.Reads, ways: c.Reads &^ c.Given, field: fieldNumber(c.Field), known: map[point]verdict{}}
		switch {
		case c.Sized:
			r.reads, r.ways = r.reads|s.sizing, r.ways|p.EstimateReads
		case c.Native && (c.Reads == 0 || distrusts):
			r.reads, r.ways = AllFields, r.ways|FieldsNamed(c.Field)
		}
		s.rules = append(s.rules, r)
	}
	for _, name := range p.Kept {
		s.kept = append(s.kept, fieldNumber(name))
	}
	s.MaxRequests, s.MaxAsked = cmp.Or(p.MaxRequests, maxRequests), cmp.Or(p.MaxAsked, maxAsked)
	s.hear(point{}, p.Answer)
	s.learn(point{})
	s.denied = s.candidate(&step{})
	s.asks = s.askable()
	return s
}

// with returns a search that changes other fields, or distrusts the adapter, and knows its
// answers to this one.
func (s *search) with(fixed Fields, distrusts bool) *search {
	s.space.unchecked()
	again := newSearch(s.Problem, s.space, fixed, distrusts)
	for _, at := range slices.SortedFunc(maps.Keys(s.asked), s.space.compare) {
		again.hear(at, s.asked[at])
		again.learn(at)
	}
	again.contradicted = false
	return again
}

// settled is run until answers do not contradict each other. Where the adapter's answers
// depend on more than it declares, each counts for its own request only.
func (s *search) settled(ctx context.Context) (Result, error) {
	result, err := s.run(ctx)
	if err == nil && s.contradicted {
		*s = *s.with(s.fixed, true)
		result, err = s.run(ctx)
	}
	return result, err
}

// run returns the fixes, as far as the answers do not contradict each other.
func (s *search) run(ctx context.Context) (Result, error) {
	accepted, err := s.accepted(ctx)
	if err != nil || s.contradicted {
		return Result{}, err
	}
	return s.result(ctx, accepted)
}

// accepted searches from the shorter ways to the longer ones, and returns the accepted
// steps of the first rank that has some.
func (s *search) accepted(ctx context.Context) ([]*step, error) {
	s.push(&step{})
	for len(s.buckets) > 0 && !s.bounded {
		next := slices.MinFunc(slices.Collect(maps.Keys(s.buckets)), compareRanks)
		accepted, err := s.bucket(ctx, next)
		if err != nil || s.contradicted || len(accepted) > 0 {
			return accepted, err
		}
	}
	return nil, nil
}

// spent reports whether no more may be looked at.
func (s *search) spent() bool { return s.Budget.Left() < reserve }

func (s *search) summary() Result {
	return Result{Bounded: s.bounded || s.space.dropped, Requests: s.looked, Asked: len(s.asked) - 1}
}

// push adds a step to those of its rank, once.
func (s *search) push(of *step) {
	if s.seen[of.node] {
		return
	}
	if s.InOrder && len(s.seen) > s.MaxRequests {
		s.bounded = true
		return
	}
	s.seen[of.node] = true
	r := rank{s.left(of), of.open.count(), of.changed.count() + of.open.count()}
	s.buckets[r] = append(s.buckets[r], of)
}

// left says which of the kept fields a step has left, as a number: the earlier a field,
// the more it counts.
func (s *search) left(of *step) (left int) {
	for _, kept := range s.kept {
		left *= 2
		if of.changed.has(kept) {
			left++
		}
	}
	return left
}

// take returns the steps of a rank, once.
func (s *search) take(of rank) []*step {
	steps := s.buckets[of]
	delete(s.buckets, of)
	return steps
}

// bucket returns the accepted of the steps of one rank, and continues from the others.
// What it does depends on the estimates, not on whether they had to be asked for: so the
// same problem has the same result, whatever is remembered of earlier searches.
func (s *search) bucket(ctx context.Context, of rank) (accepted []*step, err error) {
	for steps := s.take(of); len(steps) > 0; steps = append(steps, s.take(of)...) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s.looked += len(steps)
		steps = s.undenied(steps)
		if err := s.price(ctx, steps); err != nil || s.contradicted {
			return nil, err
		}
		more, doubtful, err := s.judgeAll(ctx, steps)
		if err != nil || s.contradicted {
			return nil, err
		}
		accepted = append(accepted, more...)
		if s.bounded = s.bounded || s.looked > s.MaxRequests || len(s.asked) > s.MaxAsked || s.spent(); s.bounded {
			return accepted, nil
		}
		settle := s.settle
		if s.InOrder {
			settle = s.settleFirst
		}
		if steps, err = settle(ctx, doubtful, accepted); err != nil || s.contradicted {
			return nil, err
		}
	}
	return accepted, nil
}

// judgeAll returns the accepted of some steps, and those of which it is not known. It
// continues from the others.
func (s *search) judgeAll(ctx context.Context, steps []*step) (accepted, doubtful []*step, err error) {
	for _, of := range steps {
		if s.spent() {
			break
		}
		broken, known := s.judge(of)
		switch {
		case broken != nil:
			s.follow(of, broken)
			continue
		case !known:
			doubtful = append(doubtful, of)
			continue
		}
		needed, err := s.needed(ctx, of)
		if err != nil || s.contradicted {
			return nil, nil, err
		}
		if needed {
			accepted = append(accepted, of)
		}
	}
	return accepted, doubtful, nil
}

// undenied returns the steps that no rule denies that can be decided without an estimate,
// and continues from the others.
func (s *search) undenied(steps []*step) (rest []*step) {
	for _, of := range steps {
		if s.spent() {
			break
		}
		if broken, _ := s.broken(&candidate{step: of}, unsizedRules); broken != nil {
			s.follow(of, broken)
		} else {
			rest = append(rest, of)
		}
	}
	return rest
}

// price finds out the estimates of steps, and those that they are compared with.
func (s *search) price(ctx context.Context, steps []*step) error {
	if s.InOrder {
		return nil
	}
	if err := s.sizeAll(ctx, steps); err != nil || s.contradicted {
		return err
	}
	return s.sizeAll(ctx, s.compared(steps))
}

// compared returns the steps whose estimates decide whether some steps are led to a region
// without a price.
func (s *search) compared(steps []*step) (others []*step) {
	for _, of := range steps {
		if !of.changed.has(regionField) {
			continue
		}
		if broken, _ := s.judge(of); broken == nil {
			others = append(others, s.elsewhere(of)...)
		}
	}
	return others
}

func (s *search) follow(of *step, b *branches) {
	if !s.without[b.rule] {
		s.used[b.rule]++
	}
	if !s.bounded {
		s.expand(of, b)
	}
}
