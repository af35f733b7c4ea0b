package space

import (
	"cmp"
	"context"
	"slices"

	"platform.internal/platform-core/request"
)

// askable returns the fields that a rule may ask a person for. One that reads nothing else
// asks only where it denies the request as it is.
func (s *search) askable() (fields Fields) {
	for i := range s.rules {
		if r := &s.rules[i]; r.Asks != 0 && (r.reads.count() > 1 || s.breaks(point{}, i)) {
			fields |= r.Asks
		}
	}
	return fields
}

// needed reports whether a point changes no field without need. For each field that it leaves to a
// person a rule has to ask. With any of its changed or open fields as in the original request, a rule
// has to deny.
func (t *attempt) needed(ctx context.Context, at point) (bool, error) {
	chosen := at.closed(at.opened())
	for f := range at.opened().all {
		asked := false
		for i := range t.rules {
			if !t.rules[i].Asks.has(f) {
				continue
			}
			v, err := t.settled(ctx, i, chosen)
			if err != nil || t.contradicted {
				return false, err
			}
			asked = asked || v.denies
		}
		if !asked {
			return false, nil
		}
	}
	whole := at.changed()
	for some := (whole - 1) & whole; ; some = (some - 1) & whole {
		t.Budget.Spend(len(t.rules))
		denied, err := t.brokenAt(ctx, at.masked(some), t.all())
		if !denied || err != nil || t.contradicted || some == 0 {
			return denied, err
		}
	}
}

// asking returns the rules that ask for a field which an accepted point leaves to a person:
// those on the field before others, and those that the denied request breaks before those
// that only the point does. One that asks for its own field too is left out, where it is not
// the only one.
func (s *search) asking(at point, field int) (rules []int) {
	var elsewhere []int
	chosen := at.closed(at.opened())
	for i := range s.rules {
		switch r := &s.rules[i]; {
		case !r.Asks.has(field) || !s.breaks(chosen, i):
		case r.field != field && r.field >= 0 && at.opened().has(r.field):
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
		if !s.breaks(point{}, i) {
			n++
		}
		return n
	}
	slices.SortStableFunc(rules, func(a, b int) int { return cmp.Compare(weight(a), weight(b)) })
	return rules
}

// beside returns how many fields a point leaves to a person for rules on other fields only.
func (s *search) beside(at point) (n int) {
	for f := range at.opened().all {
		if !slices.ContainsFunc(s.asking(at, f), func(i int) bool { return s.rules[i].field == f }) {
			n++
		}
	}
	return n
}

// fix returns a way as a fix.
func (s *search) fix(w way) Fix {
	at := w.at.closed(w.at.opened())
	size, _ := s.size(at)
	out := Fix{Request: s.domain.request(at), Estimate: size}
	for f := range at.changed().all {
		out.Changes = append(out.Changes, request.Change{
			Field: described[f].Name, From: s.domain.value(f, 0), To: s.domain.value(f, at[f]), PolicyID: s.rules[s.reason(w.at, f)].ID,
		})
	}
	slices.SortFunc(out.Changes, func(a, b request.Change) int {
		return cmp.Compare(described[fieldNumber(a.Field)].Influence, described[fieldNumber(b.Field)].Influence)
	})
	for f := range w.at.opened().all {
		for _, i := range s.asking(w.at, f) {
			out.Open = append(out.Open, Open{described[f].Name, s.rules[i].ID})
		}
	}
	return out
}

// reason returns the rule for which a field of a point has changed: of those that may deny the
// point without that change, rather one that the denied request breaks, then one on the field, and
// then one that the point keeps whatever a person chooses.
func (s *search) reason(at point, field int) (rule int) {
	at = at.closed(at.opened())
	back, most := at.with(field, 0), -1
	for i := range s.rules {
		r := &s.rules[i]
		v, ok := s.outcome(i, back)
		unpriced := r.Sized && s.sizing.has(field) // whether that estimate is known depends on what was asked before
		if !r.helpful.has(field) || ok && !v.denies && !unpriced {
			continue
		}
		weight := 0
		for bit, is := range []bool{ok && !unpriced, !s.breaks(at, i), r.field == field, s.breaks(point{}, i)} {
			if is {
				weight |= 1 << bit
			}
		}
		if weight > most {
			rule, most = i, weight
		}
	}
	if most < 0 && field != regionField { // where the region is another one, for its price
		return s.reason(at, regionField)
	}
	return rule
}
