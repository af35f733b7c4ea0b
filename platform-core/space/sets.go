package space

import (
	"cmp"
	"context"
	"slices"
)

// ways returns the best ways that satisfy the rules on a group of fields: those of the first
// rank that has some. A set of fields that does not lead there grows by a field of a rule that
// denied: with the values of a larger set that does, one of these rules denies the smaller one,
// and reads one of the fields that it lacks.
func (s *search) solveGroup(ctx context.Context, group Fields, rules []int) ([]solution, error) {
	sets, seen := []Fields{0}, map[Fields]bool{0: true}
	for len(sets) > 0 && !s.limitReached {
		slices.SortFunc(sets, s.compareSets)
		count := 1
		for count < len(sets) && s.rank(sets[count]) == s.rank(sets[0]) {
			count++
		}
		var attempts []attempt
		for _, set := range sets[:count] {
			attempts = append(attempts, attempt{search: s, set: set})
		}
		sets = slices.Clone(sets[count:])
		found, err := s.solveSets(ctx, attempts, rules)
		if err != nil || s.contradicted || len(found) > 0 {
			return found, err
		}
		for _, t := range attempts {
			for f := range (t.conflicting & group &^ t.set).all {
				if next := t.set | 1<<f; !seen[next] {
					seen[next] = true
					sets = append(sets, next)
				}
			}
		}
	}
	return nil, nil
}

// rank orders sets of fields: lower ones come first.
type rank struct{ left, open, size int }

func (s *search) rank(set Fields) rank {
	left := 0
	for _, name := range s.ChangedLast { // the earlier a field, the more it counts
		left *= 2
		if set&FieldsNamed(name) != 0 {
			left++
		}
	}
	return rank{left, (set & s.openable).count(), set.count()}
}

func (s *search) compareSets(a, b Fields) int {
	x, y := s.rank(a), s.rank(b)
	return cmp.Or(cmp.Compare(x.left, y.left), cmp.Compare(x.open, y.open), cmp.Compare(x.size, y.size), compareFields(a, b))
}

// broken returns the fewest fields of a rule that denies the request and reads none of a set: each
// way changes one of them.
func (s *search) untouchedDenial(set Fields, rules []int) (fewest Fields) {
	for _, i := range rules {
		ways := s.rules[i].canSatisfy
		if ways&set == 0 && s.isDenied(point{}, i) && !(s.rules[i].ReadsEstimate && s.hasNoEstimate(point{})) && (fewest == 0 || ways.count() < fewest.count()) {
			fewest = ways
		}
	}
	return fewest
}

// try returns the best ways that change the sets of fields of attempts, which have one rank.
func (s *search) solveSets(ctx context.Context, attempts []attempt, rules []int) (found []solution, err error) {
	type start struct {
		solution
		*attempt
	}
	var starts []start
	for i := range attempts {
		t := &attempts[i]
		if t.conflicting = s.untouchedDenial(t.set, rules); t.conflicting == 0 {
			t.conflicting = s.fieldWithoutValue(t.set, rules)
		}
		if t.conflicting != 0 {
			continue
		}
		from := []solution{{}}
		if !s.IgnoreCost {
			if from, err = t.starts(ctx, rules); err != nil || s.contradicted {
				return nil, err
			}
		}
		for _, w := range from {
			starts = append(starts, start{w, t})
		}
	}
	slices.SortStableFunc(starts, func(a, b start) int { return compareEstimates(a.estimate, b.estimate) })
	for _, from := range starts {
		if best := s.best(found); s.limitReached || len(best) >= s.most() && (s.IgnoreCost || compareEstimates(best[len(best)-1].estimate, from.estimate) <= 0) {
			break
		}
		ways, err := from.solveFrom(ctx, from.at, rules)
		if err != nil || s.contradicted {
			return nil, err
		}
		found = append(found, ways...)
	}
	return s.best(found), nil
}

// hopeless returns the fields of the rules that deny each value of one of the fields of a set, whatever
// the others have; none where each field has a value that they do not deny.
func (s *search) fieldWithoutValue(set Fields, rules []int) (denying Fields) {
	for f := range (set &^ s.openable).all {
		due := slices.DeleteFunc(slices.Clone(rules), func(i int) bool {
			return s.reads(i)&set != 1<<f || s.rules[i].FromAdapter || s.rules[i].ReadsEstimate
		})
		denying = 0
		helps := slices.ContainsFunc(s.orderedValues(f, point{}, due), func(value uint16) bool {
			s.Budget.Spend(1 + len(due))
			at := slices.IndexFunc(due, func(i int) bool { return s.isDenied(point{}.with(f, value), i) })
			if at >= 0 {
				s.rejections[due[at]]++
				denying |= s.rules[due[at]].canSatisfy
			}
			return at < 0
		})
		if !helps && denying != 0 {
			return denying
		}
	}
	return 0
}

// byEstimate returns a way for each combination of values that the estimate depends on of a set of
// fields, with its estimate: all others are as they were.
func (t *attempt) starts(ctx context.Context, rules []int) (ways []solution, err error) {
	var points []point
	changes := t.set & t.estimateFields &^ t.openable
	of := slices.DeleteFunc(slices.Clone(rules), func(i int) bool { return t.rules[i].ReadsEstimate || t.rules[i].FromAdapter })
	_, err = t.assign(ctx, t.plan(changes, t.set, of, false), point{}, func(at point) (bool, error) {
		for _, i := range rules {
			if t.reads(i)&t.set&^changes == 0 && t.reads(i)&t.set != 0 && t.isDenied(at, i) && !t.hasNoEstimate(at) {
				t.conflicting |= t.rules[i].canSatisfy
				return false, nil
			}
		}
		points = append(points, at)
		return false, nil
	})
	if err != nil {
		return nil, err
	}
	var likely []point
	for _, at := range points {
		if _, ok := t.estimate(at); !ok {
			whole, err := t.complete(ctx, at, of)
			if err != nil {
				return nil, err
			}
			likely = append(likely, whole)
		}
	}
	if err := t.askEstimates(ctx, likely); err != nil || t.contradicted {
		return nil, err
	}
	for _, at := range points {
		cost, _ := t.estimate(at)
		ways = append(ways, solution{at, cost})
	}
	return ways, nil
}

// completed returns a point with values of the rest of a set that some rules accept, so that what
// the adapter is asked about is likely to be the fix.
func (t *attempt) complete(ctx context.Context, at point, rules []int) (point, error) {
	left := t.set &^ at.changedFields()
	_, err := t.assign(ctx, t.plan(left, left, rules, false), at, func(whole point) (bool, error) {
		at = whole
		return true, nil
	})
	return at, err
}

// change returns the first way that changes each field of a set, from a point at which some of
// them are changed. The others are decided in groups that no rule reads together.
func (t *attempt) solveFrom(ctx context.Context, from point, rules []int) ([]solution, error) {
	at, left := from, t.set&^from.changedFields()
	groups := append([]Fields{0}, t.groups(left, rules, 0)...)
	unsized := t.hasNoEstimate(from)
	if unsized { // another of the fields may have to change before there is an estimate
		groups = []Fields{left}
	}
	of := slices.DeleteFunc(slices.Clone(rules), func(i int) bool {
		return t.reads(i)&t.set == 0 && !(unsized && t.rules[i].ReadsEstimate)
	})
	before := t.conflicting
	for _, group := range groups {
		// The rules that read some of the group; with no group, those that are decided.
		some := slices.DeleteFunc(slices.Clone(of), func(i int) bool {
			rest := t.reads(i) & left
			return group == 0 && rest != 0 || group != 0 && group != left && rest&group == 0
		})
		t.conflicting = before // a group before this one has values that no rule denies
		found, err := t.assign(ctx, t.plan(group, left, some, unsized), from, func(next point) (bool, error) {
			at = at.merge(next)
			return true, nil
		})
		if !found || err != nil || t.contradicted {
			return nil, err
		}
	}
	ok, err := t.isOfferable(ctx, at)
	if !ok || err != nil {
		return nil, err
	}
	cost, _ := t.estimate(at)
	return []solution{{at, cost}}, nil
}

// unsized reports whether the adapter cannot size a point.
func (s *search) hasNoEstimate(at point) bool {
	size, ok := s.estimate(at)
	return ok && len(size.Items) == 0
}

// takes reports whether a point that no rule denies may be offered: no region that less is
// known of, and nothing that is left to a person without need.
func (t *attempt) isOfferable(ctx context.Context, at point) (bool, error) {
	if t.set.has(regionField) && !t.IgnoreCost {
		if fled, err := t.hidesPrices(ctx, at); fled || err != nil || t.contradicted {
			t.conflicting |= t.EstimateReads | 1<<regionField
			return false, err
		}
	}
	if at.openFields() != 0 {
		return t.isMinimal(ctx, at)
	}
	return true, nil
}
