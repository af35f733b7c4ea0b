package space

import (
	"cmp"
	"context"
	"slices"
)

// explainFailure completes a result that has no fixes. It adds the rules that contradict each other, and the
// nearest request. Rules do not contradict each other if only a region with missing prices satisfies them, but this
// region is not a nearest request.
func (s *search) explainFailure(ctx context.Context, result *Result) error {
	anyRegion := *s
	anyRegion.IgnoreCost = true
	var err error
	if result.Nearest, err = s.nearestRequest(ctx); err != nil { // it needs fewer answers of the adapter
		return err
	}
	rules, err := anyRegion.conflictingRules(ctx, s.failedRules)
	for at := range anyRegion.answers { // also the answers that were only asked for their estimates
		anyRegion.learnVerdicts(at)
	}
	anyRegion.noInference = anyRegion.noInference || anyRegion.contradicted
	isUnsure := func(i int) bool { return !anyRegion.isExhaustive(i) }
	if len(rules) > 0 && !anyRegion.unsure && !slices.ContainsFunc(rules, isUnsure) {
		for _, i := range rules {
			result.Contradicting = append(result.Contradicting, s.rules[i].ID)
		}
		slices.Sort(result.Contradicting)
	}
	return err
}

// isExhaustive reports whether a value is tried for each outcome of a rule. If the adapter reads more fields than it
// declares, its answers depend on values that are not tried.
func (s *search) isExhaustive(rule int) bool {
	r := &s.rules[rule]
	return s.IsExhaustive != nil && s.IsExhaustive(rule) &&
		!(s.noInference && (r.FromAdapter || r.ReadsEstimate))
}

// conflictingRules returns a minimal subset of the rules that no tried request satisfies. It returns no rules if
// the search cannot tell, or if a request satisfies all of them. It tries to remove rules with few rejections
// first.
func (s *search) conflictingRules(ctx context.Context, rules []int) ([]int, error) {
	left := slices.Clone(rules)
	slices.SortFunc(left, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.rejections[a], s.rejections[b]), cmp.Compare(b, a))
	})
	isImpossible := func(some []int) (bool, error) {
		_, ok, err := s.maySatisfy(ctx, some)
		return !ok, err
	}
	if impossible, err := isImpossible(left); !impossible || err != nil {
		return nil, err
	}
	return minimize(left, isImpossible)
}

// maySatisfy reports whether a request may satisfy all the given rules. ok is also true if the search cannot tell,
// for example because it reached a limit. If ok is false, failed are those of the given rules that no tried
// request satisfies together.
func (s *search) maySatisfy(ctx context.Context, rules []int) (failed []int, ok bool, err error) {
	some := *s
	some.MaxFixes, some.visited, some.rejections = 1, 0, map[int]int{}
	solutions, err := some.solve(ctx, rules)
	unsure := some.limitReached || some.contradicted
	s.unsure = s.unsure || unsure
	return some.failedRules, len(solutions) > 0 || unsure, err
}

// maxBroken limits the rules that a nearest request breaks.
const maxBroken = 6

// nearestRequest returns a request that breaks the fewest rules and changes no fact. Every request breaks at least
// one rule of each set of conflicting rules. So nearestRequest ignores the smallest number of rules that has a
// rule of each known set. It then looks for conflicts among the other rules, and repeats this until there are no
// conflicts. It returns nil if it reaches a limit, or if it would have to ignore more than maxBroken rules.
func (s *search) nearestRequest(ctx context.Context) (*Fix, error) {
	some := *s
	some.fixed, some.openable = s.Facts, 0
	var sets [][]int
	for {
		some.ignored = some.hittingSet(sets)
		if len(some.ignored) > maxBroken {
			return nil, nil
		}
		failed, ok, err := some.maySatisfy(ctx, some.allRules())
		if err != nil {
			return nil, err
		}
		if ok {
			break
		}
		set, err := some.conflictingRules(ctx, failed)
		if err != nil || len(set) == 0 {
			return nil, err
		}
		sets = append(sets, set)
	}
	some.MaxFixes, some.limitReached, some.visited = 1, false, 0
	some.MaxAsked += max(len(some.estimates), len(some.learnedFrom)) // the search for conflicts may have used all
	result, err := some.solveAndConfirm(ctx, some.fixed)
	if err != nil || len(result.Fixes) == 0 {
		return nil, err
	}
	return &result.Fixes[0], nil
}

// hittingSet returns a smallest set of rules that has at least one rule of each given set. It prefers rules that
// deny the original request. Among these it prefers rules with a lower index.
func (s *search) hittingSet(sets [][]int) (rules []int) {
	all := slices.Concat(sets...)
	slices.Sort(all)
	all = slices.Compact(all)
	weight := func(i int) int { return weigh(s.isDenied(point{}, i)) }
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(weight(b), weight(a)) })
	var choose func(from, size int, chosen []int) bool
	choose = func(from, size int, chosen []int) bool {
		if !slices.ContainsFunc(sets, func(set []int) bool {
			return !slices.ContainsFunc(set, func(i int) bool { return slices.Contains(chosen, i) })
		}) {
			rules = slices.Clone(chosen)
			return true
		}
		for at := from; at < len(all) && size > 0; at++ {
			if choose(at+1, size-1, append(chosen, all[at])) {
				return true
			}
		}
		return false
	}
	for size := 0; !choose(0, size, nil); size++ {
	}
	return rules
}

// minimize goes through an impossible list once, from the start. It removes an element if the list without this
// element is still impossible.
func minimize[T any](list []T, isImpossible func([]T) (bool, error)) ([]T, error) {
	for at := 0; at < len(list); {
		rest := slices.Delete(slices.Clone(list), at, at+1)
		impossible, err := isImpossible(rest)
		if err != nil {
			return nil, err
		}
		if impossible {
			list = rest
		} else {
			at++
		}
	}
	return list, nil
}
