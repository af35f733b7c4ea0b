package space

import (
	"cmp"
	"context"
	"slices"

	"platform.internal/platform-core/request"
)

// askable returns the fields that a rule may ask a person for. One that reads nothing else
// asks only where it denies the request as it is.
func (s *search) askableFields() (fields Fields) {
	for i := range s.rules {
		if r := &s.rules[i]; r.UserFields != 0 && (r.reads.count() > 1 || s.isDenied(point{}, i)) {
			fields |= r.UserFields
		}
	}
	return fields
}

// needed reports whether a point changes no field without need. For each field that it leaves to a
// person a rule has to ask. With any of its changed or open fields as in the original request, a rule
// has to deny.
func (t *attempt) isMinimal(ctx context.Context, at point) (bool, error) {
	chosen := at.reset(at.openFields())
	for f := range at.openFields().all {
		asked := false
		for i := range t.rules {
			if !t.rules[i].UserFields.has(f) {
				continue
			}
			v, err := t.askVerdict(ctx, i, chosen)
			if err != nil || t.contradicted {
				return false, err
			}
			asked = asked || v.denies
		}
		if !asked {
			return false, nil
		}
	}
	whole := at.changedFields()
	for some := (whole - 1) & whole; ; some = (some - 1) & whole {
		t.Budget.Spend(len(t.rules))
		denied, err := t.denied(ctx, at.only(some), t.all())
		if !denied || err != nil || t.contradicted || some == 0 {
			return denied, err
		}
	}
}

// asking returns the rules that ask for a field which an accepted point leaves to a person:
// those on the field before others, and those that the denied request breaks before those
// that only the point does. One that asks for its own field too is left out, where it is not
// the only one.
func (s *search) askingRules(at point, field int) (rules []int) {
	var elsewhere []int
	chosen := at.reset(at.openFields())
	for i := range s.rules {
		switch r := &s.rules[i]; {
		case !r.UserFields.has(field) || !s.isDenied(chosen, i):
		case r.ownField != field && r.ownField >= 0 && at.openFields().has(r.ownField):
			elsewhere = append(elsewhere, i)
		default:
			rules = append(rules, i)
		}
	}
	if len(rules) == 0 {
		rules = elsewhere[:min(len(elsewhere), 1)]
	}
	weight := func(i int) (n int) {
		if s.rules[i].ownField != field {
			n = 2
		}
		if !s.isDenied(point{}, i) {
			n++
		}
		return n
	}
	slices.SortStableFunc(rules, func(a, b int) int { return cmp.Compare(weight(a), weight(b)) })
	return rules
}

// beside returns how many fields a point leaves to a person for rules on other fields only.
func (s *search) openForOthers(at point) (n int) {
	for f := range at.openFields().all {
		if !slices.ContainsFunc(s.askingRules(at, f), func(i int) bool { return s.rules[i].ownField == f }) {
			n++
		}
	}
	return n
}

// fix returns a way as a fix.
func (s *search) newFix(w solution) Fix {
	at := w.at.reset(w.at.openFields())
	size, _ := s.estimate(at)
	out := Fix{Request: s.domain.request(at), Estimate: size}
	for f := range at.changedFields().all {
		out.Changes = append(out.Changes, request.Change{
			Field: requestFields[f].Name, From: s.domain.value(f, 0), To: s.domain.value(f, at[f]), PolicyID: s.rules[s.changeReason(w.at, f)].ID,
		})
	}
	slices.SortFunc(out.Changes, func(a, b request.Change) int {
		return cmp.Compare(requestFields[fieldNumber(a.Field)].Influence, requestFields[fieldNumber(b.Field)].Influence)
	})
	for f := range w.at.openFields().all {
		for _, i := range s.askingRules(w.at, f) {
			out.Open = append(out.Open, OpenField{requestFields[f].Name, s.rules[i].ID})
		}
	}
	return out
}

// reason returns the rule for which a field of a point has changed: of those that may deny the
// point without that change, rather one that the denied request breaks, then one on the field, and
// then one that the point keeps whatever a person chooses.
func (s *search) changeReason(at point, field int) (rule int) {
	at = at.reset(at.openFields())
	back, most := at.with(field, 0), -1
	for i := range s.rules {
		r := &s.rules[i]
		v, ok := s.verdict(i, back)
		unpriced := r.ReadsEstimate && s.estimateFields.has(field) // whether that estimate is known depends on what was asked before
		if !r.canSatisfy.has(field) || ok && !v.denies && !unpriced {
			continue
		}
		weight := 0
		for bit, is := range []bool{ok && !unpriced, !s.isDenied(at, i), r.ownField == field, s.isDenied(point{}, i)} {
			if is {
				weight |= 1 << bit
			}
		}
		if weight > most {
			rule, most = i, weight
		}
	}
	if most < 0 && field != regionField { // where the region is another one, for its price
		return s.changeReason(at, regionField)
	}
	return rule
}
