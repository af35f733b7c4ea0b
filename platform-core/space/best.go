package space

import (
	"cmp"
	"context"
	"slices"

	"platform.internal/platform-core/request"
)

// best returns at most MaxFixes solutions, best first. If two solutions change the same fields and cost the same,
// it keeps only the better solution.
func (s *search) best(solutions []solution) []solution {
	type offer struct {
		fields Fields
		cost   request.Money
	}
	solutions = slices.Clone(solutions)
	slices.SortStableFunc(solutions, func(a, b solution) int {
		cheaper := 0
		if !s.IgnoreCost {
			cheaper = compareEstimates(a.estimate, b.estimate)
		}
		return cmp.Or(cheaper, cmp.Compare(s.openForOthers(a.at), s.openForOthers(b.at)),
			compareFields(a.at.changedFields(), b.at.changedFields()))
	})
	offered := map[offer]bool{}
	return slices.DeleteFunc(solutions, func(one solution) bool {
		o := offer{one.at.changedFields(), one.estimate.KnownTotal}
		drop := offered[o] || len(offered) == s.MaxFixes
		offered[o] = true
		return drop
	})
}

// compareEstimates orders estimates by the number of missing prices, then by the known total.
func compareEstimates(a, b request.Estimate) int {
	return cmp.Or(cmp.Compare(missingPrices(a), missingPrices(b)), cmp.Compare(a.KnownTotal.Cents, b.KnownTotal.Cents))
}

// missingPrices returns how many counted parts of an estimate have no price.
func missingPrices(e request.Estimate) (n int) {
	for _, item := range e.Items {
		if item.Counted() && !item.MonthlyCost.Known {
			n++
		}
	}
	return n
}

// hidesPrices reports whether the same request has fewer missing prices in another region. It considers only
// regions that no rule on the region denies. It also returns true if the known total is not known, and false if the
// estimate is not known.
func (s *search) hidesPrices(ctx context.Context, at point) (bool, error) {
	estimate, ok := s.estimate(at)
	if !ok || !estimate.KnownTotal.Known {
		return ok, nil
	}
	rules := filter(s.allRules(), func(i int) bool { return s.reads(i).has(regionField) && !s.rules[i].ReadsEstimate })
	var others []point
	s.domain.fill(regionField)
	for _, region := range append([]uint16{0}, s.domain.tried[regionField]...) {
		other := at.with(regionField, region)
		if other != at && !slices.ContainsFunc(rules, func(i int) bool { return s.isDenied(other, i) }) {
			others = append(others, other)
		}
	}
	if err := s.askEstimates(ctx, others); err != nil {
		return false, err
	}
	for _, other := range others {
		there, _ := s.estimate(other)
		if len(there.Items) == 0 || missingPrices(there) >= missingPrices(estimate) {
			continue
		}
		denied := false
		for _, i := range rules { // the adapter may deny a region and still know its price
			v, err := s.askVerdict(ctx, i, other)
			if err != nil || s.contradicted {
				return false, err
			}
			denied = denied || v.denies
		}
		if !denied {
			return true, nil
		}
	}
	return false, nil
}
