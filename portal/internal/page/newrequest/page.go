package newrequest

import (
	"sync"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// describe starts to read the provider, whose texts describe the values of cards. It returns a
// function that waits for the provider, which is empty if the API does not answer.
func describe(v *shell.Visit) func() profile.Provider {
	var call sync.WaitGroup
	var p profile.Provider
	call.Go(func() { p, _ = v.API.Provider(v.Context(), v.Installation.Provider) })
	return func() profile.Provider {
		call.Wait()
		return p
	}
}

// newPage returns the form with the values and the messages about them.
func newPage(v *shell.Visit, key string, values form.Values, feedback form.Feedback, by profile.Provider) Page {
	costs := feedback.Costs()
	explained := func(fields []form.Field) []form.Input {
		list := inputs(fields, v, values, feedback)
		for i := range list {
			list[i] = list[i].Explained(by, costs)
			if list[i].Name == request.BudgetField {
				list[i].Beside, list[i].Cost = true, beside(feedback)
			}
		}
		return list
	}
	p := Page{
		Heading: name, Key: key,
		Groups: []Group{
			{"Business", explained(form.Business())},
			{"Platform", explained(form.Platform())},
		},
		Switches: inputs(form.Controls(), v, values, feedback),
		Fixes:    newFixes(v, feedback),
		Aside:    newAside(v, values, feedback),
	}
	for _, s := range p.Switches {
		p.SwitchesOpen = p.SwitchesOpen || s.Value != form.On || len(s.Faults)+len(s.Rules) > 0
	}
	return p
}

// sentPage returns the form with the values that the user sent.
func sentPage(v *shell.Visit, key string, values form.Values, feedback form.Feedback, by profile.Provider) Page {
	p := newPage(v, key, values, feedback, by)
	p.Typed, p.Aside.Checked = Sent, true
	return p
}

// beside returns the text next to the budget; empty while there is no estimate.
func beside(feedback form.Feedback) string {
	if e := feedback.Known; e != nil && e.Estimate != nil && e.Estimate.KnownTotal.Known {
		return "Estimated: " + shell.MonthlyCost(*e.Estimate)
	}
	return ""
}

// newFixes returns nil if the request is not complete, or policy accepts it.
func newFixes(v *shell.Visit, feedback form.Feedback) *parts.Fixes {
	e := feedback.Evaluation
	if e == nil || len(e.Violations) == 0 {
		return nil
	}
	return parts.NewFixes(parts.Denied{Violations: e.Violations, Estimate: *e.Estimate, Evaluation: *e, Own: v.Installation.Policies})
}

func inputs(fields []form.Field, v *shell.Visit, values form.Values, feedback form.Feedback) []form.Input {
	list := make([]form.Input, len(fields))
	for i, f := range fields {
		if f.Name == request.RegionField {
			f.Choices = v.Installation.Regions
			if len(f.Choices) == 1 {
				f.Hint = "The only one that the installation allows"
			}
		}
		list[i] = form.NewInput(f, values[f.Name], feedback)
	}
	return list
}
