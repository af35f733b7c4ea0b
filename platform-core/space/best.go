package space

import (
	"cmp"
	"context"
	"slices"

	"platform.internal/platform-core/request"
)

// best returns the ways to offer: the better first, and no two that change the same fields and
// cost the same.
func (s *search) best(ways []way) []way {
	type offer struct {
		fields Fields
		cost   request.Money
	}
	ways = slices.Clone(ways)
	slices.SortStableFunc(ways, func(a, b way) int {
		cheaper := 0
		if !s.InOrder {
			cheaper = compareEstimates(a.cost, b.cost)
		}
		return cmp.Or(cheaper, cmp.Compare(s.beside(a.at), s.beside(b.at)), compareFields(a.at.changed(), b.at.changed()))
	})
	taken := map[offer]bool{}
	return slices.DeleteFunc(ways, func(w way) bool {
		o := offer{w.at.changed(), w.cost.KnownTotal}
		gone := taken[o] || len(taken) >= s.most()
		taken[o] = true
		return gone
	})
}

func (s *search) most() int { return max(s.Most, 1) }

// compareEstimates puts what is known before what is not, and the lower first.
func compareEstimates(a, b request.Estimate) int {
	return cmp.Or(cmp.Compare(unknowns(a), unknowns(b)), cmp.Compare(a.KnownTotal.Cents, b.KnownTotal.Cents))
}

// unknowns returns how many counted parts of an estimate have no price.
func unknowns(e request.Estimate) (n int) {
	for _, item := range e.Items {
		if item.Counted() && !item.MonthlyCost.Known {
			n++
		}
	}
	return n
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

// unpriced reports whether another region has more known prices than that of a point, and only rules
// on the price deny it.
func (s *search) unpriced(ctx context.Context, at point) (bool, error) {
	size, ok := s.size(at)
	if !ok {
		return false, nil
	}
	var others []point
	s.domain.fill(regionField)
	for _, region := range append([]uint16{0}, s.domain.given[regionField]...) {
		other := at.with(regionField, region)
		if other != at && !s.forbidden(other) {
			others = append(others, other)
		}
	}
	if err := s.sizeAll(ctx, others); err != nil {
		return false, err
	}
	return !size.KnownTotal.Known || slices.ContainsFunc(others, func(other point) bool {
		there, ok := s.size(other)
		return ok && len(there.Items) > 0 && unknowns(there) < unknowns(size)
	}), nil
}

// forbidden reports whether a rule denies a point that looks at the region and not at the
// estimate.
func (s *search) forbidden(at point) bool {
	for _, i := range s.all() {
		if s.reads(i).has(regionField) && !s.rules[i].Sized && s.breaks(at, i) {
			return true
		}
	}
	return false
}
