package requests

import (
	"errors"
	"sync"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/shell"
)

// size is the maximum number of requests in one part of the list.
const size = 50

// readings are the API's answers. If figures or rules could not be read, the page shows the list
// with fewer details.
type readings struct {
	list       wire.List[api.Summary]
	listErr    error
	figures    api.Figures
	figuresErr error
	rules      wire.Policies
}

func read(v *shell.Visit, s api.Selection) readings {
	var r readings
	var calls sync.WaitGroup
	calls.Go(func() { r.list, r.listErr = v.API.Summaries(v.Context(), s) })
	calls.Go(func() { r.figures, r.figuresErr = v.API.Figures(v.Context()) })
	calls.Go(func() { r.rules, _ = v.API.Policies(v.Context()) })
	calls.Wait()
	return r
}

func show(v *shell.Visit) (shell.Answer, error) {
	query := v.URL.Query()
	filter, part := newFilter(query), listing.PartOf(query, "request")
	r := read(v, filter.selection(part))
	if r.listErr != nil {
		return shell.Answer{}, unlisted(r.listErr)
	}
	part = part.Read(len(r.list.Items), r.list.Next, r.list.Previous)
	if r.figuresErr == nil {
		part.All = filter.all(r.figures)
	}
	p := Page{
		Filter: filter.offer(v.Installation, r.rules), Filtered: filter.filtered(),
		Table: listing.Table{
			Caption: part.String() + ", the newest first; " + listing.Amounts, Rows: listing.Rows(v, r.list.Items),
		},
	}
	if part.After+part.Before != "" {
		p.First = filter.address(nil)
	}
	if r.list.Previous != "" {
		p.Previous = filter.address(part.Previous(r.list.Previous))
	}
	if r.list.Next != "" {
		p.Next = filter.address(part.Next(r.list.Next))
	}
	return template.Answer("Requests", p), nil
}

// unlisted replaces the error for a rejected filter by a page with a link to the unfiltered list.
func unlisted(err error) error {
	var p *problem.Problem
	if !errors.As(err, &p) || p.Code != problem.InvalidRequest {
		return err
	}
	return &shell.ErrorPage{
		Status: p.Code.Status(), Code: string(p.Code), Heading: "No list for this filter", Reason: p.Detail, Faults: p.Faults,
		Next: "Choose in the filter of the list instead.", Link: shell.Link{Path: path, Text: "All requests"},
	}
}
