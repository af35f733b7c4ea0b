package compare

import (
	"cmp"
	"net/url"
	"strings"

	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/problem"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// offered is the maximum number of requests offered for the second side.
const offered = 20

func show(v *shell.Visit) (shell.Answer, error) {
	query := v.URL.Query()
	first, second := strings.TrimSpace(query.Get("a")), strings.TrimSpace(query.Get("b"))
	if first == "" {
		first, second = second, ""
	}
	if first == "" {
		return nil, errNothing
	}
	record, err := v.API.Record(v.Context(), first)
	if err != nil {
		return nil, err
	}
	a := record.Value
	p := page{A: side{Name: "A", Record: a}}
	if second == "" {
		p.offer(v, query)
		return template.Answer("Compare two requests", p), nil
	}
	record, err = v.API.Record(v.Context(), second)
	if err != nil {
		return nil, err
	}
	b := record.Value
	d := difference.Compare(a.RequestID, difference.FromRecord(a), b.RequestID, difference.FromRecord(b))
	p.Compared = &comparison{
		Comparison: parts.NewComparison(d, a.Estimate, b.Estimate), B: side{Name: "B", Record: b}, Sentences: sentences(d, a, b),
	}
	return template.Answer("Compare two requests", p), nil
}

var errNothing = &shell.ErrorPage{
	Code: problem.InvalidRequest, Heading: "Two requests to compare",
	Reason: "This address names no request.", Next: "Choose Compare beside one in the list.",
	Link: shell.Link{Path: parts.RequestsPath, Text: "All requests"},
}

// offer offers requests to compare with the first one: requests of the same application, or matches
// of the user's search.
func (p *page) offer(v *shell.Visit, query url.Values) {
	p.Search = cmp.Or(strings.TrimSpace(query.Get("q")), p.A.Request.Application)
	found, err := v.API.Summaries(v.Context(), api.Selection{Search: p.Search, Limit: offered})
	p.Unread = v.Notice("The requests could not be read", err)
	p.Table.Caption = "The newest first; " + parts.Amounts
	if found.Next != "" {
		p.Table.Caption = "The newest of more than these; " + parts.Amounts
	}
	for _, row := range parts.Rows(found.Items) {
		if row.RequestID != p.A.RequestID {
			row.A, row.B = p.A.RequestID, row.RequestID
			p.Table.Rows = append(p.Table.Rows, row)
		}
	}
}
