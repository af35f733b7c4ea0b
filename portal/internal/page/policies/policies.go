// Package policies is the page that shows the rules in force and the installation's exceptions from
// them.
package policies

import (
	"cmp"
	_ "embed"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// page is the input of the template.
type page struct {
	// Notice says what could not be read; nil if everything was read.
	Notice     *shell.ErrorPage
	Exceptions []wire.ListedException
	// Ended is the number of exceptions that ended.
	Ended int
	// Titles are the titles of the rules by ID.
	Titles  map[string]string
	Sources []source
}

// source is a source of rules, with its rules in force in the API's order.
type source struct {
	ID   request.Source
	Name string
	// Open means that the section is initially open.
	Open  bool
	Rules []profile.SourcedRule
}

//go:embed policies.html
var text string

var template = parts.Parse[page](text)

// New returns the page as a [shell.Page].
func New() shell.Page {
	return shell.Page{Name: "Policies", Path: "/policies", Icon: "rules", Routes: shell.Routes{"GET /policies": show}}
}

func show(v *shell.Visit) (shell.Answer, error) {
	list, err := v.API.Policies(v.Context())
	p := page{
		Notice:     v.Notice("The policies could not be read", cmp.Or(v.Installation.Fault, err)),
		Exceptions: list.Exceptions, Titles: parts.Titles(list),
		Sources: []source{ // the sources that an installation chooses come first
			{ID: request.SourceOrganisation, Name: "The organisation", Open: true},
			{ID: request.SourceMode, Name: "The mode"},
			{ID: request.SourceCommon, Name: "The platform"},
			{ID: request.SourceProvider, Name: "The provider"},
		},
	}
	for _, x := range list.Exceptions {
		if x.Ended {
			p.Ended++
		}
	}
	for i := range p.Sources {
		s := &p.Sources[i]
		for _, rule := range list.Items {
			if rule.Source == s.ID {
				s.Rules = append(s.Rules, rule)
			}
		}
	}
	return template.Answer("Policies", p), nil
}
