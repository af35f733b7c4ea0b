// Package policies is the page that shows the rules in force and the installation's exceptions from
// them.
package policies

import (
	_ "embed"
	"net/http"

	"platform.internal/portal/internal/shell"
)

// Page is the input of the template.
type Page struct {
	// Notice says what could not be read; nil if everything was read.
	Notice *shell.Notice
	// Read reports whether the rules and the exceptions could be read.
	Read       bool
	Exceptions Exceptions
	// Rules are the rules in force, by source.
	Rules []Rules
}

//go:embed policies.html
var source string

var template = shell.Parse[Page](source)

const path = "/policies"

// New returns the page as a [shell.Page].
func New() shell.Page {
	return shell.Page{
		Name: "Policies", Path: path, Icon: shell.IconRules,
		Routes: []shell.Route{{Method: http.MethodGet, Pattern: path, Handler: show}},
	}
}
