package service

import (
	"context"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
)

// maxDeniedDays is how many days that the platform's rules accept the adapter may deny
// before the search for the latest one ends: rules of adapters seldom read the expiry.
const maxDeniedDays = 31

// latestExpiry returns the latest day until which the request is accepted with all else as
// it is; empty where no day is, or where no rule limits it. Where the rules take long, not
// every day is looked at.
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
