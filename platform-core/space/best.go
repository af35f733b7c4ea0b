package space

import (
	"cmp"
	"context"
	"slices"

	"platform.internal/platform-core/request"
)

// best returns the ways to offer: the better first, and no two that change the same fields and
// cost the same.
func (s *search) best(ways []solution) []solution {
	type offer struct {
		fields Fields
		cost   request.Money
	}
	ways = slices.Clone(ways)
	slices.SortStableFunc(ways, func(a, b solution) int {
		cheaper := 0
		if !s.IgnoreCost {
			cheaper = compareEstimates(a.estimate, b.estimate)
		}
		return cmp.Or(cheaper, cmp.Compare(s.openForOthers(a.at), s.openForOthers(b.at)), compareFields(a.at.changedFields(), b.at.changedFields()))
	})
	taken := map[offer]bool{}
	return slices.DeleteFunc(ways, func(w solution) bool {
		o := offer{w.at.changedFields(), w.estimate.KnownTotal}
		gone := taken[o] || len(taken) >= s.most()
		taken[o] = true
		return gone
	})
}

func (s *search) most() int { return max(s.MaxFixes, 1) }

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
func (s *search) hidesPrices(ctx context.Context, at point) (bool, error) {
	size, ok := s.estimate(at)
	if !ok {
		return false, nil
	}
	var others []point
	s.domain.fill(regionField)
	for _, region := range append([]uint16{0}, s.domain.tried[regionField]...) {
		other := at.with(regionField, region)
		if other != at && !s.isRegionDenied(other) {
			others = append(others, other)
		}
	}
	if err := s.askEstimates(ctx, others); err != nil {
		return false, err
	}
	return !size.KnownTotal.Known || slices.ContainsFunc(others, func(other point) bool {
		there, ok := s.estimate(other)
		return ok && len(there.Items) > 0 && unknowns(there) < unknowns(size)
	}), nil
}

// forbidden reports whether a rule denies a point that looks at the region and not at the
// estimate.
func (s *search) isRegionDenied(at point) bool {
	for _, i := range s.all() {
		if s.reads(i).has(regionField) && !s.rules[i].ReadsEstimate && s.isDenied(at, i) {
			return true
		}
	}
	return false
}
