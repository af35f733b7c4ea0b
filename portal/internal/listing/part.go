package listing

import (
	"fmt"
	"net/url"
	"strconv"

	"platform.internal/portal/internal/shell"
)

// Part is the part of a long list that a page shows. The API finds a part by the ID before or after
// it. Links of the pages carry the index in the list.
type Part struct {
	// After is the ID before the part, Before the ID after it; both are empty at the start.
	After, Before string
	// First is the number of the first row, counted from 1; 0 if it is unknown.
	First int
	// Rows is the number of rows; More reports whether other rows follow.
	Rows int
	More bool
	// All is the number of rows in the whole list; 0 if it is unknown.
	All int
	// Thing is the noun for a row, such as "request".
	Thing string

	at int // the index in the address
}

// The query parameters of a part.
const (
	afterName, beforeName = "after", "before"
	atName                = "at"
)

// PartOf returns the [Part] that the query of an address selects.
func PartOf(query url.Values, thing string) Part {
	p := Part{After: query.Get(afterName), Before: query.Get(beforeName), Thing: thing}
	const most = 1_000_000_000 // no real list is this long
	if at, err := strconv.Atoi(query.Get(atName)); err == nil && at > 1 && at < most {
		p.at = at
	}
	return p
}

// Read returns the part after the API's answer: the number of rows, and the IDs of the next and the
// previous part, each empty if there is none.
func (p Part) Read(rows int, next, previous string) Part {
	p.Rows, p.More = rows, next != ""
	switch {
	case previous == "" && (p.After == "" || rows > 0):
		p.First = 1
	case p.After != "":
		p.First = p.at
	case p.at > rows:
		p.First = p.at - rows
	}
	return p
}

// String describes the part. The list and the count are read at different times, so a count below
// the listed rows is not shown.
func (p Part) String() string {
	last := p.First + p.Rows - 1
	switch {
	case p.First == 0 && p.More:
		return fmt.Sprintf("The next %s; more follow", p.counted(p.Rows))
	case p.First == 0:
		return "The last " + p.counted(p.Rows)
	case p.First == 1 && !p.More:
		return p.counted(p.Rows)
	case !p.More:
		return p.span(last) + " of " + p.counted(last)
	case p.All > last:
		return p.span(last) + " of " + p.counted(p.All)
	default:
		return p.span(last) + " of more " + p.Thing + "s"
	}
}

func (p Part) span(last int) string {
	if last == p.First {
		return shell.Grouped(last)
	}
	return shell.Grouped(p.First) + "–" + shell.Grouped(last)
}

func (p Part) counted(n int) string { return shell.Count(n, p.Thing) }

// Next returns the query for the part after the ID.
func (p Part) Next(after string) url.Values {
	return p.neighbour(afterName, after, p.First+p.Rows)
}

// Previous returns the query for the part before the ID.
func (p Part) Previous(before string) url.Values {
	return p.neighbour(beforeName, before, p.First)
}

func (p Part) neighbour(name, id string, at int) url.Values {
	query := url.Values{name: {id}}
	if p.First > 0 {
		query.Set(atName, strconv.Itoa(at))
	}
	return query
}
