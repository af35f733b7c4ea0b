package operations

import (
	"cmp"
	"net/url"
	"slices"

	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/page/proposal"
	"platform.internal/portal/internal/shell"
)

// Line is a part of the time line, newest event first.
type Line struct {
	Unavailable *shell.Badge
	Days        []Day
	// Newest and Older are the addresses of other parts; empty if there are none.
	Newest, Older string
}

// Day contains the events of one day, in UTC.
type Day struct {
	Name   string
	Events []Event
}

// Event is the arrival of a request or the creation of a proposal.
type Event struct {
	At listing.Moment
	// What names the kind of event, and Link is the address of its page.
	What, Link                              string
	State                                   shell.Badge
	Application, Environment, Region, Owner string
	// Cost is the estimate, and Budget the monthly budget.
	Cost, Budget string
}

// cursor is the start of a part of the time line in both lists. A list starts after an entry. If
// none of its entries is shown yet, it starts with the entry that was newest for the first part.
type cursor struct{ request, proposal start }

// start is a position in a list: after one ID, or with another; empty for the newest entry.
type start struct{ after, with string }

// empty replaces the ID of the newest entry if the list has none.
const empty = "-"

const (
	requestName  = "request"
	proposalName = "proposal"
	withName     = "_with"
)

func cursorOf(query url.Values) cursor {
	at := func(name string) start { return start{query.Get(name), query.Get(name + withName)} }
	return cursor{at(requestName), at(proposalName)}
}

func (c cursor) address() string {
	query := url.Values{}
	for name, value := range map[string]string{
		requestName: c.request.after, proposalName: c.proposal.after,
		requestName + withName: c.request.with, proposalName + withName: c.proposal.with,
	} {
		if value != "" {
			query.Set(name, value)
		}
	}
	return path + "?" + query.Encode()
}

// part is one list of the time line during the merge.
type part[T any] struct {
	left []T
	more bool // there are entries beyond those read
	id   func(T) string
	to   start
}

// newPart omits entries that arrived after the first part was shown.
func newPart[T any](list wire.List[T], from start, id func(T) string) part[T] {
	p := part[T]{left: list.Items, more: list.Next != "", id: id, to: from}
	if from.with == "" {
		return p
	}
	at := slices.IndexFunc(list.Items, func(one T) bool { return id(one) == from.with })
	switch {
	case from.with == empty:
		return part[T]{id: id, to: from}
	case at >= 0:
		p.left = p.left[at:]
	case len(p.left) > 0:
		p.to.after, p.left = id(p.left[len(p.left)-1]), nil
	}
	return p
}

// take removes and returns the first entry.
func (p *part[T]) take() T {
	first := p.left[0]
	p.left, p.to = p.left[1:], start{after: p.id(first)}
	return first
}

// end returns the position at which the list continues.
func (p *part[T]) end() start {
	if p.to == (start{}) {
		p.to.with = empty
		if len(p.left) > 0 {
			p.to.with = p.id(p.left[0])
		}
	}
	return p.to
}

// newLine merges the two lists. Each list keeps its order of arrival, even if clocks went back. At
// equal times a proposal comes before a request, because it is made from an earlier request.
func newLine(v *shell.Visit, from cursor, r readings) Line {
	var line Line
	if r.requestsErr != nil || r.proposalsErr != nil {
		line.Unavailable = &shell.UnavailableBadge
		return line
	}
	requests := newPart(r.requests, from.request, func(s api.Summary) string { return s.RequestID })
	proposals := newPart(r.proposals, from.proposal, func(p api.Listed) string { return p.ProposalID })
	rows := listing.Rows(v, requests.left)
	for events := 0; events < limit && len(requests.left)+len(proposals.left) > 0; events++ {
		if len(requests.left) == 0 || len(proposals.left) > 0 && !proposals.left[0].ReceivedAt.Before(requests.left[0].ReceivedAt) {
			line.add(proposed(proposals.take()))
			continue
		}
		requests.take()
		line.add(received(rows[len(rows)-len(requests.left)-1]))
	}
	if from != (cursor{}) {
		line.Newest = path
	}
	if len(requests.left)+len(proposals.left) > 0 || requests.more || proposals.more {
		line.Older = cursor{requests.end(), proposals.end()}.address()
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
	e := Event{
		At: listing.Moment{Time: p.ReceivedAt}, What: "Proposal", Link: proposal.Path(p.ProposalID), State: proposal.StatusBadge(p.Status, p.Placeholders),
		Application: p.Application, Environment: p.Environment, Region: p.Region, Owner: p.Owner,
		Cost: shell.Dollars(p.KnownTotal), Budget: shell.Grouped(p.MonthlyBudget),
	}
	if p.Unreadable {
		e.State, e.Application = shell.UnreadableBadge, cmp.Or(p.Application, listing.Unnamed)
		e.Cost, e.Budget = listing.UnreadableCost, ""
	}
	return e
}
