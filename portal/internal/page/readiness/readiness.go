// Package readiness is the page that shows what this installation can do and what protected
// workflows do elsewhere. It also shows the results of the API's checks, and the adapters.
package readiness

import (
	_ "embed"
	"net/http"

	"platform.internal/portal/internal/shell"
)

// Page is the input of the template.
type Page struct {
	Verdict Verdict
	// Notice says what could not be read; nil if everything was read.
	Notice       *shell.Notice
	Installation shell.Installation
	// Rules are the rules of the mode.
	Rules     []string
	Available []Capability
	Guarded   []Capability
	Checks    Checks
	// Settings are the provider's settings in force.
	Settings Settings
	Adapters Adapters
}

//go:embed readiness.html
var source string

var template = shell.Parse[Page](source)

// The addresses of the page. Each visit runs the checks; the form runs them again and leads to
// their heading. The form is a POST because a browser only scrolls on a GET of the current address
// with a fragment.
const (
	path         = "/readiness"
	checksAnchor = "checks"
)

// New returns the page as a [shell.Page].
func New() shell.Page {
	return shell.Page{
		Name: "Readiness", Path: path, Icon: shell.IconShield,
		Routes: []shell.Route{
			{Method: http.MethodGet, Pattern: path, Handler: show},
			{Method: http.MethodPost, Pattern: path, Handler: again},
		},
		Files: []shell.Route{
			{Method: http.MethodGet, Pattern: path + "/" + profileName, Handler: theProfile},
			{Method: http.MethodGet, Pattern: path + "/" + resultName, Handler: result},
		},
	}
}
