package operations

import (
	"net/url"

	"platform.internal/portal/internal/amount"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/page/proposal"
	"platform.internal/portal/internal/shell"
)

// Line is a part of the time line: what arrived last comes first.
type Line struct {
	Unavailable *shell.Badge
	Days        []Day
	// Newest and Older lead to other parts; empty where there are none.
	Newest, Older string
}

// Day are the events of one day, in UTC.
type Day struct {
	Name   string
	Events []Event
}

// Event is a request that was received, or a proposal that was made.
type Event struct {
	At listing.Moment
	// What happened, and Link the page of it.
	What, Link                              string
	State                                   shell.Badge
	Application, Environment, Region, Owner string
	// Cost is the estimate, and Budget what it is to be paid from.
	Cost, Budget string
}

// cursor is where a part of the time line begins: after a request and a proposal, each
// empty for the newest.
type cursor struct{ request, proposal string }

const (
	requestName  = "request"
	proposalName = "proposal"
)

func cursorOf(query url.Values) cursor {
	return cursor{query.Get(requestName), query.Get(proposalName)}
}

func (c cursor) address() string {
	query := url.Values{}
	for name, value := range map[string]string{requestName: c.request, proposalName: c.proposal} {
		if value != "" {
			query.Set(name, value)
		}
	}
	return path + "?" + query.Encode()
}

// newLine merges the two lists. Each stays in the order of arrival, whatever the clock
// shows; a proposal comes before a request of the same moment, since it was made of one.
func newLine(v *shell.Visit, from cursor, r readings) Line {
	var line Line
	if r.requestsErr != nil || r.proposalsErr != nil {
		line.Unavailable = &shell.UnavailableBadge
		return line
	}
	rows := listing.Rows(v, r.requests.Items)
	requests, proposals := r.requests.Items, r.proposals.Items
	to, events := from, 0
	for ; events < limit && len(requests)+len(proposals) > 0; events++ {
		if len(requests) == 0 || len(proposals) > 0 && !proposals[0].ReceivedAt.Before(requests[0].ReceivedAt) {
			line.add(proposed(proposals[0]))
			to.proposal, proposals = proposals[0].ProposalID, proposals[1:]
			continue
		}
		line.add(received(rows[len(rows)-len(requests)]))
		to.request, requests = requests[0].RequestID, requests[1:]
	}
	if from != (cursor{}) {
		line.Newest = path
	}
	if len(requests)+len(proposals) > 0 || r.requests.Next != "" || r.proposals.Next != "" {
		line.Older = to.address()
	}
	return line
}

func (l *Line) add(e Event) {
	day := e.At.Day()
	if n := len(l.Days); n == 0 || l.Days[n-1].Name != day {
		l.Days = append(l.Days, Day{Name: day})
	}
	last := &l.Days[len(l.Days)-1]
	last.Events = append(last.Events, e)
}

func received(row listing.Row) Event {
	return Event{
		At: row.Received, What: "Request", Link: row.Link, State: row.Decision,
		Application: row.Application, Environment: row.Environment, Region: row.Region, Owner: row.Owner,
		Cost: row.Cost, Budget: row.Budget,
	}
}

func proposed(p api.Listed) Event {
	return Event{
		At: listing.Moment{Time: p.ReceivedAt}, What: "Proposal", Link: proposal.Path(p.ProposalID), State: proposal.StatusBadge(p.Status, p.Placeholders),
		Application: p.Application, Environment: p.Environment, Region: p.Region, Owner: p.Owner,
		Cost: amount.Dollars(p.KnownTotal), Budget: amount.Grouped(p.MonthlyBudget),
	}
}
