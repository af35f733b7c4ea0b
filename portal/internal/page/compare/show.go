package compare

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// offered is the maximum number of requests offered for the second side.
const offered = 20

// The query parameters of the page.
const (
	firstName  = "a"
	secondName = "b"
	searchName = "q"
)

func show(v *shell.Visit) (shell.Answer, error) {
	query := v.URL.Query()
	first, second := strings.TrimSpace(query.Get(firstName)), strings.TrimSpace(query.Get(secondName))
	if first == "" {
		first, second = second, ""
	}
	if first == "" {
		return shell.Answer{}, errNothing
	}
	storedA, err := v.API.Record(v.Context(), first)
	if err != nil {
		return shell.Answer{}, err
	}
	a := storedA.Value
	if second == "" {
		return template.Answer("Compare two requests", Page{A: side(v, "A", a), Choice: choose(v, a, query)}), nil
	}
	storedB, err := v.API.Record(v.Context(), second)
	if err != nil {
		return shell.Answer{}, err
	}
	b := storedB.Value
	d := difference.Compare(a.RequestID, difference.FromRecord(a), b.RequestID, difference.FromRecord(b))
	p := Page{A: side(v, "A", a), Compared: &Comparison{
		Comparison: parts.NewComparison(d), B: side(v, "B", b), Sentences: sentences(d, a, b),
	}}
	p.A.Received, p.Compared.B.Received = received(v, a, b)
	p.Compared.Swapped = listing.ComparePath + "?" + url.Values{firstName: {b.RequestID}, secondName: {a.RequestID}}.Encode()
	return template.Answer("Compare two requests", p), nil
}

var errNothing = &shell.ErrorPage{
	Status: http.StatusUnprocessableEntity, Code: string(problem.InvalidRequest), Heading: "Two requests to compare",
	Reason: "This address names no request.", Next: "Choose Compare beside one in the list.",
	Link: shell.Link{Path: listing.Path, Text: "All requests"},
}

func side(v *shell.Visit, name string, r request.Record) Side {
	s := Side{
		Name: name, ID: r.RequestID, Application: r.Request.Application, Environment: r.Request.Environment, Region: r.Request.Region,
		Decision: shell.NotUnderstoodBadge,
	}
	switch listing.Decided(r) {
	case listing.Accepted:
		s.Decision = shell.Accepted(len(r.Exceptions))
	case listing.Denied:
		s.Decision = shell.DeniedBadge
	}
	if list := v.Link(listing.Path); list != "" {
		s.Link = list + "/" + url.PathEscape(r.RequestID)
	}
	return s
}

// received reads the arrival times of both requests, because their records do not contain them.
func received(v *shell.Visit, a, b request.Record) (first, second listing.Moment) {
	var calls sync.WaitGroup
	for record, to := range map[*request.Record]*listing.Moment{&a: &first, &b: &second} {
		calls.Go(func() {
			// the ID of one request can also match the name of an application
			found, err := v.API.Summaries(v.Context(), api.Selection{Search: record.RequestID, Application: record.Request.Application, Limit: offered})
			is := func(s api.Summary) bool { return s.RequestID == record.RequestID }
			if i := slices.IndexFunc(found.Items, is); err == nil && i >= 0 {
				to.Time = found.Items[i].ReceivedAt
			}
		})
	}
	calls.Wait()
	return first, second
}

// choose offers requests to compare with the first one: requests of the same application, or
// matches of the user's search.
func choose(v *shell.Visit, a request.Record, query url.Values) Choice {
	c := Choice{First: a.RequestID, Search: cmp.Or(strings.TrimSpace(query.Get(searchName)), a.Request.Application)}
	found, err := v.API.Summaries(v.Context(), api.Selection{Search: c.Search, Limit: offered})
	if c.Unread = v.Notice("The requests could not be read", err); c.Unread != nil {
		return c
	}
	c.Table.Caption = "The newest first; " + listing.Amounts
	if found.Next != "" {
		c.Table.Caption = "The newest of more than these; " + listing.Amounts
	}
	for i, row := range listing.Rows(v, found.Items) {
		other := found.Items[i].RequestID
		if other == a.RequestID {
			continue
		}
		row.Compare = listing.ComparePath + "?" + url.Values{firstName: {a.RequestID}, secondName: {other}}.Encode()
		c.Table.Rows = append(c.Table.Rows, row)
	}
	return c
}
