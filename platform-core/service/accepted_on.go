package service

import (
	"context"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
)

// acceptedWithin is the number of days that a search tries before and after a day. No rule of the
// platform looks ahead more than three years.
const acceptedWithin = 1200

// AcceptedOn returns the policy date on which the request is accepted and that is nearest to the date of
// e. Of two dates, it returns the earlier one. It returns an empty date if there is none within three
// years of that date or of the request's expiry date. It does not ask the adapter, whose decision is the
// same on every day. If the rules take long, it does not try every day.
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

// HasEnded reports whether policy accepted the request until its expiry date, and the date has passed. It asks the
// adapter nothing.
func (e *Evaluated) HasEnded(ctx context.Context) bool {
	last, err := e.Request.ExpiryDate.AddDays(-1)
	return err == nil && last != "" && e.Request.ExpiryDate <= e.EvaluatedOn && len(e.native.Violations) == 0 &&
		e.acceptedOn(last, policy.NewBudget(ctx, policy.RequestSteps))
}

func (e *Evaluated) acceptedOn(date request.Date, budget *policy.Budget) bool {
	found := e.in.policies.Evaluate(policy.Input{
		Request: e.Request, Profile: e.in.Profile, Estimate: e.native.Estimate, Date: date, Budget: budget,
	})
	return len(found.Violations) == 0
}
