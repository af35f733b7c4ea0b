// Package listing is the table of requests that several pages share.
//
// A page calls [Rows] for a [Table] and includes [Parts] in its template. [PartOf] and [Part]
// select and describe one part of a long list. [Moment] formats times, and [Decided] checks the
// decision of a record.
package listing

import (
	"cmp"
	_ "embed"
	"net/url"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/shell"
)

// Parts are the templates "requests", "history" and "moment", to include in the source of a page.
//
//go:embed listing.html
var Parts string

// Path is the address of the list of requests. The address of each request is below it.
const Path = "/requests"

// Table is a table of requests.
type Table struct {
	// Caption names the table and gives the number of requests.
	Caption string
	Rows    []Row
}

// Row is one request in a [Table].
type Row struct {
	Application, Environment, Region, Owner string
	// Cost is the estimate, and Budget the monthly budget; Budget is empty if the entry could not
	// be read.
	Cost, Budget string
	Decision     shell.Badge
	// More follows the decision: the number of denying rules, or of exceptions.
	More     string
	Received Moment
	// Link is the address of the request's page; empty if there is none.
	Link string
	// Duplicate and Compare are the addresses of actions that start with this request.
	Duplicate, Compare string
	// Current means that the page is about this request.
	Current bool
}

// Amounts is the end of every caption, so that no cell needs a unit.
const Amounts = "amounts in US dollars a month, times in UTC"

// Texts for the parts of an entry that could not be read.
const (
	Unnamed        = "unnamed"
	UnreadableCost = "not readable"
)

// Rows returns a [Row] for each request, with links if the portal has a page for requests.
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
		Cost:     shell.KnownCost(request.Estimate{KnownTotal: s.KnownTotal, MonthlyTotal: s.MonthlyTotal}),
		Budget:   shell.Grouped(s.MonthlyBudget),
		Decision: shell.Accepted(0), More: shell.WithExceptions(len(s.ExceptedPolicies)), Received: Moment{s.ReceivedAt},
	}
	switch decided(s.RequestID, s.Decision, len(s.ViolatedPolicies)) {
	case Denied:
		row.Decision, row.More = shell.DeniedBadge, "by "+shell.Count(len(s.ViolatedPolicies), "rule")
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
