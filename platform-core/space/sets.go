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
		now := sets[:count]
		sets = slices.Clone(sets[count:])
		found, denying, err := s.waysOf(ctx, now, rules)
		if err != nil || s.contradicted || len(found) > 0 {
			return found, err
		}
		for i, set := range now {
			for f := range (denying[i] & group &^ set).all {
				if next := set | 1<<f; !seen[next] {
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
	for _, name := range s.Kept { // the earlier a field, the more it counts
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
		ways := s.rules[i].ways
		if ways&set == 0 && s.breaks(point{}, i) && !(s.rules[i].Sized && s.unsized(point{})) && (fewest == 0 || ways.count() < fewest.count()) {
			fewest = ways
		}
	}
	return fewest
}

// waysOf returns the best ways that change one of the sets of fields, which have one rank; where
// there is none, denying are for each set the fields of the rules that denied.
func (s *search) waysOf(ctx context.Context, sets []Fields, rules []int) (found []way, denying []Fields, err error) {
	denying = make([]Fields, len(sets))
	type start struct {
		way
		set int
	}
	var starts []start
	for i, set := range sets {
		if denying[i] = s.broken(set, rules); denying[i] != 0 {
			continue
		}
		if denying[i] = s.hopeless(set, rules); denying[i] != 0 {
			continue
		}
		from := []way{{}}
		if !s.InOrder {
			if from, err = s.sized(ctx, set, rules); err != nil || s.contradicted {
				return nil, nil, err
			}
			denying[i] = s.denying
		}
		for _, w := range from {
			starts = append(starts, start{w, i})
		}
	}
	slices.SortStableFunc(starts, func(a, b start) int {
		return cmp.Or(compareEstimates(a.cost, b.cost), cmp.Compare(a.set, b.set))
	})
	for _, from := range starts {
		if best := s.best(found); s.bounded || len(best) >= s.most() && (s.InOrder || compareEstimates(best[len(best)-1].cost, from.cost) <= 0) {
			break
		}
		ways, err := s.change(ctx, sets[from.set], from.at, rules)
		if err != nil || s.contradicted {
			return nil, nil, err
		}
		denying[from.set] |= s.denying
		found = append(found, ways...)
	}
	return s.best(found), denying, nil
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
				denying |= s.rules[due[at]].ways
			}
			return at < 0
		})
		if !helps && denying != 0 {
			return denying
		}
	}
	return 0
}

// sized returns a way for each combination of values that the estimate depends on of a set of
// fields, with its estimate: all others are as they were.
func (s *search) sized(ctx context.Context, set Fields, rules []int) (ways []way, err error) {
	s.denying = 0
	var points []point
	changes := set & s.sizing &^ s.open
	of := slices.DeleteFunc(slices.Clone(rules), func(i int) bool { return s.rules[i].Sized || s.rules[i].Native })
	_, err = s.assign(ctx, s.plan(changes, set, of, false), point{}, func(at point) (bool, error) {
		for _, i := range rules {
			if s.reads(i)&set&^changes == 0 && s.reads(i)&set != 0 && s.breaks(at, i) && !s.unsized(at) {
				s.denying |= s.rules[i].ways
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
		if _, known := s.size(at); !known {
			whole, err := s.completed(ctx, set, at, of)
			if err != nil {
				return nil, err
			}
			likely = append(likely, whole)
		}
	}
	if err := s.sizeAll(ctx, likely); err != nil || s.contradicted {
		return nil, err
	}
	for _, at := range points {
		cost, _ := s.size(at)
		ways = append(ways, way{at, cost})
	}
	return ways, nil
}

// completed returns a point with values of the rest of a set that some rules accept, so that what
// the adapter is asked about is likely to be the fix.
func (s *search) completed(ctx context.Context, set Fields, at point, rules []int) (point, error) {
	left := set &^ at.changed()
	_, err := s.assign(ctx, s.plan(left, left, rules, false), at, func(whole point) (bool, error) {
		at = whole
		return true, nil
	})
	return at, err
}

// change returns the first way that changes each field of a set, from a point at which some of
// them are changed. The others are decided in groups that no rule reads together.
func (s *search) change(ctx context.Context, set Fields, from point, rules []int) ([]way, error) {
	at, left := from, set&^from.changed()
	groups := append([]Fields{0}, s.groups(left, rules, 0)...)
	unsized := s.unsized(from)
	if unsized { // another of the fields may have to change before there is an estimate
		groups = []Fields{left}
	}
	of := slices.DeleteFunc(slices.Clone(rules), func(i int) bool {
		return s.reads(i)&set == 0 && !(unsized && s.rules[i].Sized)
	})
	for _, group := range groups {
		// The rules that read some of the group; with no group, those that are decided.
		some := slices.DeleteFunc(slices.Clone(of), func(i int) bool {
			rest := s.reads(i) & left
			return group == 0 && rest != 0 || group != 0 && group != left && rest&group == 0
		})
		s.denying = 0
		found, err := s.assign(ctx, s.plan(group, left, some, unsized), from, func(next point) (bool, error) {
			at = at.joined(next)
			return true, nil
		})
		if !found || err != nil || s.contradicted {
			return nil, err
		}
	}
	ok, err := s.takes(ctx, at, set)
	if !ok || err != nil {
		return nil, err
	}
	cost, _ := s.size(at)
	return []way{{at, cost}}, nil
}

// unsized reports whether the adapter cannot size a point.
func (s *search) unsized(at point) bool {
	size, known := s.size(at)
	return known && len(size.Items) == 0
}

// takes reports whether a point that no rule denies may be offered: no region that less is
// known of, and nothing that is left to a person without need.
func (s *search) takes(ctx context.Context, at point, set Fields) (bool, error) {
	if set.has(regionField) && !s.InOrder {
		if fled, err := s.unpriced(ctx, at); fled || err != nil || s.contradicted {
			s.denying |= s.EstimateReads | 1<<regionField
			return false, err
		}
	}
	if at.opened() != 0 {
		return s.needed(ctx, at)
	}
	return true, nil
}
