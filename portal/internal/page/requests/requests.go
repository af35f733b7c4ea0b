// Package requests is the list of requests, and the registry's entry for the
// page of each one.
package requests

import (
	_ "embed"
	"net/http"

	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/page/review"
	"platform.internal/portal/internal/shell"
)

// Page is what the template shows.
type Page struct {
	Filter Filter
	Table  listing.Table
	// Filtered means that the list leaves requests out.
	Filtered bool
	// First and Next are the addresses of other parts of a long list; empty where
	// there are none.
	First, Next string
	// Size is how many requests a part has at most.
	Size int
}

//go:embed requests.html
var source string

var template = shell.Parse[Page](listing.Parts + source)

const path = listing.Path

// New returns the list for the registry.
func New() shell.Page {
	return shell.Page{
		Name: "Requests", Path: path, Icon: shell.IconRequests,
		Routes: append(review.Routes(), shell.Route{Method: http.MethodGet, Pattern: path, Handler: show}),
		Files:  review.Files(),
	}
}
