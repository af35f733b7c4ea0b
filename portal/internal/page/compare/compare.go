// Package compare is the page that compares two requests. It also offers requests to compare with,
// if only the first one is known. [Page] returns its route for the list of requests.
package compare

import (
	_ "embed"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// page is the input of the template.
type page struct {
	A side
	// Compared is nil if the second request is not chosen yet.
	Compared *comparison
	// Search is the text that the user searched for, and Table the requests found.
	Search string
	Table  parts.Table
	// Unread says why the list could not be read; nil if it was read.
	Unread *shell.ErrorPage
}

// side is one of the two requests.
type side struct {
	Name string
	request.Record
}

// Badge returns the [shell.Badge] of the decision.
func (s side) Badge() shell.Badge { return parts.Decided(s.Record).Badge(len(s.Exceptions)) }

// comparison contains the differences between two requests.
type comparison struct {
	parts.Comparison
	B side
	// Sentences summarise the differences.
	Sentences []string
}

//go:embed compare.html
var source string

var template = parts.Parse[page](source)

// Page returns the [shell.Page] without its own item in the navigation.
func Page() shell.Page {
	return shell.Page{Routes: shell.Routes{"GET " + parts.ComparePath: show}}
}
