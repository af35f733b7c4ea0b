package fix

import (
	"context"
	"maps"
	"slices"
)

// contradicting returns rules that no request that was tried, and that can be sized,
// satisfies together, after a search that found none. It leaves out one rule after the other, those that the denied
// request breaks last, and searches again: a rule is one of them where the others have an
// accepted request then. The adapter's answers, and the limits, are those of the search.
func (s *search) contradicting(ctx context.Context) ([]string, error) {
	enough := s.used // these are, as the search took no request for other rules
	without := map[int]bool{}
	for _, i := range s.brokenLast() {
		if !enough[i] {
			without[i] = true
			continue
		}
		without[i] = true
		again, satisfied, err := s.leavingOut(ctx, without)
		switch {
		case err != nil:
			return nil, err
		case again.bounded || again.contradicted:
			return s.ids(enough), nil
		case satisfied:
			delete(without, i)
		default:
			enough = again.used
		}
	}
	return s.ids(enough), nil
}

// brokenLast returns the numbers of the rules, those that the denied request breaks last.
func (s *search) brokenLast() []int {
	denied := candidate{step: &step{}}
	denied.size, denied.sized = s.size(point{})
	var kept, broken []int
	for i := range s.rules {
		if outcome, _ := s.outcome(&denied, i); outcome.denies {
			broken = append(broken, i)
		} else {
			kept = append(kept, i)
		}
	}
	return append(kept, broken...)
}

// leavingOut returns a search without some of the rules, which knows what this one does,
// and whether a request satisfies the others: by the adapter's own answer to it.
func (s *search) leavingOut(ctx context.Context, rules map[int]bool) (again *search, satisfied bool, err error) {
	for {
		copied := *s
		again = &copied
		again.Most, again.without, again.used = 1, rules, map[int]bool{}
		again.seen, again.buckets = map[node]bool{}, map[rank][]*step{}
		again.space.unchecked()
		accepted, err := again.accepted(ctx)
		s.looked = again.looked
		if err != nil || again.bounded || again.contradicted || len(accepted) == 0 {
			return again, false, err
		}
		if s.learned[accepted[0].at] {
			return again, true, nil
		}
		if err := again.ask(ctx, []point{accepted[0].at}); err != nil || again.contradicted {
			return again, false, err
		}
	}
}

func (s *search) ids(rules map[int]bool) (ids []string) {
	for i := range maps.Keys(rules) {
		ids = append(ids, s.rules[i].ID)
	}
	slices.Sort(ids)
	return ids
}

// searched returns the values over which fixes are least. What a rule suggests on a way
// that led nowhere is not among them: which ways are taken depends on what is remembered
// of earlier searches.
func (s *search) searched(fixes []Fix) (list []Searched) {
	var read Fields
	for i := range s.rules {
		read |= s.rules[i].reads
	}
	for f := range read.all {
		allowed, field := s.allowed(f), Searched{Field: described[f].Name}
		for _, number := range s.space.given[f] {
			if slices.Contains(allowed, number) {
				field.Values = append(field.Values, s.space.value(f, number))
			}
		}
		for _, way := range fixes {
			if v := way.Request.Value(field.Field); v != s.space.value(f, 0) && !slices.Contains(field.Values, v) {
				field.Values = append(field.Values, v)
			}
		}
		if len(field.Values) > 0 {
			list = append(list, field)
		}
	}
	return list
}
