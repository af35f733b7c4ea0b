// Package excepted shows the rules that a request breaks with an exception of the
// installation, as each page does that has some.
package excepted

import (
	_ "embed"

	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/form"
)

// Part is the template "exceptions", for the source of a page.
//
//go:embed excepted.html
var Part string

// Exception is a rule that is broken, and why that does not deny.
type Exception struct {
	Broken, PolicyID string
	Reason, Owner    string
	// Until is the last day on which the exception holds.
	Until form.Text
}

// OfRecord returns the exceptions of a record, in its order.
func OfRecord(record request.Record) []Exception {
	list := make([]Exception, len(record.Exceptions))
	for i, x := range record.Exceptions {
		list[i] = Exception{x.Message, x.PolicyID, x.Reason, x.Owner, form.Text(x.Until)}
	}
	return list
}

// OfRules returns the exceptions that the evidence of a proposal shows, in its order.
func OfRules(rules []proposal.RuleOutcome) []Exception {
	var list []Exception
	for _, r := range rules {
		x := r.Exception
		if x == (proposal.Exception{}) {
			continue
		}
		broken := r.Message
		if r.Outcome == request.DependsOnDate {
			broken = "On some days: " + r.Title + "."
		}
		list = append(list, Exception{broken, r.PolicyID, x.Reason, x.Owner, form.Text(x.Until)})
	}
	return list
}
