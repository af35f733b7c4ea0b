package service

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/space"
	"platform.internal/platform-core/wire"
)

// MaxAlternatives is how many alternatives an Evaluation has at most.
const MaxAlternatives = 3

// fixes returns the best ways from a denied record to acceptance, up to a number, and what was
// searched if more than one is wanted. It returns nothing for an accepted record.
func (s *Service) fixes(ctx context.Context, denied *Evaluated, most int) (wire.Fixes, error) {
	if denied.Decision != request.Denied {
		return wire.Fixes{}, nil
	}
	budget := policy.NewBudget(ctx, policy.RequestSteps)
	found, err := s.explorable(denied.in, denied.EvaluatedOn).Fix(ctx, denied.Record, most, budget)
	if err != nil {
		return wire.Fixes{}, err
	}
	fixes := wire.Fixes{Searched: found.Searched, Bounded: found.LimitReached, Contradicting: found.Contradicting}
	for _, way := range found.Fixes {
		a, err := s.alternative(ctx, denied, way, budget)
		if err != nil {
			return wire.Fixes{}, err
		}
		fixes.Alternatives = append(fixes.Alternatives, a)
	}
	if found.Nearest != nil {
		if fixes.Nearest, err = s.nearest(ctx, denied, *found.Nearest, budget); err != nil {
			return wire.Fixes{}, err
		}
	}
	if len(fixes.Alternatives) > 0 && len(fixes.Alternatives[0].Open) == 0 && len(fixes.Alternatives[0].Confirm) == 0 {
		fixes.Fix = fixes.Alternatives[0].Changes
	}
	return fixes, nil
}

// nearest returns a request that comes nearest to acceptance as an answer has it.
func (s *Service) nearest(ctx context.Context, denied *Evaluated, way space.Fix, budget *policy.Budget) (*wire.Nearest, error) {
	e, err := s.judged(ctx, denied, way.Request, budget)
	if err != nil {
		return nil, err
	}
	n := &wire.Nearest{Request: way.Request, Changes: append([]request.Change{}, way.Changes...)}
	for _, v := range e.Violations {
		n.Violations = append(n.Violations, wire.Expected{PolicyID: v.PolicyID, Field: v.Field, Expected: v.Expected})
	}
	return n, nil
}

// judged returns what the installation of a denied record says of another request on its day.
func (s *Service) judged(ctx context.Context, denied *Evaluated, r request.Request, budget *policy.Budget) (*Evaluated, error) {
	input := comparing(r, denied.in.Profile)
	native, err := s.ask(ctx, denied.in, input)
	if err != nil {
		return nil, err
	}
	return decided(ctx, denied.in, input, native, denied.EvaluatedOn, budget)
}

// open returns what a person who chooses a value has to know.
func (e *Evaluated) open(field space.OpenField) wire.OpenField {
	o := wire.OpenField{Field: field.Field, PolicyID: field.PolicyID}
	for _, v := range e.Violations {
		if v.PolicyID == o.PolicyID {
			o.Expected, o.Remediation = v.Expected, v.Remediation
			return o
		}
	}
	for _, r := range e.in.rules.Sourced() {
		if r.ID == o.PolicyID {
			o.Expected, o.Remediation = r.Expected, r.Remediation
		}
	}
	return o
}

// maxAtOnce is how many requests a search asks about at once: there may be other
// searches, and each answer takes memory.
const maxAtOnce = 3

// askAll returns the adapter's answers to requests, in their order. It asks about several
// at once.
func (s *Service) askAll(ctx context.Context, in *installed, list []request.Request) ([]space.Answer, error) {
	answers := make([]space.Answer, len(list))
	err := inParallel(len(list), func(i int) error {
		native, err := s.ask(ctx, in, comparing(list[i], in.Profile))
		answers[i] = space.NewAnswer(native.Violations, native.Estimate)
		return err
	})
	return answers, err
}

// inParallel calls a function with the numbers from 0 to n, maxAtOnce at once, until a call fails. It
// returns the error of the lowest number.
func inParallel(n int, call func(int) error) error {
	errs := make([]error, n)
	var calls sync.WaitGroup
	var failed atomic.Bool
	free := make(chan struct{}, maxAtOnce)
	for i := range n {
		free <- struct{}{}
		if failed.Load() {
			break
		}
		calls.Go(func() {
			defer func() { <-free }()
			if errs[i] = call(i); errs[i] != nil {
				failed.Store(true)
			}
		})
	}
	calls.Wait()
	return cmp.Or(errs...)
}
