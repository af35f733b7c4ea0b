package requests

import (
	"platform.internal/platform-core/environment"
	"platform.internal/portal/internal/amount"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/shell"
)

// size is how many requests a part of the list has at most.
const size = 50

func show(v *shell.Visit) (shell.Answer, error) {
	query := v.URL.Query()
	filter, after := newFilter(query), query.Get("after")
	list, err := v.API.SelectRequests(v.Context(), filter.selection(after))
	if err != nil {
		return shell.Answer{}, err
	}
	p := Page{
		Filter: filter, Filtered: len(filter.values) > 0, Size: size,
		Table: listing.Table{Caption: caption(list, after), Rows: listing.Rows(v, list.Items)},
	}
	if after != "" {
		p.First = filter.address("")
	}
	if list.Next != "" {
		p.Next = filter.address(list.Next)
	}
	return template.Answer("Requests", p), nil
}

// caption says which requests the table has.
func caption(list api.List[environment.Record], after string) string {
	listed := amount.Grouped(len(list.Items)) + " requests"
	if len(list.Items) == 1 {
		listed = "1 request"
	}
	switch {
	case after != "" && list.Next == "":
		listed = "The last " + listed
	case after != "":
		listed = "The next " + listed + "; more follow"
	case list.Next != "":
		listed = "The first " + listed + "; more follow"
	}
	return listed + "; in ID order; " + listing.Amounts
}
