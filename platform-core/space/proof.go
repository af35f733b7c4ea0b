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
	Set  []Wanted
	Gaps []Gap
}

// possible reports whether there is such a request.
func (p proof) possible() bool { return len(p.Set)+len(p.Gaps) == 0 }

// sure reports whether there is none.
func (p proof) sure() bool { return len(p.Set) > 0 && len(p.Gaps) == 0 }

// ended is the gap of a search that ended at its limit.
func ended(id string) Gap { return Gap{PolicyID: id, Why: "The search ended at its limit."} }

// prove says why there is no request that a query is for. Rules with a gap prove nothing, so it
// searches again without them.
func (s *Space) prove(ctx context.Context, q query) (proof, error) {
	found, err := s.any(ctx, q)
	if err != nil || found.Is {
		return proof{}, err
	}
	if found.Bounded {
		return proof{Gaps: []Gap{ended("")}}, nil
	}
	certain := slices.DeleteFunc(slices.Clone(q.wanted), func(w Wanted) bool { return len(s.Gaps(w.Rule)) > 0 })
	if len(certain) < len(q.wanted) {
		if found, err = s.search(ctx, q.with(certain)); err != nil {
			return proof{}, err
		}
	}
	if !found.Is && !found.Bounded {
		set, err := s.least(ctx, q.with(certain))
		return proof{set, s.gapsOf(set)}, err
	}
	set, err := s.least(ctx, q)
	p := proof{set, s.gapsOf(set)}
	if len(p.Gaps) == 0 {
		p.Gaps = []Gap{ended("")}
	}
	return p, err
}

// any returns some request that comes out as wanted, not always the nearest.
func (s *Space) any(ctx context.Context, q query) (Found, error) {
	if found, err := s.narrowly(ctx, q); err != nil || found.Is {
		return found, err
	}
	return s.search(ctx, q)
}

// narrowly searches only the values that the rules which have to deny are about.
func (s *Space) narrowly(ctx context.Context, q query) (Found, error) {
	var some []policy.Comparison
	for _, w := range q.wanted {
		if w.Denies {
			some = append(some, s.of[w.Rule]...)
		}
	}
	if len(some) == 0 {
		return Found{}, nil
	}
	q.about = some
	return s.search(ctx, q)
}

func (s *Space) gapsOf(wanted []Wanted) []Gap {
	rules := make([]Rule, len(wanted))
	for i, w := range wanted {
		rules[i] = w.Rule
	}
	return s.Gaps(rules...)
}

// least leaves out of what is wanted all without which there is still no request. It begins with
// the wishes that some request failed, since few of them are the reason.
func (s *Space) least(ctx context.Context, q query) ([]Wanted, error) {
	s.missed = map[Wanted]bool{}
	_, err := s.search(ctx, q)
	left := slices.DeleteFunc(slices.Clone(q.wanted), func(w Wanted) bool { return !s.missed[w] })
	s.missed = nil
	if err != nil {
		return nil, err
	}
	if found, err := s.search(ctx, q.with(left)); err != nil {
		return nil, err
	} else if found.Is || found.Bounded {
		left = slices.Clone(q.wanted)
	}
	return shrunk(left, func(some []Wanted) (bool, error) {
		found, err := s.search(ctx, q.with(some))
		return !found.Is && !found.Bounded, err
	})
}

// shrunk leaves out of what no request satisfies, from the start, all without which still none does.
func shrunk[T any](list []T, impossible func([]T) (bool, error)) ([]T, error) {
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
