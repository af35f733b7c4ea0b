// Package excepted shows the rules that a request breaks with an exception of the
// installation, as each page does that has some.
package excepted

import (
	_ "embed"
	"slices"

	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/amount"
	"platform.internal/portal/internal/form"
)

// Part is the template "exceptions", for the source of a page.
//
//go:embed excepted.html
var Part string

// Exception is a rule that is broken, and why that does not deny.
type Exception struct {
	Broken, PolicyID string
	// Dated means that the rule is broken on some days, and kept on others.
	Dated         bool
	Reason, Owner string
	// Until is the last day on which the exception holds.
	Until form.Text
}

// List are the exceptions of a request.
type List []Exception

// Heading counts the rules, and says whether they are broken.
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

// OfRecord returns the exceptions of a record, in its order.
func OfRecord(record request.Record) List {
	list := make(List, len(record.Exceptions))
	for i, x := range record.Exceptions {
		list[i] = Exception{Broken: x.Message, PolicyID: x.PolicyID, Reason: x.Reason, Owner: x.Owner, Until: form.Text(x.Until)}
	}
	return list
}

// OfRules returns the exceptions that the evidence of a proposal shows, in its order.
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
