// Package compare is the page that compares two requests. It also offers requests to compare with,
// if only the first one is known. [Routes] returns its routes for the list of requests.
package compare

import (
	_ "embed"
	"net/http"

	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// Page is the input of the template.
type Page struct {
	A Side
	// Compared is nil if the second request is not chosen yet.
	Compared *Comparison
	Choice   Choice
}

// Choice offers requests for the second side.
type Choice struct {
	// First is the ID of the first request; Search is the text that the user searched for.
	First, Search string
	Table         listing.Table
	// Unread says why the list could not be read; nil if it was read.
	Unread *shell.Notice
}

// Side is one of the two requests.
type Side struct {
	Name, Link, ID, Application, Environment, Region string
	Decision                                         shell.Badge
	// Received is zero if the time is unknown.
	Received listing.Moment
}

// Comparison contains the differences between two requests.
type Comparison struct {
	parts.Comparison
	B Side
	// Sentences summarise the differences.
	Sentences []string
	// Swapped is the address of the same comparison with A and B exchanged.
	Swapped string
}

//go:embed compare.html
var source string

var template = shell.Parse[Page](parts.Templates + listing.Parts + source)

// Routes returns the addresses of the page, for the list of requests.
func Routes() []shell.Route {
	return []shell.Route{{Method: http.MethodGet, Pattern: listing.ComparePath, Handler: show}}
}
