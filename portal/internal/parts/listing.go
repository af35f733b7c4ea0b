package parts

import (
	"fmt"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/shell"
)

// RequestsPath is the address of the list of requests, and ComparePath of the comparison of two requests.
// The address of each request is below RequestsPath.
const (
	RequestsPath = "/requests"
	ComparePath  = RequestsPath + "/compare"
)

// Table is a table of requests; [Rows] returns its rows.
type Table struct {
	Sorting
	// Caption names the table and gives the number of requests.
	Caption string
	Rows    []Row
}

// Row is one request in a [Table].
type Row struct {
	api.Summary
	Decision shell.Badge
	// More follows the decision: the number of denying rules, or of exceptions.
	More string
	// A and B are the IDs of the two requests that the row offers to compare. Current means that
	// the page is about this request.
	A, B    string
	Current bool
}

// Amounts is the end of every caption, so that no cell needs a unit.
const Amounts = "amounts in USD a month, times in UTC"

// Estimate returns the estimate in the summary.
func (r Row) Estimate() request.Estimate {
	return request.Estimate{KnownTotal: r.KnownTotal, MonthlyTotal: r.MonthlyTotal}
}

// Rows returns a [Row] for each request.
func Rows(found []api.Summary) []Row {
	rows := make([]Row, len(found))
	for i, s := range found {
		row := Row{Summary: s, Decision: shell.Accepted(0), More: shell.WithExceptions(len(s.ExceptedPolicies))}
		switch decided := decided(s.RequestID, s.Decision, len(s.ViolatedPolicies)); {
		case s.Unreadable:
			row.Decision, row.More = shell.Warn("Not readable"), "This entry cannot be read"
		case decided == Denied:
			row.Decision, row.More = shell.Bad("Denied"), "by "+shell.Count(len(s.ViolatedPolicies), "rule")
		case decided == NotUnderstood:
			row.Decision, row.More = NotUnderstood.Badge(0), ""
		}
		rows[i] = row
	}
	return rows
}

// Decision is the decision of a record, if this release understands it.
type Decision string

// The decisions. A newer platform can send other decisions. They are [NotUnderstood], and must not
// look like a known decision.
const (
	Accepted      Decision = "accepted"
	Denied        Decision = "denied"
	NotUnderstood Decision = ""
)

// Badge returns the [shell.Badge] of the decision on a request with this number of exceptions.
func (d Decision) Badge(exceptions int) shell.Badge {
	switch d {
	case Accepted:
		return shell.Accepted(exceptions)
	case Denied:
		return shell.Bad("Denied")
	default:
		return shell.Warn("Not understood")
	}
}

// Decided returns the [Decision] of a record. It returns [NotUnderstood] if the record contradicts
// itself: it is accepted with violations, or denied without one.
func Decided(r request.Record) Decision { return decided(r.RequestID, r.Decision, len(r.Violations)) }

// decided returns the same for the fields of a summary: the request's ID, the decision, and the
// number of mandatory rules that deny it.
func decided(id string, decision request.Decision, denials int) Decision {
	switch {
	case decision == request.Accepted && denials == 0 && id != "":
		return Accepted
	case decision == request.Denied && denials > 0:
		return Denied
	default:
		return NotUnderstood
	}
}

// Need is one of the API's reasons to look at a request.
type Need struct{ ID, Name string }

// The API's reasons to look at a request.
const (
	Correction = "correction"
	Renewal    = "renewal"
	Budget     = "budget"
)

// Needs returns each [Need], the most urgent first.
func Needs() []Need {
	return []Need{
		{Correction, "Denied, to correct"},
		{Renewal, "Ends within six weeks"},
		{Budget, fmt.Sprintf("Budget %d %% used", wire.BudgetPercent)},
	}
}

// Titles returns the titles of the rules in [wire.Policies] by ID.
func Titles(rules wire.Policies) map[string]string {
	titles := map[string]string{}
	for _, rule := range rules.Items {
		titles[rule.ID] = rule.Title
	}
	return titles
}
