package listing

import (
	"fmt"
	"net/url"
	"strconv"

	"platform.internal/portal/internal/amount"
)

// Part is which part of a long list a page shows. The API finds a part by the ID
// before or after it; the index in the list is kept in the links of the pages.
type Part struct {
	// After is the ID before the part, Before the one after it; both are empty at the start.
	After, Before string
	// First is the number of the first row, from 1; 0 where it is not known.
	First int
	// Rows is how many rows there are, and More whether others follow.
	Rows int
	More bool
	// All is how many the whole list has; 0 where it is not known.
	All int
	// Thing is what a row is, such as "request".
	Thing string

	at int // in the address
}

// The parameters of a part in an address.
const (
	afterName, beforeName = "after", "before"
	atName                = "at"
)

// PartOf returns the part that an address asks for.
func PartOf(query url.Values, thing string) Part {
	p := Part{After: query.Get(afterName), Before: query.Get(beforeName), Thing: thing}
	const most = 1_000_000_000 // what nobody counts to, nobody linked to
	if at, err := strconv.Atoi(query.Get(atName)); err == nil && at > 1 && at < most {
		p.at = at
	}
	return p
}

// Read returns the part with what the API answered: so many rows, and whether there are
// others after and before them.
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

// String says which part it is. Lists and counts are of two moments, so a count
// below what is listed is not shown.
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
		return amount.Grouped(last)
	}
	return amount.Grouped(p.First) + "–" + amount.Grouped(last)
}

func (p Part) counted(n int) string { return amount.Count(n, p.Thing) }

// Next returns what an address of the part after the ID says.
func (p Part) Next(after string) url.Values {
	return p.neighbour(afterName, after, p.First+p.Rows)
}

// Previous returns what an address of the part before the ID says.
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
