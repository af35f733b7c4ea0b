// Package newrequest is the page New environment: the form of a request, with the policy evaluation
// before the request is sent.
package newrequest

import (
	_ "embed"
	"sync"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// page is the input of the template.
type page struct {
	Installation shell.InstallationState
	Heading      string
	// Key is the idempotency key of this attempt to send the form.
	Key    string
	Values form.Values
	// Faults say why the form was rejected.
	Faults []form.Item
	// Notice is the result of an attempt to send or check the form.
	Notice *form.Notice
	// Renewal is the text about the later expiry date; empty for another form.
	Renewal string
	Fix     *filledIn
	// Business, Platform and Switches are the fields; Switches are the mandated controls.
	Business, Platform, Switches []form.Input
	// Fixes are the fixes of the form's request; nil if policy does not deny it.
	Fixes *parts.Fixes
	// WhatIf is nil if there is nothing to compare.
	WhatIf  *whatIf
	Verdict verdict
	// Typed is the source of the values: sent or stored, or empty for a new form. The verdict on
	// values that were not sent is current only while a script updates it.
	Typed string
}

// filledIn is the fix that is already filled in, and the facts that are still to declare.
type filledIn struct {
	wire.Alternative
	Facts []parts.Fact
}

// Sources of a form's values: input by the user, which could be lost, or a stored request.
const (
	sent   = "sent"
	stored = "stored"
)

//go:embed newrequest.html
var source string

var template = parts.Parse[page](source)

const (
	path      = "/requests/new"
	checkPath = "/requests/check"
	livePath  = "/requests/live"
	name      = "New environment"
)

// New returns the page as a [shell.Page].
func New() shell.Page {
	return shell.Page{
		Name: name, Path: path, Icon: "new",
		Routes: shell.Routes{"GET " + path: show},
		BeforeSetup: shell.Routes{
			"GET " + checkPath: shell.LeadTo(path), "POST " + path: submit, "POST " + checkPath: check,
			"GET " + livePath: shell.LeadTo(path),
		},
		Live: shell.Routes{"POST " + livePath: live},
	}
}

// ask checks the values. At the same time it reads the provider, whose texts describe the values of
// cards. The provider is empty if the API does not answer.
func ask(v *shell.Visit, values form.Values) (feedback form.Feedback, by profile.Provider, err error) {
	var call sync.WaitGroup
	call.Go(func() { by, _ = v.API.Provider(v.Context(), v.Installation.Provider) })
	feedback, err = form.Check(v.Context(), v.API, values)
	call.Wait()
	return feedback, by, err
}

// newPage returns the form with the values and the messages about them.
func newPage(v *shell.Visit, typed, key string, values form.Values, feedback form.Feedback, by profile.Provider) page {
	inputs := func(of request.Group) []form.Input {
		var list []form.Input
		for _, f := range form.Group(of) {
			if f.Name == request.RegionField {
				f.Choices = v.Installation.AllowedRegions
				if len(f.Choices) == 1 {
					f.Hint = "The only one that the installation allows"
				}
			}
			in := form.NewInput(f, values[f.Name], feedback).Explained(by)
			if f.Name == request.BudgetField {
				in.Beside, in.Cost = true, estimated(feedback)
			}
			list = append(list, in)
		}
		return list
	}
	platform := inputs(request.Platform)
	return page{
		Installation: v.Installation, Heading: name, Key: key, Values: values, Typed: typed,
		Business: inputs(request.Business), Platform: platform, Switches: inputs(request.ControlsGroup),
		Fixes: newFixes(v, feedback), Verdict: newVerdict(feedback, values.Budget()),
		WhatIf: newWhatIf(feedback, values, platform),
	}
}

// estimated returns the text next to the budget; empty while there is no estimate.
func estimated(feedback form.Feedback) string {
	if e := feedback.Known; e != nil && e.Estimate != nil && e.Estimate.KnownTotal.Known {
		return "Estimated: " + shell.MonthlyCost(*e.Estimate)
	}
	return ""
}

// newFixes returns nil if the request is not readable, or policy does not deny it.
func newFixes(v *shell.Visit, feedback form.Feedback) *parts.Fixes {
	e := feedback.Evaluation
	if e == nil || e.Verdict != wire.VerdictDenied {
		return nil
	}
	return parts.NewFixes(parts.DeniedRequest{
		Violations: e.Violations, Estimate: *e.Estimate, Evaluation: *e, Own: v.Installation.Policies,
	})
}
