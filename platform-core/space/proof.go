package space

import (
	"context"

	"platform.internal/platform-core/policy"
)

// proof is a minimal set of goals that no request reaches together. With gaps it is no proof: no request was
// found, but there may be one. Both are empty if there is a request.
type proof struct {
	goals []Goal
	gaps  []Gap
}

// isSatisfiable reports whether a request reaches all goals.
func (p proof) isSatisfiable() bool { return len(p.goals)+len(p.gaps) == 0 }

// isCertain reports whether it is proven that no request reaches all goals.
func (p proof) isCertain() bool { return len(p.goals) > 0 && len(p.gaps) == 0 }

// limitGap is the gap of a search that ended at its limit.
func limitGap(id string) Gap { return Gap{PolicyID: id, Why: "The search ended at its limit."} }

// prove returns why no request reaches the goals of a query. Rules with a gap prove nothing, so it searches
// again without them.
func (s *Space) prove(ctx context.Context, q query) (proof, error) {
	found, err := s.anyExample(ctx, q)
	if err != nil || found.Found {
		return proof{}, err
	}
	if found.LimitReached {
		return proof{gaps: []Gap{limitGap("")}}, nil
	}
	certain := filter(q.goals, func(g Goal) bool { return len(s.Gaps(g.RuleRef)) == 0 })
	if len(certain) < len(q.goals) {
		if found, err = s.search(ctx, q.withGoals(certain)); err != nil {
			return proof{}, err
		}
	}
	if !found.Found && !found.LimitReached {
		goals, err := s.minimalGoals(ctx, q.withGoals(certain))
		return proof{goals, s.goalGaps(goals)}, err
	}
	goals, err := s.minimalGoals(ctx, q)
	p := proof{goals, s.goalGaps(goals)}
	if len(p.gaps) == 0 {
		p.gaps = []Gap{limitGap("")}
	}
	return p, err
}

// anyExample returns some request that reaches the goals, not always the nearest.
func (s *Space) anyExample(ctx context.Context, q query) (Example, error) {
	if found, err := s.searchNarrowly(ctx, q); err != nil || found.Found {
		return found, err
	}
	return s.search(ctx, q)
}

// searchNarrowly tries only the values in the comparisons of those rules that have to deny.
func (s *Space) searchNarrowly(ctx context.Context, q query) (Example, error) {
	var some []policy.Comparison
	for _, g := range q.goals {
		if g.Denies {
			some = append(some, s.byRule[g.RuleRef]...)
		}
	}
	if len(some) == 0 {
		return Example{}, nil
	}
	q.comparisons = some
	return s.search(ctx, q)
}

func (s *Space) goalGaps(goals []Goal) []Gap {
	rules := make([]RuleRef, len(goals))
	for i, g := range goals {
		rules[i] = g.RuleRef
	}
	return s.Gaps(rules...)
}

// minimalGoals returns a minimal set of the goals that no request reaches. It begins with the goals that some
// request missed, since most goals are irrelevant.
func (s *Space) minimalGoals(ctx context.Context, q query) ([]Goal, error) {
	s.missed = map[Goal]bool{}
	_, err := s.search(ctx, q)
	missed := s.missed
	s.missed = nil
	if err != nil {
		return nil, err
	}
	isImpossible := func(some []Goal) (bool, error) {
		found, err := s.search(ctx, q.withGoals(some))
		return !found.Found && !found.LimitReached, err
	}
	goals := filter(q.goals, func(g Goal) bool { return missed[g] })
	impossible, err := isImpossible(goals)
	if err != nil {
		return nil, err
	}
	if !impossible {
		goals = q.goals
	}
	return minimize(goals, isImpossible)
}
