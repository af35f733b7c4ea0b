package space

import (
	"cmp"
	"context"
	"slices"

	"platform.internal/platform-core/request"
)

// askableFields returns the fields that the search may leave to the user. A rule that reads only one field counts
// only if it denies the original request.
func (s *search) askableFields() (fields Fields) {
	for i := range s.rules {
		if r := &s.rules[i]; r.UserFields != 0 && (r.reads.count() > 1 || s.isDenied(point{}, i)) {
			fields |= r.UserFields
		}
	}
	return fields
}

// isMinimal reports whether every change and every open field of a point is necessary. For each open field, a rule
// on the field must deny the present value. For each subset of the changes that lacks at least one change, a rule
// must deny the point.
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
		rejected, err := t.askDenied(ctx, at.only(some), t.allRules())
		if !rejected && err == nil && !t.contradicted && some.has(regionField) && !t.IgnoreCost {
			rejected, err = t.hidesPrices(ctx, at.only(some))
		}
		if !rejected || err != nil || t.contradicted || some == 0 {
			return rejected, err
		}
	}
}

// askingRules returns the rules that ask the user for an open field of an accepted point. Rules on the field come
// first, and rules that deny the original request before rules that deny only the point. It leaves out a rule
// whose own field is another open field. If there are only such rules, it returns the first rule.
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
	weight := func(i int) int { return weigh(s.isDenied(point{}, i), s.rules[i].ownField == field) }
	slices.SortStableFunc(rules, func(a, b int) int { return cmp.Compare(weight(b), weight(a)) })
	return rules
}

// weigh returns a number that is greater if a later condition holds.
func weigh(conditions ...bool) (weight int) {
	for bit, holds := range conditions {
		if holds {
			weight |= 1 << bit
		}
	}
	return weight
}

// openForOthers counts the open fields of a point for which no rule on the field itself asks the user.
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
	influence := func(c request.Change) int { return requestFields[request.FieldIndex(c.Field)].Influence }
	slices.SortFunc(out.Changes, func(a, b request.Change) int { return cmp.Compare(influence(a), influence(b)) })
	for f := range one.at.openFields().all {
		for _, i := range s.askingRules(one.at, f) {
			out.Open = append(out.Open, OpenField{requestFields[f].Name, s.rules[i].ID})
		}
	}
	return out
}

// changeReason returns a rule that explains the change of a field: without this change the rule may deny the
// point. Open fields have their original values. It prefers a rule that denies the original request. After that it
// prefers a rule on the field. The third preference is a rule that is not known to deny the point with all its
// changes. The last is a rule that is known to deny the point without this change.
func (s *search) changeReason(at point, field int) (rule int) {
	at = at.reset(at.openFields())
	back, greatest := at.with(field, 0), -1
	for i := range s.rules {
		r := &s.rules[i]
		v, ok := s.verdict(i, back)
		// Whether this estimate is known depends on earlier questions to the adapter.
		isUnsure := r.ReadsEstimate && s.estimateFields.has(field)
		if !r.canSatisfy.has(field) || ok && !v.denies && !isUnsure {
			continue
		}
		weight := weigh(ok && !isUnsure, !s.isDenied(at, i), r.ownField == field, s.isDenied(point{}, i))
		if weight > greatest {
			rule, greatest = i, weight
		}
	}
	if greatest < 0 && field != regionField { // the region has changed for its price
		return s.changeReason(at, regionField)
	}
	return rule
}
