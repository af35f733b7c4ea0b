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
func (s *search) ways(ctx context.Context, group Fields, rules []int) ([]way, error) {
	sets, seen := []Fields{0}, map[Fields]bool{0: true}
	for len(sets) > 0 && !s.bounded {
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
		found, err := s.try(ctx, attempts, rules)
		if err != nil || s.contradicted || len(found) > 0 {
			return found, err
		}
		for _, t := range attempts {
			for f := range (t.denying & group &^ t.set).all {
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
	return rank{left, (set & s.open).count(), set.count()}
}

func (s *search) compareSets(a, b Fields) int {
	x, y := s.rank(a), s.rank(b)
	return cmp.Or(cmp.Compare(x.left, y.left), cmp.Compare(x.open, y.open), cmp.Compare(x.size, y.size), compareFields(a, b))
}

// broken returns the fewest fields of a rule that denies the request and reads none of a set: each
// way changes one of them.
func (s *search) broken(set Fields, rules []int) (fewest Fields) {
	for _, i := range rules {
		ways := s.rules[i].helpful
		if ways&set == 0 && s.breaks(point{}, i) && !(s.rules[i].Sized && s.unsized(point{})) && (fewest == 0 || ways.count() < fewest.count()) {
			fewest = ways
		}
	}
	return fewest
}

// try returns the best ways that change the sets of fields of attempts, which have one rank.
func (s *search) try(ctx context.Context, attempts []attempt, rules []int) (found []way, err error) {
	type start struct {
		way
		*attempt
	}
	var starts []start
	for i := range attempts {
		t := &attempts[i]
		if t.denying = s.broken(t.set, rules); t.denying == 0 {
			t.denying = s.hopeless(t.set, rules)
		}
		if t.denying != 0 {
			continue
		}
		from := []way{{}}
		if !s.InOrder {
			if from, err = t.byEstimate(ctx, rules); err != nil || s.contradicted {
				return nil, err
			}
		}
		for _, w := range from {
			starts = append(starts, start{w, t})
		}
	}
	slices.SortStableFunc(starts, func(a, b start) int { return compareEstimates(a.cost, b.cost) })
	for _, from := range starts {
		if best := s.best(found); s.bounded || len(best) >= s.most() && (s.InOrder || compareEstimates(best[len(best)-1].cost, from.cost) <= 0) {
			break
		}
		ways, err := from.change(ctx, from.at, rules)
		if err != nil || s.contradicted {
			return nil, err
		}
		found = append(found, ways...)
	}
	return s.best(found), nil
}

// hopeless returns the fields of the rules that deny each value of one of the fields of a set, whatever
// the others have; none where each field has a value that they do not deny.
func (s *search) hopeless(set Fields, rules []int) (denying Fields) {
	for f := range (set &^ s.open).all {
		due := slices.DeleteFunc(slices.Clone(rules), func(i int) bool {
			return s.reads(i)&set != 1<<f || s.rules[i].Native || s.rules[i].Sized
		})
		denying = 0
		helps := slices.ContainsFunc(s.options(f, point{}, due), func(value uint16) bool {
			s.Budget.Spend(1 + len(due))
			at := slices.IndexFunc(due, func(i int) bool { return s.breaks(point{}.with(f, value), i) })
			if at >= 0 {
				s.used[due[at]]++
				denying |= s.rules[due[at]].helpful
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
func (t *attempt) byEstimate(ctx context.Context, rules []int) (ways []way, err error) {
	var points []point
	changes := t.set & t.sizing &^ t.open
	of := slices.DeleteFunc(slices.Clone(rules), func(i int) bool { return t.rules[i].Sized || t.rules[i].Native })
	_, err = t.assign(ctx, t.plan(changes, t.set, of, false), point{}, func(at point) (bool, error) {
		for _, i := range rules {
			if t.reads(i)&t.set&^changes == 0 && t.reads(i)&t.set != 0 && t.breaks(at, i) && !t.unsized(at) {
				t.denying |= t.rules[i].helpful
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
		if _, ok := t.size(at); !ok {
			whole, err := t.completed(ctx, at, of)
			if err != nil {
				return nil, err
			}
			likely = append(likely, whole)
		}
	}
	if err := t.sizeAll(ctx, likely); err != nil || t.contradicted {
		return nil, err
	}
	for _, at := range points {
		cost, _ := t.size(at)
		ways = append(ways, way{at, cost})
	}
	return ways, nil
}

// completed returns a point with values of the rest of a set that some rules accept, so that what
// the adapter is asked about is likely to be the fix.
func (t *attempt) completed(ctx context.Context, at point, rules []int) (point, error) {
	left := t.set &^ at.changed()
	_, err := t.assign(ctx, t.plan(left, left, rules, false), at, func(whole point) (bool, error) {
		at = whole
		return true, nil
	})
	return at, err
}

// change returns the first way that changes each field of a set, from a point at which some of
// them are changed. The others are decided in groups that no rule reads together.
func (t *attempt) change(ctx context.Context, from point, rules []int) ([]way, error) {
	at, left := from, t.set&^from.changed()
	groups := append([]Fields{0}, t.groups(left, rules, 0)...)
	unsized := t.unsized(from)
	if unsized { // another of the fields may have to change before there is an estimate
		groups = []Fields{left}
	}
	of := slices.DeleteFunc(slices.Clone(rules), func(i int) bool {
		return t.reads(i)&t.set == 0 && !(unsized && t.rules[i].Sized)
	})
	before := t.denying
	for _, group := range groups {
		// The rules that read some of the group; with no group, those that are decided.
		some := slices.DeleteFunc(slices.Clone(of), func(i int) bool {
			rest := t.reads(i) & left
			return group == 0 && rest != 0 || group != 0 && group != left && rest&group == 0
		})
		t.denying = before // a group before this one has values that no rule denies
		found, err := t.assign(ctx, t.plan(group, left, some, unsized), from, func(next point) (bool, error) {
			at = at.joined(next)
			return true, nil
		})
		if !found || err != nil || t.contradicted {
			return nil, err
		}
	}
	ok, err := t.takes(ctx, at)
	if !ok || err != nil {
		return nil, err
	}
	cost, _ := t.size(at)
	return []way{{at, cost}}, nil
}

// unsized reports whether the adapter cannot size a point.
func (s *search) unsized(at point) bool {
	size, ok := s.size(at)
	return ok && len(size.Items) == 0
}

// takes reports whether a point that no rule denies may be offered: no region that less is
// known of, and nothing that is left to a person without need.
func (t *attempt) takes(ctx context.Context, at point) (bool, error) {
	if t.set.has(regionField) && !t.InOrder {
		if fled, err := t.unpriced(ctx, at); fled || err != nil || t.contradicted {
			t.denying |= t.EstimateReads | 1<<regionField
			return false, err
		}
	}
	if at.opened() != 0 {
		return t.needed(ctx, at)
	}
	return true, nil
}
