package service

import (
	"context"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// maxDeniedDays limits the days that the rules accept and the adapter denies, before the search ends.
// Rules of adapters seldom read the expiry date.
const maxDeniedDays = 31

// LatestExpiry returns the latest expiry date with which the request is accepted if all other fields stay unchanged. It
// returns an empty date if policy accepts no date, or accepts every date.
func (s *Service) LatestExpiry(ctx context.Context, r request.Request) (request.Date, error) {
	in, err := s.current(ctx, problem.InstallationRequired)
	if err != nil {
		return "", err
	}
	return s.latestExpiry(ctx, in, r)
}

// latestExpiry returns the latest expiry date with which the request is accepted. It returns an empty
// date if there is none, or if no rule limits it. If the rules take long, it does not try every day.
func (s *Service) latestExpiry(ctx context.Context, in *installed, r request.Request) (request.Date, error) {
	date := s.date(in.Profile)
	own, err := s.evaluate(ctx, in, adapter.NewInput(r, in.Profile), date)
	if err != nil {
		return "", err
	}
	budget, denied := policy.NewBudget(ctx, policy.ProfileSteps), 0
	for days := acceptedWithin; days > 0 && denied < maxDeniedDays; days-- {
		if r.ExpiryDate, err = date.AddDays(days); err != nil || r.ExpiryDate == "" {
			continue
		}
		found := in.policies.Evaluate(policy.Input{
			Request: r, Profile: in.Profile, Estimate: own.native.Estimate, Date: date, Budget: budget,
		})
		switch {
		case ctx.Err() != nil:
			return "", ctx.Err()
		case len(found.Violations) > 0:
			continue
		case days == acceptedWithin:
			return "", nil
		}
		until, err := s.evaluate(ctx, in, adapter.NewInput(r, in.Profile), date)
		if err != nil || until.Decision == request.Accepted {
			return r.ExpiryDate, err
		}
		denied++
	}
	return "", nil
}
