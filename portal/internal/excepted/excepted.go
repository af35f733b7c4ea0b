// Package excepted shows the rules that a request breaks with an exception of the installation. A
// page calls [OfRecord] or [OfRules] and includes [Part] in its template.
package excepted

import (
	_ "embed"
	"slices"

	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/amount"
	"platform.internal/portal/internal/form"
)

// Part is the template "exceptions", to include in the source of a page.
//
//go:embed excepted.html
var Part string

// Exception is a broken rule and the exception that permits it.
type Exception struct {
	Broken, PolicyID string
	// Dated means that the outcome of the rule depends on the date.
	Dated         bool
	Reason, Owner string
	// Until is the last day of the exception.
	Until form.Text
}

// List contains the exceptions of a request.
type List []Exception

// Heading counts the rules. It says "may be broken" if any outcome depends on the date.
func (l List) Heading() string {
	are, with := "are broken", "exceptions"
	if len(l) == 1 {
		are, with = "is broken", "an exception"
	}
	if slices.ContainsFunc(l, func(x Exception) bool { return x.Dated }) {
		are = "may be broken"
	}
	return amount.Count(len(l), "rule") + " " + are + " with " + with
}

// OfRecord returns the exceptions of a record, in the record's order.
func OfRecord(record request.Record) List {
	list := make(List, len(record.Exceptions))
	for i, x := range record.Exceptions {
		list[i] = Exception{Broken: x.Message, PolicyID: x.PolicyID, Reason: x.Reason, Owner: x.Owner, Until: form.Text(x.Until)}
	}
	return list
}

// OfRules returns the exceptions in the evidence of a proposal, in the proposal's order.
func OfRules(rules []proposal.RuleOutcome) List {
	var list List
	for _, r := range rules {
		x := r.Exception
		if x == (proposal.Exception{}) {
			continue
		}
		list = append(list, Exception{
			Broken: r.Broken(), PolicyID: r.PolicyID, Dated: r.Outcome == request.DependsOnDate,
			Reason: x.Reason, Owner: x.Owner, Until: form.Text(x.Until),
		})
	}
	return list
}
