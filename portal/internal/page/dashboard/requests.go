package dashboard

import (
	"fmt"

	"platform.internal/platform-core/environment"
	"platform.internal/portal/internal/shell"
)

// Requests are the first requests in ID order.
type Requests struct {
	Unavailable *shell.Badge
	Rows        []Row
	// Caption names the table and says how many there are in all.
	Caption string
	// New is the address of the form for a request; empty where there is none.
	New string
	// Steps send the first request from a terminal.
	Steps []shell.Command
}

// Row is one request.
type Row struct {
	Application string
	Environment string
	Region      string
	Budget      string
	Estimate    string
	Decision    shell.Badge
	// Changes says how many things a denied request has to change.
	Changes   string
	RequestID string
	// Link is the request's page; empty where there is none.
	Link string
}

const newRequestPath = "/requests/new"

func newRequests(v *shell.Visit, r readings) Requests {
	if r.requestsErr != nil {
		return Requests{Unavailable: &shell.UnavailableBadge}
	}
	list := Requests{
		Caption: caption(r), New: v.Link(newRequestPath), Steps: requestCommands(v.API.Address()),
	}
	for _, record := range r.requests.Items {
		list.Rows = append(list.Rows, newRow(v, record))
	}
	return list
}

// amounts ends every caption, so that no cell needs a unit.
const amounts = "amounts in US dollars a month"

// caption says which requests the table has. The two answers of the API are of
// two moments, so a number below what is listed is not said.
func caption(r readings) string {
	listed, all := len(r.requests.Items), r.figures.Requests()
	switch {
	case r.requests.Next == "" && listed == 1:
		return "The only request; " + amounts
	case r.requests.Next == "":
		return fmt.Sprintf("All %d requests, in ID order; "+amounts, listed)
	case r.figuresErr == nil && all > listed:
		return fmt.Sprintf("First %d of %s requests, in ID order; "+amounts, listed, grouped(all))
	default:
		return fmt.Sprintf("First %d requests, in ID order, of more than these; "+amounts, listed)
	}
}

func newRow(v *shell.Visit, r environment.Record) Row {
	row := Row{
		Application: r.Request.Application, Environment: r.Request.Environment, Region: r.Request.Region,
		Budget: grouped(r.Request.MonthlyBudget), Estimate: dollars(r.Estimate.MonthlyTotal),
		Decision: shell.AcceptedBadge, RequestID: r.RequestID,
	}
	if r.Decision != environment.Accepted {
		row.Decision, row.Changes = shell.DeniedBadge, changes(len(r.Violations))
	}
	if list := v.Link(requestsPath); list != "" {
		row.Link = list + "/" + r.RequestID
	}
	return row
}

func changes(n int) string {
	if n == 1 {
		return "1 thing to change"
	}
	return fmt.Sprintf("%d things to change", n)
}

func requestCommands(address string) []shell.Command {
	return []shell.Command{
		{
			Step: "Save the installation profile.", Name: "the profile command",
			Text: "curl -sS " + address + "/v1/platform/installation \\\n  -o profile.json",
		},
		{
			Step: "Write a request that fits it, and change what you like.", Name: "the template command",
			Text: "platform request template \\\n  --profile profile.json > request.json",
		},
		{
			Step: "Send it. The answer says whether policy accepts it, and what to change where not.", Name: "the request command",
			Text: "curl -sS " + address + "/v1/environment-requests \\\n  -H 'Content-Type: application/json' \\\n" +
				"  -H 'Idempotency-Key: first-request' \\\n  --data-binary @request.json",
		},
	}
}
