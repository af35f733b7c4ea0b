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
		if done[k] || s.beaten(of, accepted) {
			continue
		}
		if best, has := first[k]; !has || s.order(of, best) < 0 {
			first[k] = of
		}
		again = append(again, of)
	}
	promising := slices.SortedFunc(maps.Values(first), s.order)
	var points []point
	for _, of := range promising[:min(len(promising), s.most())] {
		points = append(points, of.at)
	}
	return again, s.ask(ctx, points)
}

func (s *search) most() int { return max(s.Most, 1) }

// order puts the better of the steps of one rank first.
func (s *search) order(a, b *step) int {
	cheaper := 0
	if !s.InOrder {
		cheaper = compareEstimates(s.cost(a), s.cost(b))
	}
	return cmp.Or(cheaper, cmp.Compare(s.beside(a), s.beside(b)), compareFields(a.changed|a.open, b.changed|b.open), s.space.compare(a.at, b.at))
}

// maxAtOnce is how many requests a search in order asks about before it looks again.
const maxAtOnce = 64

// settleFirst is settle for a search in order: it asks about the first of the doubtful
// steps that come before all accepted ones, about more of them the longer this takes.
func (s *search) settleFirst(ctx context.Context, doubtful, accepted []*step) (again []*step, err error) {
	slices.SortFunc(accepted, s.order)
	for _, of := range doubtful {
		if len(accepted) == 0 || s.order(of, accepted[0]) < 0 {
			again = append(again, of)
		}
	}
	if len(again) == 0 {
		return nil, nil
	}
	slices.SortFunc(again, s.order)
	var points []point
	for _, of := range again[:min(len(again), len(s.asked), maxAtOnce)] {
		points = append(points, of.at)
	}
	return again, s.ask(ctx, points)
}

// beaten reports whether as many of the accepted steps as are wanted are better.
func (s *search) beaten(of *step, accepted []*step) bool {
	better := map[offer]bool{}
	for _, a := range accepted {
		if s.order(a, of) < 0 {
			better[s.offerOf(a)] = true
		}
	}
	return len(better) >= s.most()
}

// offer is what no two fixes have in common.
type offer struct {
	fields Fields
	cost   request.Money
}

func (s *search) offerOf(of *step) offer { return offer{of.changed | of.open, s.cost(of).KnownTotal} }

// sizeAll asks the adapter about requests until the estimates of all steps are known.
func (s *search) sizeAll(ctx context.Context, steps []*step) error {
	for {
		first := map[point]point{}
		for _, of := range steps {
			if _, known := s.size(of.at); known {
				continue
			}
			place := of.at.masked(s.sizing)
			if best, has := first[place]; !has || s.space.compare(of.at, best) < 0 {
				first[place] = of.at
			}
		}
		if len(first) == 0 || len(s.asked) > s.MaxAsked {
			return nil
		}
		points := slices.Collect(maps.Values(first))
		if err := s.fetch(ctx, points); err != nil || s.contradicted {
			return err
		}
		for _, at := range points {
			if len(s.asked[at].Estimate.Items) == 0 { // one of the adapter's rules says why
				s.learn(at)
			}
		}
	}
}

// ask asks the adapter about requests, and learns from its answers.
func (s *search) ask(ctx context.Context, points []point) error {
	err := s.fetch(ctx, points)
	if err != nil {
		return err
	}
	for _, at := range points {
		s.learn(at)
	}
	return nil
}

// fetch asks the adapter about those of the requests that it was not asked about before.
// It sorts the points.
func (s *search) fetch(ctx context.Context, points []point) error {
	slices.SortFunc(points, s.space.compare)
	var unasked []point
	var requests []request.Request
	for _, at := range points {
		if _, is := s.asked[at]; !is {
			unasked, requests = append(unasked, at), append(requests, s.space.request(at))
		}
	}
	if len(unasked) == 0 {
		return nil
	}
	answers, err := s.Ask(ctx, requests)
	if err != nil {
		return err
	}
	for i, a := range answers {
		s.hear(unasked[i], a)
	}
	return nil
}

// result returns the best of the accepted steps, confirmed by the adapter's own answers
// to them.
func (s *search) result(ctx context.Context, accepted []*step) (Result, error) {
	best := s.best(accepted)
	var doubtful []point
	for _, of := range best {
		if !s.learned[of.at] {
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
	slices.SortFunc(accepted, s.order)
	taken := map[offer]bool{}
	return slices.DeleteFunc(accepted, func(of *step) bool {
		o := s.offerOf(of)
		gone := taken[o] || len(taken) >= s.most()
		taken[o] = true
		return gone
	})
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

func (s *search) fix(of *step) Fix {
	out := Fix{Request: s.space.request(of.at), Estimate: s.cost(of)}
	for f := range of.changed.all {
		out.Changes = append(out.Changes, request.Change{
			Field: described[f].Name, From: s.space.value(f, 0), To: s.space.value(f, of.at[f]), PolicyID: s.rules[s.reason(of, f)].ID,
		})
	}
	slices.SortFunc(out.Changes, func(a, b request.Change) int {
		return cmp.Compare(described[fieldNumber(a.Field)].Influence, described[fieldNumber(b.Field)].Influence)
	})
	for f := range of.open.all {
		for _, i := range s.asking(of, f) {
			out.Open = append(out.Open, Open{described[f].Name, s.rules[i].ID})
		}
	}
	return out
}

// reason returns the rule for which a field of a fix has changed: rather one that the denied
// request breaks, and the fix without that change too, than one that was met on the way.
func (s *search) reason(of *step, field int) int {
	met := int(of.why[field])
	if s.breaks(s.denied, met) {
		return met
	}
	back := *of
	back.at[field] = 0
	without := s.candidate(&back)
	for i := range s.rules {
		r := &s.rules[i]
		unpriced := r.Sized && s.sizing.has(field) // whether that estimate is known depends on what was asked before
		if r.field == field && s.breaks(s.denied, i) && (unpriced || s.mayBreak(without, i)) {
			return i
		}
	}
	return met
}

// candidate returns a step with what is known of its estimate.
func (s *search) candidate(of *step) *candidate {
	c := &candidate{step: of}
	c.size, c.sized = s.size(of.at)
	return c
}

// breaks reports whether a rule is known to deny a candidate with the values that it has.
func (s *search) breaks(c *candidate, rule int) bool {
	outcome, _ := s.outcomeWith(c, rule, 0)
	return outcome.denies
}

// mayBreak reports whether a rule denies a candidate, or is not known not to.
func (s *search) mayBreak(c *candidate, rule int) bool {
	outcome, known := s.outcomeWith(c, rule, 0)
	return outcome.denies || !known
}
