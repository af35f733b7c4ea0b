// Package newrequest is the page New environment: the form of a request, with
// what policy says of it before it is sent.
package newrequest

import (
	_ "embed"
	"net/http"

	"platform.internal/portal/internal/fixes"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// Page is what the template shows.
type Page struct {
	Heading string
	// Key is the idempotency key of this attempt to send the form.
	Key string
	// Faults are why the form was not taken.
	Faults []form.Item
	// Notice says what became of an attempt to send or to check the form.
	Notice *form.Notice
	// Fix is the fix that is filled in already.
	Fix *Fix
	// Groups are the two groups of fields, and the switches.
	Groups   []Group
	Switches []form.Input
	// SwitchesOpen means that one of the switches needs a look.
	SwitchesOpen bool
	// Fixes lead what the form holds to acceptance; nil where policy does not deny it.
	Fixes *fixes.Fixes
	Aside Aside
	// Typed says what filled the form in: Sent or Stored; empty for a fresh one.
	Typed string
}

// What filled a form in: a person, whose words would be lost, or a stored request.
const (
	Sent   = "sent"
	Stored = "stored"
)

// Group is a fieldset.
type Group struct {
	Name   string
	Inputs []form.Input
}

//go:embed newrequest.html
var source string

var template = shell.Parse[Page](form.Parts + form.BarParts + fixes.Part + source)

const (
	path      = "/requests/new"
	checkPath = "/requests/check"
	name      = "New environment"
)

// New returns the page for the registry.
func New() shell.Page {
	return shell.Page{
		Name: name, Path: path, Icon: shell.IconNew,
		Routes: []shell.Route{
			{Method: http.MethodGet, Pattern: checkPath, Handler: shell.LeadTo(path), BeforeSetup: true},
			{Method: http.MethodGet, Pattern: path, Handler: show},
			{Method: http.MethodPost, Pattern: path, Handler: submit, BeforeSetup: true},
			{Method: http.MethodPost, Pattern: checkPath, Handler: check, BeforeSetup: true},
		},
	}
}
