package parts

import (
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// Exceptions contains the broken rules of a request that have an exception.
type Exceptions struct {
	Rules []request.ExceptedViolation
	// Dated means that the outcome of a rule depends on the date.
	Dated bool
}

// ExceptionsOfRecord returns the [Exceptions] of a record, in the record's order, or nil if there are
// none.
func ExceptionsOfRecord(record request.Record) *Exceptions {
	if len(record.Exceptions) == 0 {
		return nil
	}
	return &Exceptions{Rules: record.Exceptions}
}

// ExceptionsOfRules returns the [Exceptions] in the evidence of a proposal, in the proposal's order,
// or nil if there are none.
func ExceptionsOfRules(rules []proposal.RuleOutcome) *Exceptions {
	var found Exceptions
	for _, r := range rules {
		if x := r.Exception; x != (proposal.RuleException{}) {
			found.Dated = found.Dated || r.Outcome == request.DependsOnDate
			found.Rules = append(found.Rules, request.ExceptedViolation{
				Message: r.Broken(), PolicyID: r.PolicyID, Reason: x.Reason, Owner: x.Owner, Until: x.Until,
			})
		}
	}
	if found.Rules == nil {
		return nil
	}
	return &found
}
