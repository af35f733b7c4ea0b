package parts

import (
	"errors"
	"maps"
	"net/url"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/shell"
)

// OrderName is the query parameter of the order of a list.
const OrderName = "order"

// Sorting is the order of a list, with the addresses of the list in other orders. The zero Sorting offers no order.
type Sorting struct {
	// Order is empty for the newest first.
	Order  string
	path   string
	filter url.Values
}

// ReadFilter returns the parameters of an address with these names: those that have a value, and a known order.
func ReadFilter(query url.Values, names ...string) url.Values {
	filter := url.Values{}
	for _, name := range names {
		value := strings.TrimSpace(strings.ToValidUTF8(query.Get(name), ""))
		if value != "" && (name != OrderName || value == "cost" || value == "end") {
			filter.Set(name, value)
		}
	}
	return filter
}

// NewSorting returns the [Sorting] of the list at a path with a filter.
func NewSorting(path string, filter url.Values) Sorting {
	return Sorting{filter.Get(OrderName), path, filter}
}

// Address returns the address of the list with its filter and more parameters.
func (s Sorting) Address(more url.Values) string {
	query := url.Values{}
	maps.Copy(query, s.filter)
	maps.Copy(query, more)
	if len(query) == 0 {
		return s.path
	}
	return s.path + "?" + query.Encode()
}

// By returns the address of the list in an order; empty for the order that it has.
func (s Sorting) By(order string) string {
	if s.path == "" || s.Order == order {
		return ""
	}
	return s.Address(url.Values{OrderName: {order}})
}

// Around are the addresses of other parts of a list; empty if there are none.
type Around struct{ First, Previous, Next string }

// NewAround returns the addresses around the selected part. The IDs are those of the answer.
func (s Sorting) NewAround(selected api.Selection, next, previous string) (a Around) {
	if selected.After+selected.Before != "" {
		a.First = s.Address(nil)
	}
	if next != "" {
		a.Next = s.Address(url.Values{"after": {next}})
	}
	if previous != "" {
		a.Previous = s.Address(url.Values{"before": {previous}})
	}
	return a
}

// Orders returns the orders of a list.
func (s Sorting) Orders() []Sorting { return []Sorting{{}, {Order: "cost"}, {Order: "end"}} }

// Words describes the order.
func (s Sorting) Words() string {
	switch s.Order {
	case "cost":
		return "the highest cost first"
	case "end":
		return "the first to end first"
	default:
		return "the newest first"
	}
}

// Unlisted replaces the error for a rejected filter by a page with a link to the whole list.
func Unlisted(err error, all shell.Link) error {
	var p *problem.Problem
	if !errors.As(err, &p) || p.Code != problem.InvalidRequest {
		return err
	}
	return &shell.ErrorPage{
		Code: p.Code, Heading: "No list for this filter", Reason: p.Detail, Faults: p.Faults,
		Next: "Choose in the filter of the list instead.", Link: all,
	}
}
