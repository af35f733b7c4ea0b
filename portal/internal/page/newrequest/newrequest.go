// Package newrequest is the page New environment: the form of a request, with the policy evaluation
// before the request is sent.
package newrequest

import (
	_ "embed"
	"net/http"

	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// Page is the input of the template.
type Page struct {
	Heading string
	// Key is the idempotency key of this attempt to send the form.
	Key string
	// Faults say why the form was rejected.
	Faults []form.Item
	// Notice is the result of an attempt to send or check the form.
	Notice *form.Notice
	// Fix is the fix that is already filled in.
	Fix *Fix
	// Groups are the two groups of fields; Switches are the mandated controls.
	Groups   []Group
	Switches []form.Input
	// SwitchesOpen means that a switch is off or has a message.
	SwitchesOpen bool
	// Fixes are the fixes of the form's request; nil if policy does not deny it.
	Fixes *parts.Fixes
	Aside Aside
	// Typed is the source of the values: [Sent] or [Stored], or empty for a new form.
	Typed string
}

// Sources of a form's values: input by the user, which could be lost, or a stored request.
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

var template = shell.Parse[Page](form.Parts + form.BarParts + parts.Templates + source)

const (
	path      = "/requests/new"
	checkPath = "/requests/check"
	name      = "New environment"
)

// New returns the page as a [shell.Page].
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
