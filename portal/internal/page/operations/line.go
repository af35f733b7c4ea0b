package operations

import (
	"net/url"
	"slices"

	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/page/proposal"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// line is a part of the time line, newest event first.
type line struct {
	Days []day
	// Newest and Older are the addresses of other parts; empty if there are none.
	Newest, Older string
}

// day contains the events of one day, in UTC.
type day struct {
	Name   string
	Events []event
}

// event is the arrival of a request or the creation of a proposal, as a row of a list.
type event struct {
	// What names the kind of event, and Link is the address of its page.
	What, Link string
	parts.Row
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
func newLine(from cursor, received wire.List[api.Summary], made wire.List[api.Listed]) *line {
	l := &line{}
	requests := newPart(received, from.request, func(s api.Summary) string { return s.RequestID })
	proposals := newPart(made, from.proposal, func(p api.Listed) string { return p.ProposalID })
	for events := 0; events < limit && len(requests.left)+len(proposals.left) > 0; events++ {
		if len(requests.left) == 0 ||
			len(proposals.left) > 0 && !proposals.left[0].ReceivedAt.Before(requests.left[0].ReceivedAt) {
			l.add(proposed(proposals.take()))
			continue
		}
		row := parts.Rows([]api.Summary{requests.take()})[0]
		e := event{"Request", "", row}
		if row.RequestID != "" {
			e.Link = parts.RequestsPath + "/" + url.PathEscape(row.RequestID)
		}
		l.add(e)
	}
	if from != (cursor{}) {
		l.Newest = path
	}
	if len(requests.left)+len(proposals.left) > 0 || requests.more || proposals.more {
		l.Older = cursor{requests.end(), proposals.end()}.address()
	}
	return l
}

func (l *line) add(e event) {
	name := "At an unknown time"
	if !e.ReceivedAt.IsZero() {
		name = e.ReceivedAt.UTC().Format("Monday, 2 January 2006")
	}
	if n := len(l.Days); n == 0 || l.Days[n-1].Name != name {
		l.Days = append(l.Days, day{Name: name})
	}
	last := &l.Days[len(l.Days)-1]
	last.Events = append(last.Events, e)
}

func proposed(p api.Listed) event {
	row := parts.Row{Decision: proposal.StatusBadge(p.Status, p.Placeholders)}
	row.Brief, row.ReceivedAt, row.Unreadable = p.Brief, p.ReceivedAt, p.Unreadable
	row.KnownTotal, row.MonthlyTotal = p.KnownTotal, p.KnownTotal
	if p.Unreadable {
		row.Decision = shell.Warn("Not readable")
	}
	return event{"Proposal", proposal.Path(p.ProposalID), row}
}
