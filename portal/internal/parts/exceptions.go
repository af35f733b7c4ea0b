package parts

import (
	"slices"

	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// ExceptedRule is a broken rule and the exception that permits it.
type ExceptedRule struct {
	Broken, PolicyID string
	// Dated means that the outcome of the rule depends on the date.
	Dated         bool
	Reason, Owner string
	// Until is the last day of the exception.
	Until form.Text
}

// Exceptions contains the exceptions of a request.
type Exceptions []ExceptedRule

// Heading counts the rules. It says "may be broken" if any outcome depends on the date.
func (l Exceptions) Heading() string {
	are, with := "are broken", "exceptions"
	if len(l) == 1 {
		are, with = "is broken", "an exception"
	}
	if slices.ContainsFunc(l, func(x ExceptedRule) bool { return x.Dated }) {
		are = "may be broken"
	}
	return shell.Count(len(l), "rule") + " " + are + " with " + with
}

// ExceptionsOfRecord returns the exceptions of a record, in the record's order.
func ExceptionsOfRecord(record request.Record) Exceptions {
	list := make(Exceptions, len(record.Exceptions))
	for i, x := range record.Exceptions {
		list[i] = ExceptedRule{Broken: x.Message, PolicyID: x.PolicyID, Reason: x.Reason, Owner: x.Owner, Until: form.Text(x.Until)}
	}
	return list
}

// ExceptionsOfRules returns the exceptions in the evidence of a proposal, in the proposal's order.
func ExceptionsOfRules(rules []proposal.RuleOutcome) Exceptions {
	var list Exceptions
	for _, r := range rules {
		x := r.Exception
		if x == (proposal.RuleException{}) {
			continue
		}
		list = append(list, ExceptedRule{
			Broken: r.Broken(), PolicyID: r.PolicyID, Dated: r.Outcome == request.DependsOnDate,
			Reason: x.Reason, Owner: x.Owner, Until: form.Text(x.Until),
		})
	}
	return list
}
