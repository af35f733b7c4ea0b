// Package compare is the comparison of two requests: fields, decision, rules, resources
// and cost, and the choice of the second.
package compare

import (
	_ "embed"
	"net/http"

	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/shell"
)

// Page is what the template shows.
type Page struct {
	A Side
	// Compared is nil while the second request is to be chosen.
	Compared *Comparison
	Choice   Choice
}

// Choice is how the second request is found.
type Choice struct {
	// First is the ID of the request that the other one is compared with, Search the words
	// that were looked for.
	First, Search string
	Table         listing.Table
	// Unread says why there is no list; nil where there is one.
	Unread *shell.Notice
}

// Side is one of the two requests.
type Side struct {
	Name, Link, ID, Application, Environment, Region string
	Decision                                         shell.Badge
	// Received is zero where it is not known.
	Received listing.Moment
}

// Comparison is what differs between two requests.
type Comparison struct {
	B Side
	// Swapped is the address of the same with the two exchanged.
	Swapped string
	// Sentences say the most important first.
	Sentences []string
	Fields    []Field
	Rules     []Rules
	Resources []Resources
	// Alike is how many resources are in both without a difference.
	Alike string
	Cost  Cost
	// Missing says what was not compared, and why.
	Missing []string
}

// Field is a field of the request that differs.
type Field struct {
	Label string
	A, B  form.Text
}

// Rules are those that only one of the two breaks.
type Rules struct {
	Name  string
	Items []Rule
}

// Rule is a rule that is broken.
type Rule struct{ ID, Message, Note string }

// Resources are those to which one thing happens.
type Resources struct {
	Name  string
	Items []Resource
}

// Resource is a resource, with what differs of it.
type Resource struct {
	Address string
	Changes []Change
}

// Change is a property of a resource that differs.
type Change struct{ Property, A, B string }

// Cost is what the two come to, in US dollars a month.
type Cost struct {
	A, B, Difference string
	Rows             []CostRow
}

// CostRow is a resource that costs another amount.
type CostRow struct{ Address, A, B string }

//go:embed compare.html
var source string

var template = shell.Parse[Page](listing.Parts + source)

// Routes are the addresses of the page, for the list of requests that it belongs to.
func Routes() []shell.Route {
	return []shell.Route{{Method: http.MethodGet, Pattern: listing.ComparePath, Handler: show}}
}
