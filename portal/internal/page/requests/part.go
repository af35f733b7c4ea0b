package requests

import (
	"fmt"
	"net/url"
	"strconv"

	"platform.internal/portal/internal/shell"
)

// part is the part of a long list that a page shows. The API finds a part by the ID before or after
// it. Links of the pages carry the index in the list.
type part struct {
	// After is the ID before the part, Before the ID after it; both are empty at the start.
	After, Before string
	// First is the number of the first row, counted from 1; 0 if it is unknown.
	First int
	// Rows is the number of rows; More reports whether other rows follow.
	Rows int
	More bool
	// All is the number of rows in the whole list; 0 if it is unknown.
	All int

	at int // the index in the address
}

// The query parameters of a part.
const (
	afterName, beforeName = "after", "before"
	atName                = "at"
)

// newPart returns the [part] that the query of an address selects.
func newPart(query url.Values) part {
	p := part{After: query.Get(afterName), Before: query.Get(beforeName)}
	const most = 1_000_000_000 // no real list is this long
	if at, err := strconv.Atoi(query.Get(atName)); err == nil && at > 1 && at < most {
		p.at = at
	}
	return p
}

// read returns the part after the API's answer: the number of rows, and the IDs of the next and the
// previous part, each empty if there is none.
func (p part) read(rows int, next, previous string) part {
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
func (p part) String() string {
	last := p.First + p.Rows - 1
	switch {
	case p.First == 0 && p.More:
		return fmt.Sprintf("The next %s; more follow", counted(p.Rows))
	case p.First == 0:
		return "The last " + counted(p.Rows)
	case p.First == 1 && !p.More:
		return counted(p.Rows)
	case !p.More:
		return p.span(last) + " of " + counted(last)
	case p.All > last:
		return p.span(last) + " of " + counted(p.All)
	default:
		return p.span(last) + " of more than " + counted(last)
	}
}

func (p part) span(last int) string {
	if last == p.First {
		return shell.Grouped(last)
	}
	return shell.Grouped(p.First) + "–" + shell.Grouped(last)
}

func counted(n int) string { return shell.Count(n, "request") }

// beside returns the query for the part after or before an ID, which starts or ends at a row.
func (p part) beside(name, id string, row int) url.Values {
	query := url.Values{name: {id}}
	if p.First > 0 {
		query.Set(atName, strconv.Itoa(row))
	}
	return query
}

// next returns the query for the part after the ID.
func (p part) next(after string) url.Values { return p.beside(afterName, after, p.First+p.Rows) }

// previous returns the query for the part before the ID.
func (p part) previous(before string) url.Values { return p.beside(beforeName, before, p.First) }
