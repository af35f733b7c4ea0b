package space

import (
	"cmp"
	"context"
	"slices"

	"platform.internal/platform-core/request"
)

// askableFields returns the fields that may be left to the user. A rule that reads only one field asks for
// it only if the rule denies the request as it is.
func (s *search) askableFields() (fields Fields) {
	for i := range s.rules {
		if r := &s.rules[i]; r.UserFields != 0 && (r.reads.count() > 1 || s.isDenied(point{}, i)) {
			fields |= r.UserFields
		}
	}
	return fields
}

// isMinimal reports whether a point changes and opens no field without need. A rule on each open field has
// to deny the field's present value. A rule has to deny the point without any one of its changes.
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
		denied, err := t.denied(ctx, at.only(some), t.allRules())
		if !denied || err != nil || t.contradicted || some == 0 {
			return denied, err
		}
	}
}

// askingRules returns the rules that ask the user for an open field of an accepted point. Rules on the field
// come first, and rules that deny the original request before rules that deny only the point. A rule that
// also asks for its own field is left out, unless there is no other.
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
		return elsewhere[:min(len(elsewhere), 1)]
	}
	slices.SortStableFunc(rules, func(a, b int) int {
		return cmp.Or(compareFlags(s.rules[b].ownField == field, s.rules[a].ownField == field),
			compareFlags(s.isDenied(point{}, b), s.isDenied(point{}, a)))
	})
	return rules
}

// compareFlags orders false before true.
func compareFlags(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	default:
		return -1
	}
}

// openForOthers returns how many fields a point leaves to the user only for rules on other fields.
func (s *search) openForOthers(at point) (n int) {
	for f := range at.openFields().all {
		if !slices.ContainsFunc(s.askingRules(at, f), func(i int) bool { return s.rules[i].ownField == f }) {
			n++
		}
	}
	return n
}

// newFix returns a solution as a fix.
func (s *search) newFix(one solution) Fix {
	at := one.at.reset(one.at.openFields())
	estimate, _ := s.estimate(at)
	out := Fix{Request: s.domain.request(at), Estimate: estimate}
	for f := range at.changedFields().all {
		out.Changes = append(out.Changes, request.Change{
			Field: requestFields[f].Name, From: s.domain.value(f, 0), To: s.domain.value(f, at[f]),
			PolicyID: s.rules[s.changeReason(one.at, f)].ID,
		})
	}
	slices.SortFunc(out.Changes, func(a, b request.Change) int {
		return cmp.Compare(requestFields[fieldNumber(a.Field)].Influence, requestFields[fieldNumber(b.Field)].Influence)
	})
	for f := range one.at.openFields().all {
		for _, i := range s.askingRules(one.at, f) {
			out.Open = append(out.Open, OpenField{requestFields[f].Name, s.rules[i].ID})
		}
	}
	return out
}

// changeReason returns the rule for which a field of a point has changed: one that may deny the point
// without that change. It prefers a rule that denies the original request, then a rule on the field, and
// then a rule that accepts the point for all values of its open fields.
func (s *search) changeReason(at point, field int) (rule int) {
	at = at.reset(at.openFields())
	back, most := at.with(field, 0), -1
	for i := range s.rules {
		r := &s.rules[i]
		v, ok := s.verdict(i, back)
		isUnsure := r.ReadsEstimate && s.estimateFields.has(field) // earlier questions decide whether that estimate is known
		if !r.canSatisfy.has(field) || ok && !v.denies && !isUnsure {
			continue
		}
		weight := 0
		for bit, holds := range []bool{ok && !isUnsure, !s.isDenied(at, i), r.ownField == field, s.isDenied(point{}, i)} {
			if holds {
				weight |= 1 << bit
			}
		}
		if weight > most {
			rule, most = i, weight
		}
	}
	if most < 0 && field != regionField { // the region has changed for its price
		return s.changeReason(at, regionField)
	}
	return rule
}
