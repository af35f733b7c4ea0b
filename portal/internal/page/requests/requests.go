// Package requests is the list of requests.
package requests

import (
	_ "embed"

	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// page is the input of the template.
type page struct {
	Filter filter
	Table  parts.Table
	// Filtered means that a filter is set.
	Filtered bool
	parts.Around
}

//go:embed requests.html
var source string

var template = parts.Parse[page](source)

const path = parts.RequestsPath

// New returns the list as a [shell.Page].
func New() shell.Page {
	return shell.Page{Name: "Requests", Path: path, Icon: "requests", Routes: shell.Routes{"GET " + path: show}}
}
