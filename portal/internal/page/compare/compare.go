// Package compare is the comparison of two requests: fields, decision, rules, resources
// and cost, and the choice of the second.
package compare

import (
	_ "embed"
	"net/http"

	"platform.internal/portal/internal/compared"
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
	compared.Comparison
	B Side
	// Sentences say the most important first.
	Sentences []string
	// Swapped is the address of the same with the two exchanged.
	Swapped string
}

//go:embed compare.html
var source string

var template = shell.Parse[Page](compared.Parts + listing.Parts + source)

// Routes are the addresses of the page, for the list of requests that it belongs to.
func Routes() []shell.Route {
	return []shell.Route{{Method: http.MethodGet, Pattern: listing.ComparePath, Handler: show}}
}
