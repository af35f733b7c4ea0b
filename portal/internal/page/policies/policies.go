// Package policies is the page that shows the rules in force, and the exceptions of
// the installation from them.
package policies

import (
	_ "embed"
	"net/http"

	"platform.internal/portal/internal/shell"
)

// Page is what the template shows.
type Page struct {
	// Notice says what could not be read; nil when all was.
	Notice *shell.Notice
	// Read is whether the rules and the exceptions are known.
	Read       bool
	Exceptions Exceptions
	// Rules are the rules in force by their source.
	Rules []Rules
}

//go:embed policies.html
var source string

var template = shell.Parse[Page](source)

const path = "/policies"

// New returns the page for the registry.
func New() shell.Page {
	return shell.Page{
		Name: "Policies", Path: path, Icon: shell.IconRules,
		Routes: []shell.Route{{Method: http.MethodGet, Pattern: path, Handler: show}},
	}
}
