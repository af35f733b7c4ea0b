// Package setup is the page that chooses provider and mode once. After that it shows the locked
// installation.
package setup

import (
	_ "embed"

	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

const (
	path           = "/setup"
	boundariesPath = "/setup/boundaries"
)

// New returns the page as a [shell.Page].
func New() shell.Page {
	return shell.Page{
		Name: "Setup", Path: path, Icon: "setup",
		BeforeSetup: shell.Routes{
			"GET " + path: show, "POST " + path: choose,
			"GET " + boundariesPath: showBoundaries, "POST " + boundariesPath: install,
		},
	}
}

// page is the form of provider, mode and regions.
type page struct {
	Faults []form.Item
	// Notice says why the form was not accepted.
	Notice    *form.Notice
	Providers cards
	Modes     cards
	// Offered contains the offered choices; the form sends them along.
	Offered string
}

// cards is a group of radio buttons with descriptions.
type cards struct {
	Name, Legend string
	Faults       []string
	List         []card
}

// card is one choice. Absent says why it is not available.
type card struct {
	ID, Value, Title, Text string
	Code                   bool
	Chosen                 bool
	Absent                 string
	// regionList contains the regions of a provider; nil for a mode.
	Regions *regionList
}

// boundariesPage is the second step. It is shown if the mode needs boundaries or has settings.
type boundariesPage struct {
	Faults []form.Item
	// Notice says why the form was not accepted.
	Notice *form.Notice
	// Offered contains the offered inputs; the form sends them along.
	Offered string
	// Provider, Mode and Region are the values of the first step.
	Provider, Mode, Region string
	Title                  string
	// Separate names the boundaries that must differ from each other.
	Separate []string
	// Back is the address of the first step with its values.
	Back   string
	Inputs []form.Input
	// Placeholders is the number of empty boundaries.
	Placeholders int
	// Settings are the provider's settings; each can keep its default.
	Settings []form.Input
}

// lockedPage is the page of a locked installation.
type lockedPage struct {
	shell.InstallationState
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

	template           = parts.Parse[page](setupSource)
	boundariesTemplate = parts.Parse[boundariesPage](boundariesSource)
	lockedTemplate     = parts.Parse[lockedPage](lockedSource)
)
