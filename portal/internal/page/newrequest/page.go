package newrequest

import (
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/fixes"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// newPage returns the form with the values and the messages about them.
func newPage(v *shell.Visit, key string, values form.Values, feedback form.Feedback) Page {
	p := Page{
		Key: key,
		Groups: []Group{
			{"Business", inputs(form.Business(), v, values, feedback)},
			{"Platform", inputs(form.Platform(), v, values, feedback)},
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

// newFixes returns nil while the request is not complete, and where policy accepts it.
func newFixes(v *shell.Visit, feedback form.Feedback) *fixes.Fixes {
	e := feedback.Evaluation
	if e == nil || len(e.Violations) == 0 {
		return nil
	}
	return fixes.New(fixes.Denied{Violations: e.Violations, Estimate: *e.Estimate, Evaluation: *e, Own: v.Installation.Policies})
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
