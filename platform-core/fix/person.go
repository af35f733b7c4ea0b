package fix

import (
	"cmp"
	"context"
	"slices"
)

// askable returns the fields that a rule may ask a person for. One that reads nothing else
// asks only where it denies the request as it is.
func (s *search) askable() (fields Fields) {
	for i := range s.rules {
		if r := &s.rules[i]; r.Asks != 0 && (r.reads.count() > 1 || s.breaks(s.denied, i)) {
			fields |= r.Asks
		}
	}
	return fields
}

// unasked returns the ways on from a candidate that leaves a field to a person although no
// rule asks for it, also none of those without which is searched: other values of what has
// changed, with which one might. Of more changes none is needed. It is not known where the
// adapter has not answered.
func (s *search) unasked(c *candidate) (ways *branches, known bool) {
	for f := range c.open.all {
		asked, is := false, true
		var reads Fields
		for i := range s.rules {
			if r := &s.rules[i]; r.Asks.has(f) {
				outcome, answered := s.outcomeWith(c, i, 0)
				asked, is, reads = asked || outcome.denies, is && answered, reads|r.ways
			}
		}
		switch {
		case asked:
		case !is:
			return nil, false
		default:
			return &branches{rule: int(c.why[f]), again: reads & c.changed &^ s.sizing}, true
		}
	}
	return nil, true
}

// needed reports whether a rule denies every request of which fewer of the fields of an
// accepted step change, or are left to a person. Otherwise one of them changes only for a
// rule to ask for another. Where nothing is left to a person, shorter ways came first.
func (s *search) needed(ctx context.Context, of *step) (bool, error) {
	if of.open == 0 {
		return true, nil
	}
	whole := of.changed | of.open
	for some := (whole - 1) & whole; ; some = (some - 1) & whole {
		fewer := &step{node: node{at: of.at.masked(some), open: of.open & some}}
		passes, known := s.passes(fewer)
		if !known {
			if s.bounded = s.bounded || len(s.asked) > s.MaxAsked || s.spent(); s.bounded {
				return true, nil
			}
			if err := s.ask(ctx, []point{fewer.at}); err != nil || s.contradicted {
				return false, err
			}
			passes, _ = s.passes(fewer)
		}
		if passes || some == 0 {
			return !passes, nil
		}
	}
}

// passes reports whether no rule denies a step, where that is known.
func (s *search) passes(of *step) (passes, known bool) {
	c := s.candidate(of)
	if c.unsized() {
		return false, true
	}
	known = true
	s.Budget.Spend(len(s.rules))
	for i := range s.rules {
		if s.without[i] {
			continue
		}
		outcome, is := s.outcome(c, i)
		if outcome.denies {
			return false, true
		}
		known = known && is
	}
	return known, known
}

// asking returns the rules that ask for a field which an accepted step leaves to a person:
// those on the field before others, and those that the denied request breaks before those
// that only the step does. One that asks for its own field too is left out, where it is not
// the only one.
func (s *search) asking(of *step, field int) (rules []int) {
	var elsewhere []int
	c := s.candidate(of)
	for i := range s.rules {
		switch r := &s.rules[i]; {
		case !r.Asks.has(field) || !s.breaks(c, i):
		case r.field != field && r.field >= 0 && of.open.has(r.field):
			elsewhere = append(elsewhere, i)
		default:
			rules = append(rules, i)
		}
	}
	if len(rules) == 0 {
		rules = elsewhere[:min(len(elsewhere), 1)]
	}
	weight := func(i int) (n int) {
		if s.rules[i].field != field {
			n = 2
		}
		if !s.breaks(s.denied, i) {
			n++
		}
		return n
	}
	slices.SortStableFunc(rules, func(a, b int) int { return cmp.Compare(weight(a), weight(b)) })
	return rules
}

// beside returns how many fields a step leaves to a person for rules on other fields only.
func (s *search) beside(of *step) (n int) {
	for f := range of.open.all {
		if !slices.ContainsFunc(s.asking(of, f), func(i int) bool { return s.rules[i].field == f }) {
			n++
		}
	}
	return n
}
