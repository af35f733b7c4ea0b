package fix

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sort"
)

// contradicting returns rules that no request that was tried, and that can be sized,
// satisfies together, after a search that found none. It takes as few of the rules for which
// that search took no request as contradict each other: the last of these is one of them,
// and the others are found among those before it in the same way. Few rules are decided
// sooner than all but few, as a search follows only what they deny. The adapter's answers
// are those of the search, and as many requests are looked at again.
func (s *search) contradicting(ctx context.Context) ([]string, error) {
	var found []int
	var failed error
	s.looked = 0
	for rest := s.oftenFirst(); ; {
		few := sort.Search(len(rest), func(count int) bool {
			contradict, err := s.contradict(ctx, slices.Concat(found, rest[:count]))
			failed = cmp.Or(failed, err)
			return contradict
		})
		if failed != nil || few == 0 {
			return s.ids(found), failed
		}
		found, rest = append(found, rest[few-1]), rest[:few-1]
	}
}

// oftenFirst returns the numbers of the rules for which the search did not take requests,
// those of most requests first: it met the ones that contradict each other again and again.
func (s *search) oftenFirst() []int {
	return slices.SortedFunc(maps.Keys(s.used), func(a, b int) int {
		return cmp.Or(cmp.Compare(s.used[b], s.used[a]), cmp.Compare(a, b))
	})
}

// contradict reports whether it is known that no request satisfies some of the rules: one
// does by the adapter's own answer to it. The search for one knows what this one does.
func (s *search) contradict(ctx context.Context, rules []int) (bool, error) {
	without := map[int]bool{}
	for i := range s.rules {
		without[i] = !slices.Contains(rules, i)
	}
	for {
		again := *s
		again.Most, again.without, again.used = 1, without, map[int]int{}
		again.seen, again.buckets = map[node]bool{}, map[rank][]*step{}
		again.space.unchecked()
		accepted, err := again.accepted(ctx)
		s.looked = again.looked
		switch {
		case err != nil || again.bounded || again.contradicted:
			return false, err
		case len(accepted) == 0:
			return true, nil
		case s.learned[accepted[0].at]:
			return false, nil
		}
		if err := again.ask(ctx, []point{accepted[0].at}); err != nil || again.contradicted {
			return false, err
		}
	}
}

func (s *search) ids(rules []int) (ids []string) {
	for _, i := range rules {
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
	for f := range (read &^ s.fixed).all {
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
