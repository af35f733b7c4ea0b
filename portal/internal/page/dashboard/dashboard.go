// Package dashboard is the portal's first page: what needs somebody, what is installed,
// four figures, the rules that deny most and the newest requests.
package dashboard

import (
	_ "embed"
	"net/http"

	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/shell"
)

// Page is what the template shows.
type Page struct {
	Installation Installation
	// Notice says what could not be read; nil when all was.
	Notice    *shell.Notice
	Attention Attention
	Figures   Figures
	// Rules are those that deny most.
	Rules    []Rule
	Requests Requests
}

//go:embed dashboard.html
var source string

var template = shell.Parse[Page](listing.Parts + source)

// path is the dashboard's address.
const path = "/"

// New returns the dashboard for the registry.
func New() shell.Page {
	return shell.Page{
		Name: "Dashboard", Path: path, Icon: shell.IconDashboard,
		Routes: []shell.Route{{Method: http.MethodGet, Pattern: path, Handler: show}},
	}
}
