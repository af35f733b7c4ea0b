package fix

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"platform.internal/platform-core/request"
)

// Limits of a search: of requests that are looked at, and that the adapter is asked
// about.
const (
	maxRequests = 20_000
	maxAsked    = 256
)

// Search returns the fixes of a problem. The error is that of Ask.
//
// From a request that a rule denies, it continues with those in which one more of the
// fields that the rule reads has another value: every accepted request is among what
// this leads to, because at least one of these fields has to change. It takes the
// shorter ways first. The adapter is asked only about requests that no rule of the
// platform denies, and whose outcome does not follow from what it answered for others.
func Search(ctx context.Context, p Problem) (Result, error) {
	s := newSearch(p, newSpace(p), false)
	result, err := s.run(ctx)
	if err == nil && s.contradicted {
		// The adapter's answers depend on more than it declares: each counts for its own
		// request only.
		s = s.distrusting()
		result, err = s.run(ctx)
	}
	return result, err
}

type search struct {
	Problem
	space   *space
	rules   []rule
	kept    []int                      // the numbers of the kept fields
	sized   Fields                     // those that the estimate depends on
	sizes   map[point]request.Estimate // by what the estimate reads
	asked   map[point]Answer
	seen    map[node]bool
	buckets map[rank][]*step
	over    func(int) (request.Value, bool) // of the request at overAt, without its estimate
	overAt  point

	looked    int
	bounded   bool
	distrusts bool
	// contradicted is set once an answer is not what followed from others.
	contradicted bool
}

// rule is a condition and what is known of it.
type rule struct {
	Condition
	// reads are the fields that its outcome depends on, those of the estimate included;
	// ways are those of them whose change may satisfy it.
	reads, ways Fields
	field       int // of the violation; -1 for none that can change
	known       map[point]verdict
}

// verdict is what a rule says of a request. suggested is the number of the value that
// it suggests; 0 for none.
type verdict struct {
	denies    bool
	suggested uint8
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
	why     [maxFields]int16 // the rule for which each field was changed
}

// rank orders the ways: lower ones come first.
type rank struct{ open, left, changed int }

func compareRanks(a, b rank) int {
	return cmp.Or(cmp.Compare(a.open, b.open), cmp.Compare(a.left, b.left), cmp.Compare(a.changed, b.changed))
}

func newSearch(p Problem, over *space, distrusts bool) *search {
	s := &search{
		Problem: p, distrusts: distrusts, space: over, seen: map[node]bool{}, buckets: map[rank][]*step{}, sizes: map[point]request.Estimate{}, asked: map[point]Answer{},
	}
	if s.sized = p.EstimateReads; s.sized == 0 || distrusts {
		s.sized = AllFields
	}
	for _, c := range p.Conditions {
		r := rule{Condition: c, reads: c.Reads, ways: c.Reads, field: fieldNumber(c.Field), known: map[point]verdict{}}
		switch {
		case c.Sized:
			r.reads, r.ways = r.reads|s.sized, r.ways|p.EstimateReads
		case c.Native && (c.Reads == 0 || distrusts):
			r.reads, r.ways = AllFields, r.ways|FieldsNamed(c.Field)
		}
		s.rules = append(s.rules, r)
	}
	for _, name := range p.Kept {
		s.kept = append(s.kept, fieldNumber(name))
	}
	s.learn(point{}, p.Answer)
	return s
}

// distrusting returns a search in which an answer counts for its own request only.
func (s *search) distrusting() *search {
	again := newSearch(s.Problem, s.space, true)
	for _, at := range slices.SortedFunc(maps.Keys(s.asked), s.space.compare) {
		again.learn(at, s.asked[at])
	}
	again.contradicted = false
	return again
}

// learn keeps what an answer says of every request with the same values in the fields
// that a rule, or the estimate, reads.
func (s *search) learn(at point, a Answer) {
	s.asked[at] = a
	if len(a.Estimate.Items) > 0 { // else it could not be sized, which says nothing of others
		place := at.masked(s.sized)
		if before, known := s.sizes[place]; known && before.KnownTotal != a.Estimate.KnownTotal {
			s.contradicted = true
		}
		s.sizes[place] = a.Estimate
	}
	for i := range s.rules {
		r := &s.rules[i]
		if !r.Native {
			continue
		}
		suggestion, denies := a.Denies[r.ID]
		outcome := verdict{denies, s.space.add(r.field, suggestion)}
		place := at.masked(r.reads)
		if before, known := r.known[place]; known && before.denies != denies {
			s.contradicted = true
		}
		r.known[place] = outcome
	}
}

// run searches from the shorter ways to the longer ones.
func (s *search) run(ctx context.Context) (Result, error) {
	s.push(&step{})
	for len(s.buckets) > 0 && !s.bounded {
		next := slices.MinFunc(slices.Collect(maps.Keys(s.buckets)), compareRanks)
		accepted, err := s.bucket(ctx, next)
		if err != nil || s.contradicted {
			return Result{}, err
		}
		if len(accepted) > 0 {
			return s.result(ctx, accepted)
		}
	}
	return s.summary(), nil
}

func (s *search) summary() Result {
	return Result{Bounded: s.bounded, Requests: s.looked, Asked: len(s.asked) - 1}
}

// push adds a step to those of its rank, once.
func (s *search) push(of *step) {
	if s.seen[of.node] {
		return
	}
	s.seen[of.node] = true
	r := rank{of.open.count(), s.left(of), of.changed.count() + of.open.count()}
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
func (s *search) bucket(ctx context.Context, of rank) (accepted []*step, err error) {
	for steps := s.take(of); len(steps) > 0; steps = append(steps, s.take(of)...) {
		var doubtful []*step
		for _, of := range steps {
			s.looked++
			switch broken, known := s.judge(of); {
			case broken != nil:
				s.expand(of, broken)
			case known:
				accepted = append(accepted, of)
			default:
				doubtful = append(doubtful, of)
			}
		}
		if s.looked > maxRequests || len(s.asked) > maxAsked {
			s.bounded = true
			return accepted, nil
		}
		if steps, err = s.settle(ctx, doubtful, accepted); err != nil || s.contradicted {
			return nil, err
		}
	}
	return accepted, nil
}

// judge returns the ways on from the rule, of those that deny a step, from which the
// fewest lead on; nil where none denies it. It is not known whether it is accepted where
// the adapter has not answered.
func (s *search) judge(of *step) (broken *branches, known bool) {
	c := candidate{step: of}
	c.size, c.sized = s.size(of.at)
	unsized := c.sized && len(c.size.Items) == 0
	// A rule of the adapter denies what cannot be sized, and says more of it than rules
	// that look at the estimate.
	if broken, known = s.broken(&c, func(r *rule) bool { return !unsized || !r.Sized }); broken == nil && unsized {
		broken, _ = s.broken(&c, func(r *rule) bool { return r.Sized })
	}
	if broken == nil && c.sized && of.changed.has(regionField) && !c.size.KnownTotal.Known {
		// Nobody is led to a region without a price.
		b := s.waysOn(of, s.EstimateReads|1<<regionField)
		broken = &b
	}
	return broken, known && c.sized
}

// broken returns the ways on from one of the rules that deny a step, and whether all of
// these rules are known.
func (s *search) broken(c *candidate, among func(*rule) bool) (broken *branches, known bool) {
	known = true
	for i := range s.rules {
		r := &s.rules[i]
		if !among(r) || r.reads&c.open != 0 { // what a person chooses decides it
			continue
		}
		outcome, is := s.outcome(c, i)
		known = known && is
		if !outcome.denies {
			continue
		}
		if b := s.waysOn(c.step, r.ways); broken == nil || b.count < broken.count {
			b.rule, b.outcome = i, outcome
			broken = &b
		}
	}
	return broken, known
}

// candidate is a step whose rules are looked at. size is its estimate, where that is
// known; over is made when it is first needed.
type candidate struct {
	*step
	size  request.Estimate
	sized bool
	over  func(int) (request.Value, bool)
}

// outcome returns what a rule says of a candidate, where that is known.
func (s *search) outcome(c *candidate, i int) (outcome verdict, known bool) {
	r, place := &s.rules[i], c.at.masked(s.rules[i].reads)
	own := r.Sized && c.sized && len(c.size.Items) == 0 // that it cannot be sized holds for itself only
	if outcome, known = r.known[place]; known && !own {
		return outcome, true
	}
	if r.Native || r.Sized && !c.sized {
		return verdict{}, false
	}
	if c.over == nil {
		c.over = s.Over(s.space.request(c.at), c.size)
	}
	suggestion, denies := c.over(i)
	outcome = verdict{denies, s.space.add(r.field, suggestion)}
	if !own {
		r.known[place] = outcome
	}
	return outcome, true
}

var regionField = fieldNumber(request.RegionField)

// branches are the ways on from a step that a rule denies: one more field changes, or is
// left to a person; or one that has changed, and that costs nothing, gets another value.
type branches struct {
	rule    int
	outcome verdict
	fields  Fields // that may change
	again   Fields // that have changed
	open    Fields // that may be left to a person
	count   int    // about how many ways there are
}

// waysOn returns the ways on that change one of the fields.
func (s *search) waysOn(of *step, fields Fields) branches {
	b := branches{fields: fields &^ of.changed, again: fields & of.changed &^ s.sized}
	b.open = b.fields & s.Personal
	b.count = b.open.count()
	b.count += (b.fields &^ s.sized).count()
	for f := range (b.again | b.fields&s.sized).all {
		b.count += s.space.count(f)
	}
	return b
}

// expand adds the ways on from a step. Where the estimate depends on a field, each value
// of it may lead to the cheapest request. Of another field one value is enough, as long as
// no rule that reads the field denies what follows.
func (s *search) expand(of *step, b *branches) {
	for f := range b.fields.all {
		if suggested := b.outcome.suggested; f == s.fieldOf(b) && suggested != 0 {
			s.push(of.with(f, suggested, b.rule))
			if !s.sized.has(f) {
				continue
			}
		}
		values := s.allowed(f)
		if !s.sized.has(f) {
			values = values[:min(len(values), 1)]
		}
		for _, value := range values {
			s.push(of.with(f, value, b.rule))
		}
	}
	for f := range b.again.all {
		for _, value := range s.allowed(f) {
			s.push(of.with(f, value, b.rule))
		}
		if f == s.fieldOf(b) && b.outcome.suggested != 0 {
			s.push(of.with(f, b.outcome.suggested, b.rule))
		}
	}
	for f := range b.open.all {
		open := *of
		open.open |= 1 << f
		s.push(&open)
	}
}

// fieldOf returns the field that a violation of the rule names; -1 for none.
func (s *search) fieldOf(b *branches) int { return s.rules[b.rule].field }

func (of *step) with(field int, value uint8, rule int) *step {
	next := *of
	next.at[field] = value
	next.changed |= 1 << field
	next.why[field] = int16(rule) // #nosec G115 -- there are some hundred rules
	return &next
}

// allowed returns the values to try for a field: those that no rule denies which reads
// only this field.
func (s *search) allowed(field int) []uint8 {
	return s.space.allowed(field, func(value uint8) bool {
		for i := range s.rules {
			r := &s.rules[i]
			if r.reads == 1<<field && !r.Native && !r.Sized && s.verdict(i, point{}.with(field, value)).denies {
				return false
			}
		}
		return true
	})
}

// verdict returns what a rule that is neither native nor sized says of a request.
func (s *search) verdict(i int, at point) verdict {
	r := &s.rules[i]
	place := at.masked(r.reads)
	outcome, known := r.known[place]
	if !known {
		if s.over == nil || s.overAt != at { // several rules are asked about one request
			s.over, s.overAt = s.Over(s.space.request(at), request.Estimate{}), at
		}
		suggestion, denies := s.over(i)
		outcome = verdict{denies, s.space.add(r.field, suggestion)}
		r.known[place] = outcome
	}
	return outcome
}

// kind is what makes steps of one rank as good as each other: they change the same fields
// and cost the same.
type kind struct {
	changed, open Fields
	size          point
}

func (s *search) kindOf(of *step) kind { return kind{of.changed, of.open, of.at.masked(s.sized)} }

// settle asks the adapter about the doubtful steps that may be the best, and returns those
// to look at again.
func (s *search) settle(ctx context.Context, doubtful, accepted []*step) (again []*step, err error) {
	done, first := map[kind]bool{}, map[kind]*step{}
	for _, of := range accepted {
		done[s.kindOf(of)] = true
	}
	for _, of := range doubtful {
		k := s.kindOf(of)
		if done[k] || s.Most <= 1 && s.beaten(of, accepted) {
			continue
		}
		if best, has := first[k]; !has || s.space.compare(of.at, best.at) < 0 {
			first[k] = of
		}
		again = append(again, of)
	}
	if len(first) == 0 {
		return nil, nil
	}
	return again, s.ask(ctx, s.promising(slices.Collect(maps.Values(first))))
}

// beaten reports whether one of the accepted steps costs no more.
func (s *search) beaten(of *step, accepted []*step) bool {
	size, known := s.size(of.at)
	return known && slices.ContainsFunc(accepted, func(a *step) bool { return compareEstimates(s.cost(a), size) <= 0 })
}

// promising returns which of the steps to ask about: where one fix is wanted, the
// cheapest of those whose cost is known, before the others.
func (s *search) promising(steps []*step) (points []point) {
	var cheapest *step
	for _, of := range steps {
		size, known := s.size(of.at)
		switch {
		case s.Most > 1 || !known:
			points = append(points, of.at)
		case cheapest == nil || cmp.Or(compareEstimates(size, s.cost(cheapest)), s.space.compare(of.at, cheapest.at)) < 0:
			cheapest = of
		}
	}
	if cheapest != nil {
		points = append(points, cheapest.at)
	}
	return points
}

// ask asks the adapter about requests.
func (s *search) ask(ctx context.Context, points []point) error {
	slices.SortFunc(points, s.space.compare)
	requests := make([]request.Request, len(points))
	for i, at := range points {
		requests[i] = s.space.request(at)
	}
	answers, err := s.Ask(ctx, requests)
	if err != nil {
		return err
	}
	for i, a := range answers {
		s.learn(points[i], a)
	}
	return nil
}

// result returns the best of the accepted steps, confirmed by the adapter's own answers
// to them.
func (s *search) result(ctx context.Context, accepted []*step) (Result, error) {
	best := s.best(accepted)
	var doubtful []point
	for _, of := range best {
		if _, own := s.asked[of.at]; !own {
			doubtful = append(doubtful, of.at)
		}
	}
	if len(doubtful) > 0 {
		if err := s.ask(ctx, doubtful); err != nil || s.contradicted {
			return Result{}, err
		}
	}
	result := s.summary()
	for _, of := range best {
		result.Fixes = append(result.Fixes, s.fix(of))
	}
	return result, nil
}

// best returns the steps to offer: the cheapest first, and no two that change the same
// fields and cost the same.
func (s *search) best(accepted []*step) []*step {
	slices.SortFunc(accepted, func(a, b *step) int {
		return cmp.Or(compareEstimates(s.cost(a), s.cost(b)), compareFields(a.changed|a.open, b.changed|b.open), s.space.compare(a.at, b.at))
	})
	type kind struct {
		fields Fields
		cost   request.Money
	}
	taken := map[kind]bool{}
	return slices.DeleteFunc(accepted, func(of *step) bool {
		k := kind{of.changed | of.open, s.cost(of).KnownTotal}
		gone := taken[k] || len(taken) >= max(s.Most, 1)
		taken[k] = true
		return gone
	})
}

// size returns the estimate of a request, where it is known.
func (s *search) size(at point) (request.Estimate, bool) {
	if own, asked := s.asked[at]; asked {
		return own.Estimate, true
	}
	place := at.masked(s.sized)
	size, known := s.sizes[place]
	if !known && s.Size != nil && !s.distrusts {
		if size, known = s.Size(s.space.request(place)); known {
			s.sizes[place] = size
		}
	}
	return size, known
}

func (s *search) cost(of *step) request.Estimate {
	size, _ := s.size(of.at)
	return size
}

// compareEstimates puts what is known before what is not, and the lower first.
func compareEstimates(a, b request.Estimate) int {
	unpriced := func(e request.Estimate) (n int) {
		for _, item := range e.Items {
			if item.Counted() && !item.MonthlyCost.Known {
				n++
			}
		}
		return n
	}
	return cmp.Or(cmp.Compare(unpriced(a), unpriced(b)), cmp.Compare(a.KnownTotal.Cents, b.KnownTotal.Cents))
}

// compareFields orders sets of fields by the first field that they do not share.
func compareFields(a, b Fields) int {
	differ := a ^ b
	switch lowest := differ & -differ; {
	case differ == 0:
		return 0
	case a&lowest != 0:
		return -1
	default:
		return 1
	}
}

func (s *search) fix(of *step) Fix {
	out := Fix{Request: s.space.request(of.at), Estimate: s.cost(of)}
	for f := range of.changed.all {
		out.Changes = append(out.Changes, request.Change{
			Field: described[f].Name, From: s.space.value(f, 0), To: s.space.value(f, of.at[f]), PolicyID: s.rules[of.why[f]].ID,
		})
	}
	slices.SortFunc(out.Changes, func(a, b request.Change) int {
		return cmp.Compare(described[fieldNumber(a.Field)].Influence, described[fieldNumber(b.Field)].Influence)
	})
	for f := range of.open.all {
		out.Open = append(out.Open, described[f].Name)
	}
	slices.Sort(out.Open)
	return out
}
