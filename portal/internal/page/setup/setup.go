// Package setup is the page that chooses provider and mode once, and then says
// what is locked.
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

// New returns the page for the registry.
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

// Page is the form of provider, mode and region.
type Page struct {
	Faults []form.Item
	// Notice says why the form could not be taken.
	Notice    *form.Notice
	Providers Cards
	Modes     Cards
	// Offered travels along with the form.
	Offered string
}

// Cards are radio buttons that say more than a word.
type Cards struct {
	Name, Legend string
	Faults       []string
	List         []Card
}

// Card is one choice; Absent says why it cannot be made.
type Card struct {
	ID, Value, Title, Text string
	Code                   bool
	Chosen                 bool
	Absent                 string
	// Regions are those of a provider; nil for a mode.
	Regions *Regions
}

// Boundaries is the second step, where the mode needs boundaries or has settings.
type Boundaries struct {
	Faults []form.Item
	// Notice says why the form could not be taken.
	Notice *form.Notice
	// Offered travels along with the form.
	Offered string
	// Provider, Mode and Region carry the first step along.
	Provider, Mode, Region string
	Title                  string
	// Separate names those that must differ from each other.
	Separate string
	// Back leads to the first step with its choices.
	Back   string
	Inputs []form.Input
	// Settings are the provider's, of which each may stay as it is.
	Settings []form.Input
}

// Locked says what is locked.
type Locked struct {
	shell.Installation
	Badge shell.Badge
	// Late means that this answers a form that came after the lock.
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
