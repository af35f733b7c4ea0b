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
	result, err := s.solveAndConfirm(ctx, p.Facts)
	if err == nil && len(result.Fixes) == 0 && !s.limitReached && p.Facts != 0 {
		result, err = s.withFacts(ctx)
	}
	if err != nil || p.IgnoreCost {
		return result, err
	}
	if p.Listed {
		result.Searched = s.searchedValues(result.Fixes)
	}
	if len(result.Fixes) == 0 && !s.limitReached {
		err = s.explainFailure(ctx, &result)
	}
	return result, err
}

// withFacts searches with other facts, after a search that found nothing without: each set of
// facts with few values by itself, the smaller ones first. It returns the best fix of each set
// of the size that leads to acceptance.
func (s *search) withFacts(ctx context.Context) (result Result, err error) {
	s.MaxFixes = 1
	result = s.result(nil)
	var fixes []Fix
	size := 0
	for _, facts := range (s.Facts &^ s.Facts.UserOnly()).subsets() {
		if len(fixes) > 0 && facts.count() > size {
			break
		}
		size = facts.count()
		if result, err = s.solveAndConfirm(ctx, s.Facts&^facts); err != nil || s.limitReached {
			break
		}
		fixes = append(fixes, result.Fixes...)
	}
	s.fixed = s.Facts.UserOnly() // for what was searched
	result.Fixes = fixes
	return result, err
}

type search struct {
	Problem
	domain         *domain
	rules          []searchRule
	estimateFields Fields // that the estimate depends on, as far as is known
	fixed          Fields // that do not change
	openable       Fields // that may be left to a person

	memory
	visited      int
	limitReached bool
	failedRules  []int // the rules of the last group that was tried
	ignored      []int // the rules that need not be satisfied
	// used says for how many values each rule was the reason not to take them.
	rejections map[int]int
}

func newSearch(p Problem) *search {
	s := &search{Problem: p, domain: newDomain(p), rejections: map[int]int{}}
	s.MaxRequests, s.MaxAsked = cmp.Or(p.MaxRequests, maxRequests), cmp.Or(p.MaxAsked, maxAsked)
	s.reset()
	s.storeAnswer(point{}, p.Answer)
	s.learnVerdicts(point{})
	s.openable = s.askableFields()
	return s
}

// way is a point that may be a fix, and its estimate.
type solution struct {
	at       point
	estimate request.Estimate
}

// solved returns the fixes that change none of some fields. Where the adapter's answers depend
// on more than it declares, each counts for its own request only.
func (s *search) solveAndConfirm(ctx context.Context, fixed Fields) (Result, error) {
	s.fixed = fixed
	for {
		ways, err := s.solve(ctx, s.all())
		if err == nil && !s.contradicted {
			err = s.confirm(ctx, ways)
		}
		if err != nil {
			return Result{}, err
		}
		if !s.contradicted {
			return s.result(ways), nil
		}
		s.stopInferring()
	}
}

func (s *search) result(ways []solution) Result {
	result := Result{LimitReached: s.limitReached || s.domain.truncated, Requests: s.visited, Asked: len(s.answers) - 1}
	for _, w := range ways {
		result.Fixes = append(result.Fixes, s.newFix(w))
	}
	return result
}

// among returns the ways to what some of the rules accept, the best first: those of each group
// of fields together.
func (s *search) solve(ctx context.Context, rules []int) ([]solution, error) {
	var together Fields
	switch {
	case s.hasNoEstimate(point{}): // rules on the estimate may deny as soon as there is one, so they join all fields
		together = AllFields
	case !s.IgnoreCost:
		together = s.estimateFields | 1<<regionField
	}
	for _, i := range rules {
		if s.reads(i)&s.choices() == 0 && s.isDenied(point{}, i) {
			s.failedRules = []int{i}
			return nil, nil
		}
	}
	ways := []solution{{}}
	groups := s.groups(s.choices(), rules, together)
	slices.SortStableFunc(groups, func(a, b Fields) int { return cmp.Compare(a&s.estimateFields, b&s.estimateFields) })
	defer func() { s.chosen = point{} }()
	for _, group := range groups {
		of := s.reading(group, rules)
		if !slices.ContainsFunc(of, func(i int) bool { return s.isDenied(point{}, i) }) {
			continue
		}
		s.failedRules = of
		found, err := s.solveGroup(ctx, group, of)
		if err != nil || len(found) == 0 || s.contradicted {
			return nil, err
		}
		ways = s.combine(ways, found)
		s.chosen = ways[0].at.reset(ways[0].at.openFields())
	}
	return ways, nil
}

// choices are the fields that may change, or be left to a person.
func (s *search) choices() Fields { return AllFields&^s.fixed | s.openable }

// all returns the numbers of all rules that the search looks at.
func (s *search) all() (rules []int) {
	for i := range s.rules {
		if !slices.Contains(s.ignored, i) {
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
func (s *search) combine(a, b []solution) (all []solution) {
	for _, one := range a {
		for _, other := range b {
			w := solution{one.at.merge(other.at), one.estimate}
			if len(other.estimate.Items) > 0 {
				w.estimate = other.estimate
			}
			all = append(all, w)
		}
	}
	return s.best(all)
}

var regionField = fieldNumber(request.RegionField)
