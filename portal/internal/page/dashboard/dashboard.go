// Package dashboard is the portal's first page. It shows requests that need an action, the
// installation, four counts, the rules that deny most and the newest requests.
package dashboard

import (
	_ "embed"
	"net/http"

	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/shell"
)

// Page is the input of the template.
type Page struct {
	Installation Installation
	// Notice says what could not be read; nil if everything was read.
	Notice    *shell.Notice
	Attention Attention
	Figures   Figures
	// Rules are the rules that deny the most requests.
	Rules    []Rule
	Requests Requests
}

//go:embed dashboard.html
var source string

var template = shell.Parse[Page](listing.Parts + source)

const path = "/"

// New returns the dashboard as a [shell.Page].
func New() shell.Page {
	return shell.Page{
		Name: "Dashboard", Path: path, Icon: shell.IconDashboard,
		Routes: []shell.Route{{Method: http.MethodGet, Pattern: path, Handler: show}},
	}
}
