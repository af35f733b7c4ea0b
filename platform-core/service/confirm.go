package service

import (
	"context"
	"slices"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/space"
	"platform.internal/platform-core/wire"
)

// alternative returns a fix as a document. A person must confirm the facts that it changes.
func (s *Service) alternative(
	ctx context.Context, denied *Evaluated, fix space.Fix, budget *policy.Budget,
) (wire.Alternative, error) {
	a := wire.Alternative{Changes: []request.Change{}, Request: fix.Request, Estimate: wire.CostOf(fix.Estimate)}
	for _, open := range fix.Open {
		a.Open = append(a.Open, denied.open(open))
	}
	for _, change := range fix.Changes {
		f, _ := request.FieldNamed(change.Field)
		if !f.Fact {
			a.Changes = append(a.Changes, change)
			continue
		}
		a.Confirm = append(a.Confirm, wire.ConfirmedField{Field: change.Field, Values: []request.Value{change.To}})
		f.Assign(&a.Request, change.From)
	}
	if len(a.Open) > 0 { // policy cannot decide without these values
		return a, nil
	}
	return a, s.confirmable(ctx, denied, a, budget)
}

// confirmable adds to each fact of an alternative the other values with which policy accepts the request.
// Policy must accept every combination with the values of the other facts.
func (s *Service) confirmable(ctx context.Context, denied *Evaluated, a wire.Alternative, budget *policy.Budget) error {
	for i := range a.Confirm {
		fact := &a.Confirm[i]
		f, _ := request.FieldNamed(fact.Field)
		for _, text := range f.Values {
			value := request.Text(text)
			if slices.Contains(fact.Values, value) {
				continue
			}
			with := slices.Clone(a.Confirm)
			with[i].Values = []request.Value{value}
			accepted, err := s.acceptsAll(ctx, denied, a.Request, with, budget)
			if err != nil {
				return err
			}
			if accepted {
				fact.Values = append(fact.Values, value)
			}
		}
	}
	return nil
}

// acceptsAll reports whether policy accepts a request with every combination of the values of facts.
func (s *Service) acceptsAll(
	ctx context.Context, denied *Evaluated, r request.Request, facts []wire.ConfirmedField, budget *policy.Budget,
) (bool, error) {
	if len(facts) == 0 {
		e, err := s.judged(ctx, denied, r, budget)
		return err == nil && e.Decision == request.Accepted, err
	}
	for _, value := range facts[0].Values {
		with, err := r.With(facts[0].Field, value)
		if err != nil {
			return false, err
		}
		if accepted, err := s.acceptsAll(ctx, denied, with, facts[1:], budget); !accepted {
			return false, err
		}
	}
	return true, nil
}
