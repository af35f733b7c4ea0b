package dashboard

import (
	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/shell"
)

// Figures are the four counts, or a badge if they could not be read.
type Figures struct {
	Unavailable *shell.Badge
	Items       []Figure
}

// Figure is one count.
type Figure struct {
	Name  string
	Value string
	// Note explains the count in one line.
	Note string
	// Link is the address of the list that is counted; empty if there is none.
	Link string
}

// The addresses of the lists that figures and rows link to.
const (
	requestsPath  = listing.Path
	proposalsPath = "/operations"
)

func newFigures(v *shell.Visit, r readings) Figures {
	f := Figures{Items: []Figure{
		{Name: "Requests", Value: shell.Grouped(r.figures.Requests()), Note: "Accepted and denied", Link: v.Link(requestsPath)},
		{Name: "Accepted", Value: shell.Grouped(r.figures.Accepted), Note: "Allowed by policy", Link: requestsPath + "?decision=accepted"},
		{Name: "Proposals", Value: shell.Grouped(r.figures.Proposals), Note: "For review", Link: v.Link(proposalsPath)},
		{Name: "Cloud changes", Value: shell.Grouped(r.figures.CloudChanges), Note: "This service makes no cloud call"},
	}}
	if r.figuresErr != nil {
		f.Unavailable = &shell.UnavailableBadge
	}
	return f
}
