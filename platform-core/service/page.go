package service

// Page says which part of a list is wanted: at most Limit entries (0: all) that
// follow the one with the ID After in the order. A page of the newest after an ID
// that is not stored is an invalid_request.
type Page struct {
	Limit int
	After string
	Order Order
}

// Order is the order of a list.
type Order string

// The orders. The order of arrival needs no clock: equal histories have equal
// lists.
const (
	ByID   Order = "id" // also where a Page names none
	Newest Order = "newest"
)

// Orders returns the names of the orders, the default first.
func Orders() []string { return []string{string(ByID), string(Newest)} }
