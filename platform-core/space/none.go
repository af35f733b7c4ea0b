package space

import (
	"cmp"
	"context"
	"slices"
)

// none says why there is no fix: which rules contradict each other, and what comes nearest.
func (s *search) explainFailure(ctx context.Context, result *Result) error {
	core, err := s.conflictingRules(ctx, s.failedRules)
	if err != nil || len(core) == 0 {
		return err
	}
	if s.IsExhaustive != nil && !slices.ContainsFunc(core, func(i int) bool { return !s.IsExhaustive(i) }) {
		for _, i := range core {
			result.Contradicting = append(result.Contradicting, s.rules[i].ID)
		}
		slices.Sort(result.Contradicting)
	}
	result.Nearest, err = s.nearestRequest(ctx)
	return err
}

// core returns some of the rules, which no request that was tried satisfies together, such that
// without any one of them there is one; none where that is not found out.
func (s *search) conflictingRules(ctx context.Context, rules []int) ([]int, error) {
	left := slices.Clone(rules)
	slices.SortFunc(left, func(a, b int) int { return cmp.Or(cmp.Compare(s.rejections[a], s.rejections[b]), cmp.Compare(b, a)) })
	impossible := func(some []int) (bool, error) {
		_, possible, err := s.maySatisfy(ctx, some)
		return !possible, err
	}
	if none, err := impossible(left); !none || err != nil {
		return nil, err
	}
	return minimize(left, impossible) // those that denied least are rather left out
}

// possible reports whether a request may satisfy some of the rules: also where that is not found
// out. failed are rules among them that no request satisfies.
func (s *search) maySatisfy(ctx context.Context, rules []int) (failed []int, possible bool, err error) {
	some := *s
	some.IgnoreCost, some.MaxFixes, some.visited, some.rejections = true, 1, 0, map[int]int{}
	ways, err := some.solve(ctx, rules)
	return some.failedRules, len(ways) > 0 || some.limitReached || some.contradicted, err
}

// maxBroken bounds the rules that a nearest request breaks.
const maxBroken = 6

// nearest returns the request that breaks the fewest rules, with no fact changed. Each set of rules
// that cannot be satisfied together has one that it breaks: it takes the fewest rules that have one
// of each such set, and looks for another set among the rest, until there is none.
func (s *search) nearestRequest(ctx context.Context) (*Fix, error) {
	some := *s
	some.fixed, some.openable = s.Facts, 0
	var cores [][]int
	for {
		some.ignored = some.hittingSet(cores)
		if len(some.ignored) > maxBroken {
			return nil, nil
		}
		failed, possible, err := some.maySatisfy(ctx, some.all())
		if err != nil {
			return nil, err
		}
		if possible {
			break
		}
		core, err := some.conflictingRules(ctx, failed)
		if err != nil || len(core) == 0 {
			return nil, err
		}
		cores = append(cores, core)
	}
	some.MaxFixes, some.limitReached, some.visited = 1, false, 0
	result, err := some.solveAndConfirm(ctx, some.fixed)
	if err != nil || len(result.Fixes) == 0 {
		return nil, err
	}
	return &result.Fixes[0], nil
}

// hitting returns the fewest rules that have one of each set: rather those that the request breaks,
// and then the first.
func (s *search) hittingSet(sets [][]int) (rules []int) {
	var all []int
	for _, set := range sets {
		all = append(all, set...)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	slices.SortStableFunc(all, func(a, b int) int {
		switch breaksA, breaksB := s.isDenied(point{}, a), s.isDenied(point{}, b); {
		case breaksA == breaksB:
			return 0
		case breaksA:
			return -1
		default:
			return 1
		}
	})
	var try func(from, most int, taken []int) bool
	try = func(from, most int, taken []int) bool {
		if !slices.ContainsFunc(sets, func(set []int) bool {
			return !slices.ContainsFunc(set, func(i int) bool { return slices.Contains(taken, i) })
		}) {
			rules = slices.Clone(taken)
			return true
		}
		for at := from; at < len(all) && most > 0; at++ {
			if try(at+1, most-1, append(taken, all[at])) {
				return true
			}
		}
		return false
	}
	for most := 0; !try(0, most, nil); most++ {
	}
	return rules
}
