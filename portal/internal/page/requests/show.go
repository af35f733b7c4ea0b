package requests

import (
	"errors"
	"sync"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/shell"
)

// size is how many requests a part of the list has at most.
const size = 50

// readings are the answers of the API. Without the figures the page still shows
// the list, with less about it.
type readings struct {
	list       api.List[request.Record]
	listErr    error
	figures    api.Figures
	figuresErr error
}

func read(v *shell.Visit, s api.Selection) readings {
	var r readings
	var calls sync.WaitGroup
	calls.Go(func() { r.list, r.listErr = v.API.Requests(v.Context(), s) })
	calls.Go(func() { r.figures, r.figuresErr = v.API.Figures(v.Context()) })
	calls.Wait()
	return r
}

func show(v *shell.Visit) (shell.Answer, error) {
	query := v.URL.Query()
	filter, part := newFilter(query), listing.PartOf(query, "request")
	r := read(v, filter.selection(part.After))
	if r.listErr != nil {
		return shell.Answer{}, unlisted(r.listErr)
	}
	part.Rows, part.More = len(r.list.Items), r.list.Next != ""
	if r.figuresErr == nil {
		part.All = filter.all(r.figures)
	}
	p := Page{
		Filter: filter, Filtered: filter.filtered(), Size: size,
		Table: listing.Table{
			Caption: part.String() + "; " + filter.order() + "; " + listing.Amounts, Rows: listing.Rows(v, r.list.Items),
		},
	}
	if part.After != "" {
		p.First = filter.address(nil)
	}
	if part.More {
		p.Next = filter.address(part.Next(r.list.Next))
	}
	return template.Answer("Requests", p), nil
}

// unlisted leads from a filter that the API does not read to the whole list.
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
