package parts

import (
	"errors"
	"net/url"

	"platform.internal/platform-core/problem"
	"platform.internal/portal/internal/shell"
)

// OrderName is the query parameter of the order of a list.
const OrderName = "order"

// Sorting is the order of a list, with the addresses of the list in other orders. The zero Sorting offers no order.
type Sorting struct {
	// Order is empty for the newest first.
	Order   string
	address func(url.Values) string
}

// ReadOrder returns the order in the query of an address; empty for an unknown one.
func ReadOrder(query url.Values) string {
	if order := query.Get(OrderName); order == "cost" || order == "end" {
		return order
	}
	return ""
}

// NewSorting returns the [Sorting] of a list. address returns the address of the start of the list with query parameters.
func NewSorting(order string, address func(url.Values) string) Sorting {
	return Sorting{order, address}
}

// By returns the address of the list in an order; empty for the order that it has.
func (s Sorting) By(order string) string {
	if s.address == nil || s.Order == order {
		return ""
	}
	return s.address(url.Values{OrderName: {order}})
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
