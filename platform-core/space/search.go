package space

import (
	"cmp"
	"context"
	"slices"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
)

// The usual limits of a search: of values that are tried, and of requests that the adapter is
// asked about.
const (
	maxRequests = 20_000
	maxAsked    = 256
)

// reserve is what a search leaves of its budget, to say what it found.
const reserve = policy.RequestSteps / 10

// Search returns the fixes of a problem. The error is that of Ask or of the context.
//
// Rules that read the same fields are solved together, and apart from the others: a group of
// fields without a broken rule stays as it is. Of each other group it tries the sets of fields
// in the order of their rank, and for each set the values of its fields, one field after the
// other, until a rule that reads no further field denies. The adapter is asked only about
// requests whose outcome does not follow from what it answered for others.
func Search(ctx context.Context, p Problem) (Result, error) {
	if p.Budget == nil {
		p.Budget = policy.NewBudget(ctx, policy.RequestSteps)
	}
	s := newSearch(p)
	result, err := s.solved(ctx, p.Facts)
	if err == nil && len(result.Fixes) == 0 && !s.bounded && p.Facts != 0 {
		result, err = s.withFacts(ctx)
	}
	if err != nil || p.InOrder {
		return result, err
	}
	if p.Listed {
		result.Searched = s.searched(result.Fixes)
	}
	if len(result.Fixes) == 0 && !s.bounded {
		err = s.none(ctx, &result)
	}
	return result, err
}

// withFacts searches with other facts, after a search that found nothing without: each set of
// facts with few values by itself, the smaller ones first. It returns the best fix of each set
// of the size that leads to acceptance.
func (s *search) withFacts(ctx context.Context) (result Result, err error) {
	s.Most = 1
	result = s.result(nil)
	var fixes []Fix
	size := 0
	for _, facts := range (s.Facts &^ s.Facts.Personal()).subsets() {
		if len(fixes) > 0 && facts.count() > size {
			break
		}
		size = facts.count()
		if result, err = s.solved(ctx, s.Facts&^facts); err != nil || s.bounded {
			break
		}
		fixes = append(fixes, result.Fixes...)
	}
	s.fixed = s.Facts.Personal() // for what was searched
	result.Fixes = fixes
	return result, err
}

type search struct {
	Problem
	domain *domain
	rules  []rule
	sizing Fields // that the estimate depends on, as far as is known
	fixed  Fields // that do not change
	open   Fields // that may be left to a person

	memory
	looked  int
	bounded bool
	failed  []int // the rules of the last group that was tried
	without []int // the rules that need not be satisfied
	// used says for how many values each rule was the reason not to take them.
	used map[int]int
}

func newSearch(p Problem) *search {
	s := &search{Problem: p, domain: newDomain(p), used: map[int]int{}}
	s.MaxRequests, s.MaxAsked = cmp.Or(p.MaxRequests, maxRequests), cmp.Or(p.MaxAsked, maxAsked)
	s.reset()
	s.hear(point{}, p.Answer)
	s.learn(point{})
	s.open = s.askable()
	return s
}

// way is a point that may be a fix, and its estimate.
type way struct {
	at   point
	cost request.Estimate
}

// solved returns the fixes that change none of some fields. Where the adapter's answers depend
// on more than it declares, each counts for its own request only.
func (s *search) solved(ctx context.Context, fixed Fields) (Result, error) {
	s.fixed = fixed
	for {
		ways, err := s.among(ctx, s.all())
		if err == nil && !s.contradicted {
			err = s.confirm(ctx, ways)
		}
		if err != nil {
			return Result{}, err
		}
		if !s.contradicted {
			return s.result(ways), nil
		}
		s.distrust()
	}
}

func (s *search) result(ways []way) Result {
	result := Result{Bounded: s.bounded || s.domain.dropped, Requests: s.looked, Asked: len(s.asked) - 1}
	for _, w := range ways {
		result.Fixes = append(result.Fixes, s.fix(w))
	}
	return result
}

// among returns the ways to what some of the rules accept, the best first: those of each group
// of fields together.
func (s *search) among(ctx context.Context, rules []int) ([]way, error) {
	var together Fields
	switch {
	case s.unsized(point{}): // rules on the estimate may deny as soon as there is one, so they join all fields
		together = AllFields
	case !s.InOrder:
		together = s.sizing | 1<<regionField
	}
	for _, i := range rules {
		if s.reads(i)&s.choices() == 0 && s.breaks(point{}, i) {
			s.failed = []int{i}
			return nil, nil
		}
	}
	ways := []way{{}}
	groups := s.groups(s.choices(), rules, together)
	slices.SortStableFunc(groups, func(a, b Fields) int { return cmp.Compare(a&s.sizing, b&s.sizing) })
	defer func() { s.rest = point{} }()
	for _, group := range groups {
		of := s.reading(group, rules)
		if !slices.ContainsFunc(of, func(i int) bool { return s.breaks(point{}, i) }) {
			continue
		}
		s.failed = of
		found, err := s.ways(ctx, group, of)
		if err != nil || len(found) == 0 || s.contradicted {
			return nil, err
		}
		ways = s.crossed(ways, found)
		s.rest = ways[0].at.closed(ways[0].at.opened())
	}
	return ways, nil
}

// choices are the fields that may change, or be left to a person.
func (s *search) choices() Fields { return AllFields&^s.fixed | s.open }

// all returns the numbers of all rules that the search looks at.
func (s *search) all() (rules []int) {
	for i := range s.rules {
		if !slices.Contains(s.without, i) {
			rules = append(rules, i)
		}
	}
	return rules
}

// reads returns the fields that the outcome of a rule depends on.
func (s *search) reads(i int) Fields { return s.rules[i].reads }

// reading returns those of some rules that read one of the fields.
func (s *search) reading(fields Fields, rules []int) []int {
	return slices.DeleteFunc(slices.Clone(rules), func(i int) bool { return s.reads(i)&fields == 0 })
}

// groups returns the fields that rules read in groups: each rule reads fields of one group. The
// fields of together share one group, too.
func (s *search) groups(fields Fields, rules []int, together Fields) (groups []Fields) {
	read := s.EstimateReads
	for i := range s.rules {
		read |= s.reads(i)
	}
	fields &= read
	join := func(set Fields) {
		if set &= fields; set == 0 {
			return
		}
		groups = slices.DeleteFunc(groups, func(g Fields) bool {
			joined := g&set != 0
			if joined {
				set |= g
			}
			return joined
		})
		groups = append(groups, set)
	}
	join(together)
	for _, i := range rules {
		join(s.reads(i))
	}
	slices.SortFunc(groups, compareFields)
	return groups
}

// crossed returns the best of what ways of two groups come to together.
func (s *search) crossed(a, b []way) (all []way) {
	for _, one := range a {
		for _, other := range b {
			w := way{one.at.joined(other.at), one.cost}
			if len(other.cost.Items) > 0 {
				w.cost = other.cost
			}
			all = append(all, w)
		}
	}
	return s.best(all)
}

var regionField = fieldNumber(request.RegionField)
