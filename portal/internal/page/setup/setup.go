// Package setup is the page that chooses provider and mode once. After that it shows the locked
// installation.
package setup

import (
	_ "embed"
	"net/http"

	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

const (
	path           = "/setup"
	boundariesPath = "/setup/boundaries"
)

// New returns the page as a [shell.Page].
func New() shell.Page {
	return shell.Page{
		Name: "Setup", Path: path, Icon: shell.IconSetup, BeforeSetup: true,
		Routes: []shell.Route{
			{Method: http.MethodGet, Pattern: path, Handler: show},
			{Method: http.MethodPost, Pattern: path, Handler: choose},
			{Method: http.MethodGet, Pattern: boundariesPath, Handler: showBoundaries},
			{Method: http.MethodPost, Pattern: boundariesPath, Handler: install},
		},
	}
}

// Page is the form of provider, mode and regions.
type Page struct {
	Faults []form.Item
	// Notice says why the form was not accepted.
	Notice    *form.Notice
	Providers Cards
	Modes     Cards
	// Offered contains the offered choices; the form sends them along.
	Offered string
}

// Cards is a group of radio buttons with descriptions.
type Cards struct {
	Name, Legend string
	Faults       []string
	List         []Card
}

// Card is one choice. Absent says why it is not available.
type Card struct {
	ID, Value, Title, Text string
	Code                   bool
	Chosen                 bool
	Absent                 string
	// Regions are the regions of a provider; nil for a mode.
	Regions *Regions
}

// Boundaries is the second step. It is shown if the mode needs boundaries or has settings.
type Boundaries struct {
	Faults []form.Item
	// Notice says why the form was not accepted.
	Notice *form.Notice
	// Offered contains the offered inputs; the form sends them along.
	Offered string
	// Provider, Mode and Region are the values of the first step.
	Provider, Mode, Region string
	Title                  string
	// Separate names the boundaries that must differ from each other.
	Separate string
	// Back is the address of the first step with its values.
	Back   string
	Inputs []form.Input
	// Settings are the provider's settings; each can keep its default.
	Settings []form.Input
}

// Locked is the page of a locked installation.
type Locked struct {
	shell.Installation
	Badge shell.Badge
	// Late means that the user's form arrived after the lock.
	Late bool
}

var (
	//go:embed setup.html
	setupSource string
	//go:embed boundaries.html
	boundariesSource string
	//go:embed locked.html
	lockedSource string

	template           = shell.Parse[Page](form.Parts + setupSource)
	boundariesTemplate = shell.Parse[Boundaries](form.Parts + boundariesSource)
	lockedTemplate     = shell.Parse[Locked](lockedSource)
)
