// Package requests is the list of requests. Its [New] also includes the routes of packages review
// and compare.
package requests

import (
	_ "embed"
	"net/http"
	"slices"

	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/page/compare"
	"platform.internal/portal/internal/page/review"
	"platform.internal/portal/internal/shell"
)

// Page is the input of the template.
type Page struct {
	Filter Filter
	Table  listing.Table
	// Filtered means that a filter is set.
	Filtered bool
	// First, Previous and Next are the addresses of other parts of a long list; empty if there are
	// none.
	First, Previous, Next string
}

//go:embed requests.html
var source string

var template = shell.Parse[Page](listing.Parts + source)

const path = listing.Path

// New returns the list as a [shell.Page].
func New() shell.Page {
	return shell.Page{
		Name: "Requests", Path: path, Icon: shell.IconRequests,
		Routes: slices.Concat([]shell.Route{{Method: http.MethodGet, Pattern: path, Handler: show}}, compare.Routes(), review.Routes()),
		Files:  review.Files(),
	}
}
