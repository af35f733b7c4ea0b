package space

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
)

// ask returns what a search is told of requests. An answer has one estimate, and each
// installation makes its own: these are kept in s.estimates, and the answer has their number as its
// total.
func (s *Space) ask(ctx context.Context, wanted []Goal, list []request.Request) ([]Answer, error) {
	if err := s.askAll(ctx, list); err != nil {
		return nil, err
	}
	answers := make([]Answer, len(list))
	for n, r := range list {
		own := s.answers[r]
		answers[n] = Answer{Denies: map[string]request.Value{}, Estimate: s.number(own)}
		for i, w := range wanted {
			if _, ok := s.deciders[w.Decider].check(w.ID); ok {
				continue
			}
			if _, denies := own[w.Decider].Denies[w.ID]; s.misses(w, denies) {
				answers[n].Denies[strconv.Itoa(i)] = request.Value{}
			}
		}
	}
	return answers, nil
}

// askAll asks the adapters about those requests that they were not asked about before.
func (s *Space) askAll(ctx context.Context, list []request.Request) error {
	list = slices.DeleteFunc(slices.Clone(list), func(r request.Request) bool { return s.answers[r] != nil })
	if len(list) == 0 {
		return nil
	}
	of := make([][]Answer, len(s.deciders))
	for n, in := range s.deciders {
		if n > 0 && in.sameAdapter(s.deciders[0].Rules) {
			of[n] = of[0]
			continue
		}
		answers, err := in.ask(ctx, list)
		if err != nil {
			return err
		}
		of[n] = answers
		s.Asked += len(list)
	}
	for i, r := range list {
		for n := range s.deciders {
			s.answers[r] = append(s.answers[r], of[n][i])
		}
	}
	return nil
}

// number returns the number of the estimates in answers, as a search takes it.
func (s *Space) number(answers []Answer) request.Estimate {
	var own []request.Estimate
	sized, key := true, []byte(nil)
	for _, a := range answers {
		own = append(own, a.Estimate)
		sized = sized && len(a.Estimate.Items) > 0
		key = fmt.Appendln(key, len(a.Estimate.Items) > 0, a.Estimate.KnownTotal, a.Estimate.MonthlyTotal)
	}
	number, ok := s.numbered[string(key)]
	if !ok {
		number = len(s.estimates)
		s.numbered[string(key)] = number
		s.estimates = append(s.estimates, own)
	}
	e := request.Estimate{KnownTotal: request.Cents(int64(number))}
	if sized {
		e.Items = []request.EstimateItem{{}}
	}
	return e
}

// estimate returns that of an installation for the number; none where there is no number.
func (s *Space) estimate(number request.Estimate, installation int) request.Estimate {
	if !number.KnownTotal.Known {
		return request.Estimate{}
	}
	return s.estimates[number.KnownTotal.Cents][installation]
}

// askSizes asks for every estimate, where it depends on fields only of which each value
// is tried.
func (s *Space) askAllEstimates(ctx context.Context, near request.Request) error {
	if s.estimatesAsked || !s.isEnumerable(policy.ByEstimate) {
		return nil
	}
	s.estimatesAsked = true
	list := []request.Request{near}
	for _, f := range request.Fields() {
		if !slices.ContainsFunc(s.deciders, func(i Decider) bool { return slices.Contains(i.Adapter.EstimateReads, f.Name) }) {
			continue
		}
		var next []request.Request
		for _, r := range list {
			values, _ := s.partition.representatives(&f, near)
			for _, v := range values {
				if changed, err := r.With(f.Name, v); err == nil {
					next = append(next, changed)
				}
			}
		}
		list = next
	}
	if err := s.askAll(ctx, list); err != nil {
		return err
	}
	for _, r := range list {
		for _, a := range s.answers[r] {
			if a.Estimate.KnownTotal.Known {
				s.dollars = append(s.dollars, a.Estimate.KnownTotal.Dollars())
			}
		}
	}
	slices.Sort(s.dollars)
	s.dollars = slices.Compact(s.dollars)
	return nil
}
