package space

import (
	"cmp"
	"context"
	"slices"
)

// solveGroup returns the best solutions of the rules on a group of fields: those of the first rank that has
// solutions. A set of fields without a solution grows by a field of a rule that denied. That finds every
// solution: a rule denies the smaller set, and reads a field that the smaller set lacks.
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

// rank orders sets of fields: the search tries a lower rank first.
type rank struct{ changedLast, open, size int }

func (s *search) rank(set Fields) rank {
	last := 0
	for _, name := range s.ChangedLast { // an earlier field counts more than all later fields
		last *= 2
		if set&FieldsNamed(name) != 0 {
			last++
		}
	}
	return rank{last, (set & s.openable).count(), set.count()}
}

func (s *search) compareSets(a, b Fields) int {
	x, y := s.rank(a), s.rank(b)
	return cmp.Or(cmp.Compare(x.changedLast, y.changedLast), cmp.Compare(x.open, y.open), cmp.Compare(x.size, y.size),
		compareFields(a, b))
}

// attempt is the search with one set of fields.
type attempt struct {
	*search
	set Fields
	// conflicting are the fields of the rules that rejected values. A solution also changes one of them.
	conflicting Fields
}

// solveSets returns the best solutions that change the sets of fields of the attempts, which have one rank.
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
		for _, one := range from {
			starts = append(starts, start{one, t})
		}
	}
	slices.SortStableFunc(starts, func(a, b start) int { return compareEstimates(a.estimate, b.estimate) })
	for _, from := range starts {
		best := s.best(found)
		isEnough := len(best) >= s.most() &&
			(s.IgnoreCost || compareEstimates(best[len(best)-1].estimate, from.solution.estimate) <= 0)
		if s.limitReached || isEnough {
			break
		}
		one, ok, err := from.solveFrom(ctx, from.at, rules)
		if err != nil || s.contradicted {
			return nil, err
		}
		if ok {
			found = append(found, one)
		}
	}
	return s.best(found), nil
}

// untouchedDenial returns the fields of a rule that denies the request and reads no field of a set: a
// solution changes one of them. If there are several such rules, it takes the rule with the fewest fields.
func (s *search) untouchedDenial(set Fields, rules []int) (fewest Fields) {
	for _, i := range rules {
		fields := s.rules[i].canSatisfy
		if fields&set == 0 && s.isDenied(point{}, i) && !(s.rules[i].ReadsEstimate && s.hasNoEstimate(point{})) &&
			(fewest == 0 || fields.count() < fewest.count()) {
			fewest = fields
		}
	}
	return fewest
}

// fieldWithoutValue looks for a field of a set without an acceptable value: rules that read only this field of
// the set deny each of its values. It returns the fields of these rules; none if each field has a value.
func (s *search) fieldWithoutValue(set Fields, rules []int) (conflicting Fields) {
	for f := range (set &^ s.openable).all {
		due := filter(rules, func(i int) bool {
			return s.reads(i)&set == 1<<f && !s.rules[i].FromAdapter && !s.rules[i].ReadsEstimate
		})
		conflicting = 0
		hasValue := slices.ContainsFunc(s.orderedValues(f, point{}, due), func(value uint16) bool {
			s.Budget.Spend(1 + len(due))
			at := slices.IndexFunc(due, func(i int) bool { return s.isDenied(point{}.with(f, value), i) })
			if at >= 0 {
				s.rejections[due[at]]++
				conflicting |= s.rules[due[at]].canSatisfy
			}
			return at < 0
		})
		if !hasValue && conflicting != 0 {
			return conflicting
		}
	}
	return 0
}

// starts returns a point with its estimate for each combination of values of the fields in the set that the
// estimate depends on. All other fields are as they were.
func (t *attempt) starts(ctx context.Context, rules []int) (list []solution, err error) {
	var points []point
	changes := t.set & t.estimateFields &^ t.openable
	plain := filter(rules, func(i int) bool { return !t.rules[i].ReadsEstimate && !t.rules[i].FromAdapter })
	_, err = t.assign(ctx, t.plan(changes, t.set, plain, false), point{}, func(at point) (bool, error) {
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
	var asked []point
	for _, at := range points {
		if _, ok := t.estimate(at); !ok {
			whole, err := t.complete(ctx, at, plain)
			if err != nil {
				return nil, err
			}
			asked = append(asked, whole)
		}
	}
	if err := t.askEstimates(ctx, asked); err != nil || t.contradicted {
		return nil, err
	}
	for _, at := range points {
		estimate, _ := t.estimate(at)
		list = append(list, solution{at, estimate})
	}
	return list, nil
}

// complete returns a point with values of the rest of the set that some rules accept: a request that the
// adapter is asked about is then likely to be the fix.
func (t *attempt) complete(ctx context.Context, at point, rules []int) (point, error) {
	left := t.set &^ at.changedFields()
	_, err := t.assign(ctx, t.plan(left, left, rules, false), at, func(whole point) (bool, error) {
		at = whole
		return true, nil
	})
	return at, err
}

// solveFrom returns the first solution that changes each field of the set, from a point at which some of
// them are changed. It solves the others in groups, so that no rule reads fields of two groups.
func (t *attempt) solveFrom(ctx context.Context, from point, rules []int) (found solution, ok bool, err error) {
	at, left := from, t.set&^from.changedFields()
	groups := append([]Fields{0}, t.groups(left, rules, 0)...)
	noEstimate := t.hasNoEstimate(from)
	if noEstimate { // another of the fields may have to change before there is an estimate
		groups = []Fields{left}
	}
	reading := filter(rules, func(i int) bool {
		return t.reads(i)&t.set != 0 || noEstimate && t.rules[i].ReadsEstimate
	})
	before := t.conflicting
	for _, group := range groups {
		// The rules that read some of the group; for no group, those whose fields all have values.
		some := filter(reading, func(i int) bool {
			rest := t.reads(i) & left
			return group == left && group != 0 || group == 0 && rest == 0 || rest&group != 0
		})
		t.conflicting = before // the groups before have values that no rule denies
		ok, err := t.assign(ctx, t.plan(group, left, some, noEstimate), from, func(next point) (bool, error) {
			at = at.merge(next)
			return true, nil
		})
		if !ok || err != nil || t.contradicted {
			return found, false, err
		}
	}
	if ok, err = t.isOfferable(ctx, at); !ok || err != nil {
		return found, false, err
	}
	estimate, _ := t.estimate(at)
	return solution{at, estimate}, true, nil
}

// isOfferable reports whether a point that no rule denies is a good fix: it does not choose a region for its
// missing prices, and it leaves no field to the user without need.
func (t *attempt) isOfferable(ctx context.Context, at point) (bool, error) {
	if t.set.has(regionField) && !t.IgnoreCost {
		if hides, err := t.hidesPrices(ctx, at); hides || err != nil || t.contradicted {
			t.conflicting |= t.EstimateReads | 1<<regionField
			return false, err
		}
	}
	if at.openFields() != 0 {
		return t.isMinimal(ctx, at)
	}
	return true, nil
}
