package requests

import (
	"sync"

	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// size is the maximum number of requests in one part of the list.
const size = 50

func show(v *shell.Visit) (shell.Answer, error) {
	query := v.URL.Query()
	filter, part := newFilter(query), newPart(query)
	// If figures or rules could not be read, the page shows the list with fewer details.
	var list wire.List[api.Summary]
	var figures api.Figures
	var rules wire.Policies
	var err error
	var calls sync.WaitGroup
	calls.Go(func() { list, err = v.API.Summaries(v.Context(), filter.selection(part)) })
	calls.Go(func() { figures, _ = v.API.Figures(v.Context()) })
	calls.Go(func() { rules, _ = v.API.Policies(v.Context()) })
	calls.Wait()
	if err != nil {
		return nil, parts.Unlisted(err, shell.Link{Path: path, Text: "All requests"})
	}
	part = part.read(len(list.Items), list.Next, list.Previous)
	part.All = filter.all(figures)
	filter = filter.offer(v.Installation, rules)
	p := page{
		Filter: filter, Filtered: filter.Set || filter.Search != "",
		Table: parts.Table{
			Sorting: filter.Sorting, Caption: part.String() + ", " + filter.Words() + "; " + parts.Amounts,
			Rows: parts.Rows(list.Items),
		},
	}
	if part.After+part.Before != "" {
		p.First = filter.Address(nil)
	}
	if list.Previous != "" {
		p.Previous = filter.Address(part.previous(list.Previous))
	}
	if list.Next != "" {
		p.Next = filter.Address(part.next(list.Next))
	}
	return template.Answer("Requests", p), nil
}
