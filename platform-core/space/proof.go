package space

import (
	"context"
	"slices"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
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

// prove says why no request comes out as wanted that has the same value of the field that
// is kept. Rules with a gap prove nothing, so it searches again without them.
func (s *Space) prove(ctx context.Context, from request.Request, kept string, wanted []Wanted) (proof, error) {
	found, err := s.any(ctx, from, kept, wanted)
	if err != nil || found.Is {
		return proof{}, err
	}
	if found.Bounded {
		return proof{Gaps: []Gap{ended("")}}, nil
	}
	certain := slices.DeleteFunc(slices.Clone(wanted), func(w Wanted) bool { return len(s.Gaps(w.Rule)) > 0 })
	if len(certain) < len(wanted) {
		if found, err = s.search(ctx, from, kept, certain); err != nil {
			return proof{}, err
		}
	}
	if !found.Is && !found.Bounded {
		set, err := s.least(ctx, from, kept, certain)
		return proof{set, s.gapsOf(set)}, err
	}
	set, err := s.least(ctx, from, kept, wanted)
	p := proof{set, s.gapsOf(set)}
	if len(p.Gaps) == 0 {
		p.Gaps = []Gap{ended("")}
	}
	return p, err
}

// any returns some request that comes out as wanted, not always the nearest.
func (s *Space) any(ctx context.Context, from request.Request, kept string, wanted []Wanted) (Found, error) {
	if found, err := s.narrowly(ctx, from, kept, wanted); err != nil || found.Is {
		return found, err
	}
	return s.search(ctx, from, kept, wanted)
}

// narrowly searches only the values that the rules which have to deny are about.
func (s *Space) narrowly(ctx context.Context, from request.Request, kept string, wanted []Wanted) (Found, error) {
	var some []policy.Comparison
	for _, w := range wanted {
		if w.Denies {
			some = append(some, s.of[w.Rule]...)
		}
	}
	if len(some) == 0 {
		return Found{}, nil
	}
	all, crowded := s.cut, s.crowded
	s.cut = s.by(some)
	found, err := s.search(ctx, from, kept, wanted)
	all.dollars = s.dollars // the search may have asked for them
	s.cut, s.crowded = all, crowded
	return found, err
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
func (s *Space) least(ctx context.Context, from request.Request, kept string, wanted []Wanted) ([]Wanted, error) {
	s.missed = map[Wanted]bool{}
	_, err := s.search(ctx, from, kept, wanted)
	left := slices.DeleteFunc(slices.Clone(wanted), func(w Wanted) bool { return !s.missed[w] })
	s.missed = nil
	if err != nil {
		return nil, err
	}
	if found, err := s.search(ctx, from, kept, left); err != nil {
		return nil, err
	} else if found.Is || found.Bounded {
		left = slices.Clone(wanted)
	}
	return shrunk(left, func(some []Wanted) (bool, error) {
		found, err := s.search(ctx, from, kept, some)
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
