package space

import (
	"cmp"
	"context"
	"slices"
)

// solveGroup returns the best solutions for the rules that read a group of fields. All of these solutions have the
// lowest rank at which a solution exists. If a set of fields has no solution, solveGroup adds one field of a rule
// that denied and tries the larger set. It misses no solution: every solution with more fields changes a field of
// such a rule.
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

// rank orders sets of fields. The search tries the lowest rank first. A rank has the weight of the fields that are
// changed last, the number of open fields, and the number of fields.
type rank [3]int

func (s *search) rank(set Fields) rank {
	last := 0
	for _, name := range s.ChangedLast { // the first field of the list has the highest weight
		last *= 2
		if set&FieldsNamed(name) != 0 {
			last++
		}
	}
	return rank{last, (set & s.openable).count(), set.count()}
}

func (s *search) compareSets(a, b Fields) int {
	x, y := s.rank(a), s.rank(b)
	return cmp.Or(slices.Compare(x[:], y[:]), compareFields(a, b))
}

// attempt is the search for a solution that changes, or leaves open, exactly the fields of set.
type attempt struct {
	*search
	set Fields
	// conflicting are fields that can satisfy the rules that rejected values. If set has no solution, every
	// solution with more fields changes at least one field of conflicting.
	conflicting Fields
}

// start is a solution from which an attempt begins.
type start struct {
	solution
	*attempt
}

// orderedStarts returns the starts of the attempts that can have a solution, the cheapest first.
func (s *search) orderedStarts(ctx context.Context, attempts []attempt, rules []int) (starts []start, err error) {
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
	return starts, nil
}

// solveSets returns the best solutions of the attempts. All attempts must have the same rank.
func (s *search) solveSets(ctx context.Context, attempts []attempt, rules []int) (found []solution, err error) {
	starts, err := s.orderedStarts(ctx, attempts, rules)
	if err != nil || s.contradicted {
		return nil, err
	}
	for _, from := range starts {
		best := s.best(found)
		isEnough := len(best) == s.MaxFixes
		if isEnough && !s.IgnoreCost {
			dearer := compareEstimates(from.solution.estimate, best[len(best)-1].estimate)
			// If the cost is equal, fewer fields may be open for rules on other fields.
			isEnough = dearer > 0 || dearer == 0 && from.set&s.openable == 0
		}
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

// untouchedDenial looks for a rule that denies the original request and that no field of the set can satisfy. It
// returns the fields that can satisfy this rule: every solution changes one of these fields. If there are several
// such rules, it takes the rule with the fewest fields. Rules on the estimate count only if the original request
// has an estimate.
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

// fieldWithoutValue looks for a field of the set that has no acceptable value. A value is acceptable if no rule
// denies it that reads this field and no other field of the set. The result is the fields that can satisfy these
// rules, or none if every field has an acceptable value. It ignores open fields, rules of the adapter and rules on
// the estimate.
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

// starts returns the points at which the attempt starts, with their estimates. It changes only those fields of the
// set that the estimate depends on. There is one point for each combination of their values, except for
// combinations that a rule denies. It asks the adapter for missing estimates.
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

// complete gives values to the remaining fields of the set, so that the given rules accept the point. The search
// then asks the adapter about a request that is likely to be the fix. If no such values exist, complete returns
// the point unchanged.
func (t *attempt) complete(ctx context.Context, at point, rules []int) (point, error) {
	left := t.set &^ at.changedFields()
	_, err := t.assign(ctx, t.plan(left, left, rules, false), at, func(whole point) (bool, error) {
		at = whole
		return true, nil
	})
	return at, err
}

// solveFrom returns the first solution that changes each field of the set. The point from already has some of
// these changes. solveFrom divides the other fields of the set into groups, so that no rule reads fields of two
// groups.
func (t *attempt) solveFrom(ctx context.Context, from point, rules []int) (found solution, ok bool, err error) {
	at, left := from, t.set&^from.changedFields()
	groups := append([]Fields{0}, t.groups(left, rules, 0)...)
	noEstimate := t.hasNoEstimate(from)
	if noEstimate { // perhaps there is an estimate only after a change of another field
		groups = []Fields{left}
	}
	reading := filter(rules, func(i int) bool {
		return t.reads(i)&t.set != 0 || noEstimate && t.rules[i].ReadsEstimate
	})
	before := t.conflicting
	for _, group := range groups {
		// The rules that read a field of the group. For the empty group: the rules whose fields all have values.
		some := filter(reading, func(i int) bool {
			rest := t.reads(i) & left
			return group == left && group != 0 || group == 0 && rest == 0 || rest&group != 0
		})
		t.conflicting = before // earlier groups are solved: their rejections do not count
		ok, err := t.assign(ctx, t.plan(group, left, some, noEstimate), from, func(next point) (bool, error) {
			at = at.merge(next)
			return true, nil
		})
		if !ok || err != nil || t.contradicted {
			return found, false, err
		}
	}
	if ok, err = t.isOfferable(ctx, at); !ok && err == nil && at.openFields() != 0 {
		// With other values, a rule may ask for an open field.
		ok, err = t.assign(ctx, t.plan(left, left, reading, noEstimate), from, func(next point) (bool, error) {
			at = next
			return t.isOfferable(ctx, next)
		})
	}
	if !ok || err != nil || t.contradicted {
		return found, false, err
	}
	estimate, _ := t.estimate(at)
	return solution{at, estimate}, true, nil
}

// isOfferable reports whether an accepted point is a good fix. A good fix does not choose a region that only looks
// cheaper because prices are missing. It leaves fields to the user only if this is necessary.
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
