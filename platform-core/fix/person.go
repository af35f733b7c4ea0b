package fix

import "context"

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
			if s.bounded = s.bounded || len(s.asked) > s.MaxAsked; s.bounded {
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
	c := candidate{step: of}
	c.size, c.sized = s.size(of.at)
	if c.unsized() {
		return false, true
	}
	known = true
	for i := range s.rules {
		if s.without[i] {
			continue
		}
		outcome, is := s.outcome(&c, i)
		if outcome.denies {
			return false, true
		}
		known = known && is
	}
	return known, known
}

// asking returns the rule that asks for a field which an accepted step leaves to a person:
// rather one that the denied request breaks than one that only the step does.
func (s *search) asking(of *step, field int) int {
	found, c := -1, s.candidate(of)
	for i := range s.rules {
		switch {
		case !s.rules[i].Asks.has(field) || !s.breaks(c, i):
		case s.breaks(s.denied, i):
			return i
		case found < 0:
			found = i
		}
	}
	return found
}
