package space

import (
	"cmp"
	"context"
	"slices"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
)

// The default limits of a search.
const (
	maxRequests = 20_000
	maxAsked    = 256
)

// reservedSteps is the part of the budget that a search keeps for its result.
const reservedSteps = policy.RequestSteps / 10

// Search returns the fixes of a problem. The comment of the package explains how it finds them. It fails if Ask fails
// or if the context is done.
func Search(ctx context.Context, p Problem) (Result, error) {
	if p.Budget == nil {
		p.Budget = policy.NewBudget(ctx, policy.RequestSteps)
	}
	s := newSearch(p)
	result, err := s.solveAndConfirm(ctx, p.Facts)
	if err == nil && len(result.Fixes) == 0 && !s.limitReached && p.Facts != 0 {
		result, err = s.solveWithFacts(ctx)
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

// solveWithFacts also changes facts that have a list of values. Call it only if a search without these changes
// found no fix. It tries each set of facts separately, smaller sets first. It stops after the first size that has
// a fix, and returns the best fix of each set of this size, at most MaxFixes. The fixes are in the order of the
// sets: their costs and numbers of changes are not compared.
func (s *search) solveWithFacts(ctx context.Context) (result Result, err error) {
	maxFixes := s.MaxFixes
	s.MaxFixes = 1
	result = s.result(nil)
	var fixes []Fix
	size := 0
	for _, facts := range (s.Facts &^ s.Facts.UserOnly()).subsets() {
		if len(fixes) == maxFixes || len(fixes) > 0 && facts.count() > size {
			break
		}
		size = facts.count()
		result, err = s.solveAndConfirm(ctx, s.Facts&^facts)
		fixes = append(fixes, result.Fixes...)
		if err != nil || s.limitReached {
			break
		}
	}
	s.fixed = s.Facts.UserOnly() // for searchedValues
	result.Fixes = fixes
	return result, err
}

// search is the state of one [Search].
type search struct {
	Problem
	domain         *domain
	rules          []searchRule
	estimateFields Fields // the fields that the estimate depends on; all fields if that is not known
	fixed          Fields // the fields that do not change
	openable       Fields // the fields that may be left to the user

	memory
	visited      int
	limitReached bool
	failedRules  []int // the rules of the last group that the search tried; these failed if there is no solution
	ignored      []int // rules that a solution may break
	unsure       bool  // a call of maySatisfy could not tell
	// rejections counts for each rule the requests that it rejected.
	rejections map[int]int
}

func newSearch(p Problem) *search {
	s := &search{Problem: p, domain: newDomain(p), rejections: map[int]int{}}
	s.MaxFixes = max(p.MaxFixes, 1)
	s.MaxRequests, s.MaxAsked = cmp.Or(p.MaxRequests, maxRequests), cmp.Or(p.MaxAsked, maxAsked)
	s.reset()
	s.storeAnswer(point{}, p.Answer)
	s.learnVerdicts(point{})
	s.openable = s.askableFields()
	return s
}

// solution is a point that may be a fix, and its estimate.
type solution struct {
	at       point
	estimate request.Estimate
}

// solveAndConfirm returns the fixes that do not change the fixed fields. It asks the adapter about each fix first.
// If the adapter's answers depend on more fields than it declares, the search starts again. It then uses each
// answer only for its own request.
func (s *search) solveAndConfirm(ctx context.Context, fixed Fields) (Result, error) {
	s.fixed = fixed
	for {
		solutions, err := s.solve(ctx, s.allRules())
		if err == nil && !s.contradicted {
			err = s.confirm(ctx, solutions)
		}
		if err != nil {
			return Result{}, err
		}
		if !s.contradicted {
			return s.result(solutions), nil
		}
		s.stopInferring()
	}
}

func (s *search) result(solutions []solution) Result {
	result := Result{LimitReached: s.limitReached || s.domain.truncated, Requests: s.visited, Asked: len(s.answers) - 1}
	for _, one := range solutions {
		result.Fixes = append(result.Fixes, s.newFix(one))
	}
	return result
}

// solve returns points that all the given rules accept, best first. It solves each group of fields separately and
// combines the solutions.
func (s *search) solve(ctx context.Context, rules []int) ([]solution, error) {
	var together Fields
	switch {
	case s.hasNoEstimate(point{}):
		// A change may make an estimate possible, and rules on the estimate may then deny: all fields are one group.
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
	solutions := []solution{{}}
	groups := s.groups(s.choices(), rules, together)
	slices.SortStableFunc(groups, func(a, b Fields) int { return cmp.Compare(a&s.estimateFields, b&s.estimateFields) })
	defer func() { s.chosen = point{} }()
	for _, group := range groups {
		reading := filter(rules, func(i int) bool { return s.reads(i)&group != 0 })
		if !slices.ContainsFunc(reading, func(i int) bool { return s.isDenied(point{}, i) }) {
			continue
		}
		s.failedRules = reading
		found, err := s.solveGroup(ctx, group, reading)
		if err != nil || len(found) == 0 || s.contradicted {
			return nil, err
		}
		solutions = s.combine(solutions, found)
		s.chosen = solutions[0].at.reset(solutions[0].at.openFields())
	}
	return solutions, nil
}

// choices returns the fields that the search may change or leave to the user.
func (s *search) choices() Fields { return AllFields&^s.fixed | s.openable }

// allRules returns the numbers of all rules that have to be satisfied.
func (s *search) allRules() (rules []int) {
	for i := range s.rules {
		if !slices.Contains(s.ignored, i) {
			rules = append(rules, i)
		}
	}
	return rules
}

// reads returns the fields that the outcome of a rule depends on.
func (s *search) reads(rule int) Fields { return s.rules[rule].reads }

// filter returns the elements of a list for which keep returns true.
func filter[T any](list []T, keep func(T) bool) (some []T) {
	for _, one := range list {
		if keep(one) {
			some = append(some, one)
		}
	}
	return some
}

// groups divides the fields that rules read into groups. Each rule reads fields of one group only. It puts all
// fields of the parameter together into one group.
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
			overlaps := g&set != 0
			if overlaps {
				set |= g
			}
			return overlaps
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

// combine returns the best combinations of a solution of one group with a solution of another group.
func (s *search) combine(a, b []solution) (all []solution) {
	for _, one := range a {
		for _, other := range b {
			both := solution{one.at.merge(other.at), one.estimate}
			if len(other.estimate.Items) > 0 {
				both.estimate = other.estimate
			}
			all = append(all, both)
		}
	}
	return s.best(all)
}
