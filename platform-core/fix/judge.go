package fix

import (
	"slices"

	"platform.internal/platform-core/request"
)

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
	suggested uint16
}

// hear keeps an answer, and what it says of the estimate of every request with the same
// values in the fields that this reads.
func (s *search) hear(at point, a Answer) {
	s.asked[at] = a
	if len(a.Estimate.Items) > 0 { // else it could not be sized, which says nothing of others
		place := at.masked(s.sizing)
		if before, known := s.sizes[place]; known && before.KnownTotal != a.Estimate.KnownTotal {
			s.contradicted = true
		}
		s.sizes[place] = a.Estimate
	}
}

// learn keeps what the answer to a request says of every request with the same values in
// the fields that a rule of the adapter reads.
func (s *search) learn(at point) {
	if s.learned[at] {
		return
	}
	s.learned[at] = true
	a := s.asked[at]
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

// judge returns the ways on from the rule, of those that deny a step, from which the
// fewest lead on; nil where none denies it. It is not known whether it is accepted where
// the adapter has not answered.
func (s *search) judge(of *step) (broken *branches, known bool) {
	c := candidate{step: of}
	c.size, c.sized = s.size(of.at)
	unsized := c.unsized()
	// Rules that look at the estimate come last: of what cannot be sized, which a rule of
	// the adapter denies, that says more; and they need not be looked at for every request.
	if broken, known = s.broken(&c, unsizedRules); broken == nil && unsized && len(s.without) > 0 {
		broken = s.sizable(&c)
	}
	if broken == nil && c.sized {
		var is bool
		broken, is = s.broken(&c, func(r *rule) bool { return r.Sized })
		known = known && is
	}
	if broken == nil && c.open != 0 {
		var is bool
		broken, is = s.unasked(&c)
		known = known && is
	}
	if broken == nil && s.unpriced(&c) { // the rule is that for which the region changed
		b := s.waysOn(of, s.EstimateReads|1<<regionField)
		b.rule = int(of.why[regionField])
		broken = &b
	}
	return broken, known && c.sized
}

// unpriced reports whether a candidate is led to a region without a price: nothing is
// known there, or less than in another region that only rules on the price deny.
func (s *search) unpriced(c *candidate) bool {
	if s.InOrder || !c.sized || !c.changed.has(regionField) {
		return false
	}
	return !c.size.KnownTotal.Known || slices.ContainsFunc(s.elsewhere(c.step), func(other *step) bool {
		size, known := s.size(other.at)
		return known && len(size.Items) > 0 && unknowns(size) < unknowns(c.size)
	})
}

// elsewhere returns a step in the other regions that only rules on the price may deny.
func (s *search) elsewhere(of *step) (others []*step) {
	for _, region := range append([]uint16{0}, s.allowed(regionField)...) {
		other := of.with(regionField, region, int(of.why[regionField]))
		if region != of.at[regionField] && !s.forbidden(other) {
			others = append(others, other)
		}
	}
	return others
}

// forbidden reports whether a rule denies a step that looks at the region and not at the
// estimate: also one without which is searched, so that fewer rules accept no fewer
// requests.
func (s *search) forbidden(of *step) bool {
	c := candidate{step: of}
	for i := range s.rules {
		if r := &s.rules[i]; r.reads.has(regionField) && !r.Sized {
			if outcome, _ := s.outcome(&c, i); outcome.denies {
				return true
			}
		}
	}
	return false
}

// unsizedRules are those that do not look at the estimate.
func unsizedRules(r *rule) bool { return !r.Sized }

// sizable returns the ways on from a candidate that cannot be sized, in a search without
// some of the rules: one of the adapter's among these says so.
func (s *search) sizable(c *candidate) *branches {
	var ways Fields
	var last int
	for i := range s.rules {
		if outcome, _ := s.outcome(c, i); s.without[i] && s.rules[i].Native && outcome.denies {
			ways, last = ways|s.rules[i].ways, i
		}
	}
	if ways == 0 {
		return nil
	}
	b := s.waysOn(c.step, ways)
	b.rule = last
	return &b
}

// broken returns the ways on from one of the rules that deny a step, and whether all of
// these rules are known.
func (s *search) broken(c *candidate, among func(*rule) bool) (broken *branches, known bool) {
	known = true
	s.Budget.Spend(len(s.rules))
	for i := range s.rules {
		r := &s.rules[i]
		if s.without[i] || !among(r) {
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
	over  func(int, Fields) (request.Value, bool)
}

// unsized reports whether the adapter cannot size a candidate.
func (c *candidate) unsized() bool { return c.sized && len(c.size.Items) == 0 }

// outcome returns what a rule says of a candidate, whatever a person chooses, where that is
// known.
func (s *search) outcome(c *candidate, i int) (outcome verdict, known bool) {
	return s.outcomeWith(c, i, c.open&^s.rules[i].Given)
}

// outcomeWith is outcome where a person chooses the open fields only.
func (s *search) outcomeWith(c *candidate, i int, open Fields) (outcome verdict, known bool) {
	r := &s.rules[i]
	if open &= r.reads; open != 0 && (r.Native || r.Sized && open&s.sizing != 0) { // nobody knows
		return verdict{}, true
	}
	place := c.at.masked(r.reads).opened(open)
	own := r.Sized && c.unsized() // that it cannot be sized holds for itself only
	if outcome, known = r.known[place]; known && !own {
		return outcome, true
	}
	if r.Native || r.Sized && !c.sized {
		return verdict{}, false
	}
	if c.over == nil {
		c.over = s.Over(s.space.request(c.at), c.size)
	}
	suggestion, denies := c.over(i, open)
	outcome = verdict{denies, s.space.add(r.field, suggestion)}
	if !own {
		r.known[place] = outcome
	}
	return outcome, true
}

var regionField = fieldNumber(request.RegionField)
