package space

import (
	"context"
	"slices"

	"platform.internal/platform-core/policy"
)

// proof is why no request comes out as wanted: a smallest set of what is wanted, in the
// sense that without any of it there is such a request. Where it has gaps there may be one
// all the same: none was found. Both are empty where there is one.
type proof struct {
	goals []Goal
	gaps  []Gap
}

// possible reports whether there is such a request.
func (p proof) isSatisfiable() bool { return len(p.goals)+len(p.gaps) == 0 }

// sure reports whether there is none.
func (p proof) isCertain() bool { return len(p.goals) > 0 && len(p.gaps) == 0 }

// ended is the gap of a search that ended at its limit.
func limitGap(id string) Gap { return Gap{PolicyID: id, Why: "The search ended at its limit."} }

// prove says why there is no request that a query is for. Rules with a gap prove nothing, so it
// searches again without them.
func (s *Space) prove(ctx context.Context, q query) (proof, error) {
	found, err := s.anyExample(ctx, q)
	if err != nil || found.Found {
		return proof{}, err
	}
	if found.LimitReached {
		return proof{gaps: []Gap{limitGap("")}}, nil
	}
	certain := slices.DeleteFunc(slices.Clone(q.goals), func(w Goal) bool { return len(s.Gaps(w.RuleRef)) > 0 })
	if len(certain) < len(q.goals) {
		if found, err = s.search(ctx, q.with(certain)); err != nil {
			return proof{}, err
		}
	}
	if !found.Found && !found.LimitReached {
		set, err := s.minimalGoals(ctx, q.with(certain))
		return proof{set, s.gapsOf(set)}, err
	}
	set, err := s.minimalGoals(ctx, q)
	p := proof{set, s.gapsOf(set)}
	if len(p.gaps) == 0 {
		p.gaps = []Gap{limitGap("")}
	}
	return p, err
}

// any returns some request that comes out as wanted, not always the nearest.
func (s *Space) anyExample(ctx context.Context, q query) (Example, error) {
	if found, err := s.searchNarrowly(ctx, q); err != nil || found.Found {
		return found, err
	}
	return s.search(ctx, q)
}

// narrowly searches only the values that the rules which have to deny are about.
func (s *Space) searchNarrowly(ctx context.Context, q query) (Example, error) {
	var some []policy.Comparison
	for _, w := range q.goals {
		if w.Denies {
			some = append(some, s.byRule[w.RuleRef]...)
		}
	}
	if len(some) == 0 {
		return Example{}, nil
	}
	q.comparisons = some
	return s.search(ctx, q)
}

func (s *Space) gapsOf(wanted []Goal) []Gap {
	rules := make([]RuleRef, len(wanted))
	for i, w := range wanted {
		rules[i] = w.RuleRef
	}
	return s.Gaps(rules...)
}

// least leaves out of what is wanted all without which there is still no request. It begins with
// the wishes that some request failed, since few of them are the reason.
func (s *Space) minimalGoals(ctx context.Context, q query) ([]Goal, error) {
	s.missed = map[Goal]bool{}
	_, err := s.search(ctx, q)
	left := slices.DeleteFunc(slices.Clone(q.goals), func(w Goal) bool { return !s.missed[w] })
	s.missed = nil
	if err != nil {
		return nil, err
	}
	if found, err := s.search(ctx, q.with(left)); err != nil {
		return nil, err
	} else if found.Found || found.LimitReached {
		left = slices.Clone(q.goals)
	}
	return minimize(left, func(some []Goal) (bool, error) {
		found, err := s.search(ctx, q.with(some))
		return !found.Found && !found.LimitReached, err
	})
}

// shrunk leaves out of what no request satisfies, from the start, all without which still none does.
func minimize[T any](list []T, impossible func([]T) (bool, error)) ([]T, error) {
	for at := 0; at < len(list); {
		without := slices.Delete(slices.Clone(list), at, at+1)
		none, err := impossible(without)
		if err != nil {
			return nil, err
		}
		if none {
			list = without
		} else {
			at++
		}
	}
	return list, nil
}
