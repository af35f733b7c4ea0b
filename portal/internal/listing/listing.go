// Package listing is the table of requests that several pages show, the parts of a long
// list, and how moments are written.
package listing

import (
	"cmp"
	_ "embed"
	"net/url"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/amount"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/shell"
)

// Parts are the templates "requests", "history" and "moment", for the source of a page.
//
//go:embed listing.html
var Parts string

// Path is the address of the list, and of each request below it.
const Path = "/requests"

// Table is a table of requests.
type Table struct {
	// Caption names the table and says how many there are in all.
	Caption string
	Rows    []Row
}

// Row is one request.
type Row struct {
	Application, Environment, Region, Owner string
	// Cost is the estimate, and Budget what it is to be paid from; empty where it could not be read.
	Cost, Budget string
	Decision     shell.Badge
	// More follows the decision: how many rules deny, or how many exceptions there are.
	More     string
	Received Moment
	// Link is the request's page; empty where there is none.
	Link string
	// Duplicate and Compare are the addresses of what begins with this request.
	Duplicate, Compare string
	// Current means that the page is about this request.
	Current bool
}

// Amounts ends every caption, so that no cell needs a unit.
const Amounts = "amounts in US dollars a month, times in UTC"

// Texts in place of the parts of an entry that could not be read.
const (
	Unnamed        = "unnamed"
	UnreadableCost = "not readable"
)

// Rows returns the rows of requests, linked where the portal has their pages.
func Rows(v *shell.Visit, found []api.Summary) []Row {
	rows := make([]Row, len(found))
	for i, summary := range found {
		rows[i] = row(v.Link(Path), summary)
	}
	return rows
}

func row(list string, s api.Summary) Row {
	row := Row{
		Application: s.Application, Environment: s.Environment, Region: s.Region, Owner: s.Owner,
		Cost:     amount.Known(request.Estimate{KnownTotal: s.KnownTotal, MonthlyTotal: s.MonthlyTotal}),
		Budget:   amount.Grouped(s.MonthlyBudget),
		Decision: shell.Accepted(0), More: shell.WithExceptions(len(s.ExceptedPolicies)), Received: Moment{s.ReceivedAt},
	}
	switch decided(s.RequestID, s.Decision, len(s.ViolatedPolicies)) {
	case Denied:
		row.Decision, row.More = shell.DeniedBadge, "by "+amount.Count(len(s.ViolatedPolicies), "rule")
	case NotUnderstood:
		row.Decision, row.More = shell.NotUnderstoodBadge, ""
	}
	if s.Unreadable {
		row.Decision, row.More = shell.UnreadableBadge, "This entry cannot be read"
		row.Application, row.Cost, row.Budget = cmp.Or(s.Application, Unnamed), UnreadableCost, ""
	}
	if list != "" && s.RequestID != "" {
		id := url.PathEscape(s.RequestID)
		row.Link = list + "/" + id
		row.Duplicate = list + "/new?from=" + id
		row.Compare = ComparePath + "?a=" + id
	}
	return row
}

// ComparePath is the address of the comparison of two requests.
const ComparePath = Path + "/compare"
