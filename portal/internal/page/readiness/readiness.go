// Package readiness is the page that says what this installation can do, what
// is guarded elsewhere, what the API's checks found, and which adapters run.
package readiness

import (
	_ "embed"
	"net/http"

	"platform.internal/portal/internal/shell"
)

// Page is what the template shows.
type Page struct {
	Verdict Verdict
	// Notice says what could not be read; nil when all was.
	Notice       *shell.Notice
	Installation shell.Installation
	// Rules are those of the mode.
	Rules     []string
	Available []Capability
	Guarded   []Capability
	Checks    Checks
	// Settings are the provider's as they are in force; none where it has none.
	Settings Settings
	Adapters Adapters
}

//go:embed readiness.html
var source string

var template = shell.Parse[Page](source)

// The addresses. Checks are run on every visit: the form asks for them again and
// leads to their heading. It is a POST, since a browser answers a GET of the
// address that it shows, with a fragment, by only scrolling.
const (
	path         = "/readiness"
	checksAnchor = "checks"
)

// New returns the page for the registry.
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
