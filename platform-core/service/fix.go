package service

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/space"
	"platform.internal/platform-core/wire"
)

// MaxAlternatives is the maximum number of alternatives in a [wire.Evaluation].
const MaxAlternatives = 3

// fixes returns the best fixes of a denied record, at most maxFixes. If maxFixes is more than
// 1, it also returns the searched values. It returns nothing for an accepted record.
func (s *Service) fixes(ctx context.Context, denied *Evaluated, maxFixes int) (wire.Fixes, error) {
	if denied.Decision != request.Denied {
		return wire.Fixes{}, nil
	}
	budget := policy.NewBudget(ctx, policy.RequestSteps)
	found, err := s.explorable(denied.in, denied.EvaluatedOn).Fix(ctx, denied.Record, maxFixes, budget)
	if err != nil {
		return wire.Fixes{}, err
	}
	fixes := wire.Fixes{Searched: found.Searched, Bounded: found.LimitReached, Contradicting: found.Contradicting}
	for _, fix := range found.Fixes {
		a, err := s.alternative(ctx, denied, fix, budget)
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

// nearest returns the request that breaks the fewest rules, as a document.
func (s *Service) nearest(
	ctx context.Context, denied *Evaluated, fix space.Fix, budget *policy.Budget,
) (*wire.Nearest, error) {
	e, err := s.judged(ctx, denied, fix.Request, budget)
	if err != nil {
		return nil, err
	}
	n := &wire.Nearest{Request: fix.Request, Changes: append([]request.Change{}, fix.Changes...)}
	for _, v := range e.Violations {
		n.Violations = append(n.Violations, wire.Expected{PolicyID: v.PolicyID, Field: v.Field, Expected: v.Expected})
	}
	return n, nil
}

// judged evaluates another request with the installation and on the date of a denied record.
func (s *Service) judged(
	ctx context.Context, denied *Evaluated, r request.Request, budget *policy.Budget,
) (*Evaluated, error) {
	input := comparing(r, denied.in.Profile)
	native, err := s.ask(ctx, denied.in, input)
	if err != nil {
		return nil, err
	}
	return decide(ctx, denied.in, input, native, denied.EvaluatedOn, budget)
}

// open returns a field that a person must choose, and what the rule expects of it.
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

// maxAtOnce limits the concurrent calls of one search, because there may be other searches, and each
// answer takes memory.
const maxAtOnce = 3

// Explorable returns the installation for questions about its rules, on its policy date.
func (s *Service) Explorable(ctx context.Context) (space.Decider, error) {
	in, err := s.current(ctx, problem.InstallationRequired)
	if err != nil {
		return space.Decider{}, err
	}
	return s.explorable(in, s.date(in.Profile)), nil
}

// explorable returns the installation on a date. It asks the adapter about several requests at once.
func (s *Service) explorable(in *installed, date request.Date) space.Decider {
	ask := func(ctx context.Context, list []request.Request) ([]space.Answer, error) {
		answers := make([]space.Answer, len(list))
		err := inParallel(len(list), func(i int) error {
			native, err := s.ask(ctx, in, comparing(list[i], in.Profile))
			answers[i] = space.NewAnswer(native.Violations, native.Estimate)
			return err
		})
		return answers, err
	}
	return space.Decider{Rules: in.rules, Date: date, Ask: ask}
}

// inParallel calls a function with the numbers below n, maxAtOnce at a time, until a call fails. It
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
