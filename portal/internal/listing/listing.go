// Package listing is the table of requests that the dashboard and the list of
// requests show.
package listing

import (
	_ "embed"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/amount"
	"platform.internal/portal/internal/decided"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// Parts is the template "requests", for the source of a page.
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
	Application string
	Environment string
	Region      string
	Budget      string
	Estimate    string
	Decision    shell.Badge
	// More follows the decision: how many things a denied request has to change, or how
	// many exceptions an accepted one has.
	More      string
	RequestID string
	// Link is the request's page; empty where there is none.
	Link string
}

// Amounts ends every caption, so that no cell needs a unit.
const Amounts = "amounts in US dollars a month"

// Rows returns the rows of the records, linked where the portal has their pages.
func Rows(v *shell.Visit, records []request.Record) []Row {
	rows := make([]Row, len(records))
	for i, record := range records {
		rows[i] = row(v.Link(Path), record)
	}
	return rows
}

func row(list string, r request.Record) Row {
	row := Row{
		Application: r.Request.Application, Environment: r.Request.Environment, Region: r.Request.Region,
		Budget: amount.Grouped(r.Request.MonthlyBudget), Estimate: amount.Known(r.Estimate),
		Decision: shell.Accepted(0), More: shell.WithExceptions(len(r.Exceptions)), RequestID: r.RequestID,
	}
	switch decided.Of(r) {
	case decided.Denied:
		row.Decision, row.More = shell.DeniedBadge, form.ToChange(r.Violations)
	case decided.NotUnderstood:
		row.Decision, row.More = shell.NotUnderstoodBadge, ""
	}
	if list != "" {
		row.Link = list + "/" + r.RequestID
	}
	return row
}
