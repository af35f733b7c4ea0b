package service

import (
	"context"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
)

// acceptedWithin is how many days AcceptedOn goes from a day, in both directions: more
// than any rule of the platform looks ahead, which is three years.
const acceptedWithin = 1200

// AcceptedOn returns the policy date nearest to that of e on which the request is
// accepted, the earlier one of two; empty where none is within some three years of that
// day or before the request's expiry date. The adapter is not asked: what it decides is
// the same on every day. Where the rules take long, not every day is looked at.
func (e *Evaluated) AcceptedOn(ctx context.Context) request.Date {
	budget := policy.NewBudget(ctx, policy.ProfileSteps)
	if len(e.native.Violations) > 0 {
		return ""
	}
	for _, from := range []request.Date{e.EvaluatedOn, e.Request.ExpiryDate} {
		if from == "" {
			continue
		}
		for days := range acceptedWithin {
			for _, n := range []int{-days, days} {
				if date, err := from.AddDays(n); err == nil && date != "" && e.acceptedOn(date, budget) {
					return date
				}
			}
		}
	}
	return ""
}

func (e *Evaluated) acceptedOn(date request.Date, budget *policy.Budget) bool {
	found := e.in.policies.Evaluate(policy.Input{
		Request: e.Request, Profile: e.in.Profile, Estimate: e.native.Estimate, Date: date, Budget: budget,
	})
	return len(found.Violations) == 0
}
