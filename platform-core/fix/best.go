package fix

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"platform.internal/platform-core/request"
)

// kind is what makes steps of one rank as good as each other: they change the same fields
// and cost the same.
type kind struct {
	changed, open Fields
	size          point
}

func (s *search) kindOf(of *step) kind { return kind{of.changed, of.open, of.at.masked(s.sizing)} }

// settle asks the adapter about the doubtful steps that may be the best, and returns those
// to look at again.
func (s *search) settle(ctx context.Context, doubtful, accepted []*step) (again []*step, err error) {
	done, first := map[kind]bool{}, map[kind]*step{}
	for _, of := range accepted {
		done[s.kindOf(of)] = true
	}
	for _, of := range doubtful {
		k := s.kindOf(of)
		if done[k] || s.Most <= 1 && s.beaten(of, accepted) {
			continue
		}
		if best, has := first[k]; !has || s.space.compare(of.at, best.at) < 0 {
			first[k] = of
		}
		again = append(again, of)
	}
	if len(first) == 0 {
		return nil, nil
	}
	return again, s.ask(ctx, s.promising(slices.Collect(maps.Values(first))))
}

// maxAtOnce is how many requests a search in order asks about before it looks again.
const maxAtOnce = 64

// settleFirst is settle for a search in order: it asks about the first of the doubtful
// steps that come before all accepted ones, about more of them the longer this takes.
func (s *search) settleFirst(ctx context.Context, doubtful, accepted []*step) (again []*step, err error) {
	slices.SortFunc(accepted, s.compareSteps)
	for _, of := range doubtful {
		if len(accepted) == 0 || s.compareSteps(of, accepted[0]) < 0 {
			again = append(again, of)
		}
	}
	if len(again) == 0 {
		return nil, nil
	}
	slices.SortFunc(again, s.compareSteps)
	var points []point
	for _, of := range again[:min(len(again), len(s.asked), maxAtOnce)] {
		points = append(points, of.at)
	}
	return again, s.ask(ctx, points)
}

// beaten reports whether one of the accepted steps costs no more.
func (s *search) beaten(of *step, accepted []*step) bool {
	size, known := s.size(of.at)
	return known && slices.ContainsFunc(accepted, func(a *step) bool { return compareEstimates(s.cost(a), size) <= 0 })
}

// promising returns which of the steps to ask about: where one fix is wanted, the
// cheapest of those whose cost is known, before the others.
func (s *search) promising(steps []*step) (points []point) {
	var cheapest *step
	for _, of := range steps {
		size, known := s.size(of.at)
		switch {
		case s.Most > 1 || !known:
			points = append(points, of.at)
		case cheapest == nil || cmp.Or(compareEstimates(size, s.cost(cheapest)), s.space.compare(of.at, cheapest.at)) < 0:
			cheapest = of
		}
	}
	if cheapest != nil {
		points = append(points, cheapest.at)
	}
	return points
}

// ask asks the adapter about requests.
func (s *search) ask(ctx context.Context, points []point) error {
	slices.SortFunc(points, s.space.compare)
	requests := make([]request.Request, len(points))
	for i, at := range points {
		requests[i] = s.space.request(at)
	}
	answers, err := s.Ask(ctx, requests)
	if err != nil {
		return err
	}
	for i, a := range answers {
		s.learn(points[i], a)
	}
	return nil
}

// result returns the best of the accepted steps, confirmed by the adapter's own answers
// to them.
func (s *search) result(ctx context.Context, accepted []*step) (Result, error) {
	best := s.best(accepted)
	var doubtful []point
	for _, of := range best {
		if _, own := s.asked[of.at]; !own {
			doubtful = append(doubtful, of.at)
		}
	}
	if len(doubtful) > 0 {
		if err := s.ask(ctx, doubtful); err != nil || s.contradicted {
			return Result{}, err
		}
	}
	result := s.summary()
	for _, of := range best {
		result.Fixes = append(result.Fixes, s.fix(of))
	}
	return result, nil
}

// best returns the steps to offer: the cheapest first, and no two that change the same
// fields and cost the same.
func (s *search) best(accepted []*step) []*step {
	slices.SortFunc(accepted, s.compareSteps)
	type kind struct {
		fields Fields
		cost   request.Money
	}
	taken := map[kind]bool{}
	return slices.DeleteFunc(accepted, func(of *step) bool {
		k := kind{of.changed | of.open, s.cost(of).KnownTotal}
		gone := taken[k] || len(taken) >= max(s.Most, 1)
		taken[k] = true
		return gone
	})
}

// compareSteps puts the better of two steps that change as many fields first.
func (s *search) compareSteps(a, b *step) int {
	inOrder := func() int {
		return cmp.Or(compareFields(a.changed|a.open, b.changed|b.open), s.space.compare(a.at, b.at))
	}
	if s.InOrder {
		return inOrder()
	}
	return cmp.Or(compareEstimates(s.cost(a), s.cost(b)), inOrder())
}

// size returns the estimate of a request, where it is known.
func (s *search) size(at point) (request.Estimate, bool) {
	if own, asked := s.asked[at]; asked {
		return own.Estimate, true
	}
	place := at.masked(s.sizing)
	size, known := s.sizes[place]
	if !known && s.Size != nil && !s.distrusts {
		if size, known = s.Size(s.space.request(place)); known {
			s.sizes[place] = size
		}
	}
	return size, known
}

func (s *search) cost(of *step) request.Estimate {
	size, _ := s.size(of.at)
	return size
}

// compareEstimates puts what is known before what is not, and the lower first.
func compareEstimates(a, b request.Estimate) int {
	unpriced := func(e request.Estimate) (n int) {
		for _, item := range e.Items {
			if item.Counted() && !item.MonthlyCost.Known {
				n++
			}
		}
		return n
	}
	return cmp.Or(cmp.Compare(unpriced(a), unpriced(b)), cmp.Compare(a.KnownTotal.Cents, b.KnownTotal.Cents))
}

// compareFields orders sets of fields by the first field that they do not share.
func compareFields(a, b Fields) int {
	differ := a ^ b
	switch lowest := differ & -differ; {
	case differ == 0:
		return 0
	case a&lowest != 0:
		return -1
	default:
		return 1
	}
}

func (s *search) fix(of *step) Fix {
	out := Fix{Request: s.space.request(of.at), Estimate: s.cost(of)}
	for f := range of.changed.all {
		out.Changes = append(out.Changes, request.Change{
			Field: described[f].Name, From: s.space.value(f, 0), To: s.space.value(f, of.at[f]), PolicyID: s.rules[of.why[f]].ID,
		})
	}
	slices.SortFunc(out.Changes, func(a, b request.Change) int {
		return cmp.Compare(described[fieldNumber(a.Field)].Influence, described[fieldNumber(b.Field)].Influence)
	})
	for f := range of.open.all {
		out.Open = append(out.Open, described[f].Name)
	}
	slices.Sort(out.Open)
	return out
}
