package requestverify

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// deniedNow says that there is no proposal to compare with, why, and what to do. Every
// rule that denies is among its faults.
func (c claim) deniedNow(r request.Record, p profile.Profile) error {
	denied := problem.New(problem.RequestNotAccepted, "%s", c.whyDenied(r, p))
	for _, v := range r.Violations {
		denied.Faults = append(denied.Faults, problem.Fault{Field: v.Field, PolicyID: v.PolicyID, Code: problem.FaultDenied, Message: v.Message})
	}
	return denied
}

func (c claim) whyDenied(r request.Record, p profile.Profile) string {
	if ended := endedFor(r, p.Exceptions); len(ended) > 0 {
		return endedText(r, ended)
	}
	for _, made := range c.exceptions(r.RequestID) {
		if slices.ContainsFunc(r.Violations, func(v request.Violation) bool { return v.PolicyID == made.PolicyID }) {
			return fmt.Sprintf("Policy denies the recorded request, because this profile does not have the exception from %s with which it was accepted (until %s, of %s); so there is no proposal to compare with. Verify with the profile of the proposal.",
				made.PolicyID, made.Exception.Until, made.Exception.Owner)
		}
	}
	v := r.Violations[0]
	return fmt.Sprintf("With this profile and on %s, policy denies the recorded request (%s: %s), so there is no proposal to compare with. Verify with the profile of the proposal; where a date has passed, pin policy_date to a day on which the request was accepted, such as 30 days before its expiry date.",
		r.EvaluatedOn, v.Field, v.Message)
}

// endedFor returns the exceptions for the request that ended, of the rules that deny it.
func endedFor(r request.Record, list []profile.Exception) (ended []profile.Exception) {
	for _, v := range r.Violations {
		for _, e := range list {
			if e.Policy == v.PolicyID && e.Application == r.Request.Application && e.Environment == r.Request.Environment && e.Until < r.EvaluatedOn {
				ended = append(ended, e)
			}
		}
	}
	return ended
}

func endedText(r request.Record, ended []profile.Exception) string {
	first := ended[0]
	pin, owners := first.Until, []string{first.Owner}
	which := []string{fmt.Sprintf("the exception from %s for %s in %s ended on %s", first.Policy, first.Application, first.Environment, first.Until)}
	for _, e := range ended[1:] {
		which = append(which, fmt.Sprintf("that from %s on %s", e.Policy, e.Until))
		pin = min(pin, e.Until)
		if !slices.Contains(owners, e.Owner) {
			owners = append(owners, e.Owner)
		}
	}
	return fmt.Sprintf("On %s, policy denies the recorded request, because %s; so there is no proposal to compare with. "+
		"To verify the proposal as it was made, pin policy_date to %s, or to an earlier day on which the request was accepted. "+
		"To have the request accepted again, agree with %s on a later day, or change it: `platform request fix` says how.",
		r.EvaluatedOn, strings.Join(which, ", and "), pin, strings.Join(owners, " and "))
}

// exceptions returns the rules that the evidence says are broken with an exception; none
// where it cannot be read, of which the comparison would tell.
func (c claim) exceptions(requestID string) (list []proposal.RuleOutcome) {
	var decision proposal.PolicyDecision
	if json.Unmarshal([]byte(c.files[proposal.PathsOf(requestID).Decision]), &decision) != nil {
		return nil
	}
	for _, rule := range decision.Rules {
		if rule.Exception != (proposal.Exception{}) {
			list = append(list, rule)
		}
	}
	return list
}
