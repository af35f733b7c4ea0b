package newrequest

import (
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// Aside is the column next to the form: the verdict and a summary.
type Aside struct {
	Verdict Verdict
	// Checked means that the verdict answers Check or Submit. Any other verdict is current only
	// while a script updates it.
	Checked  bool
	Lines    []Line
	Provider string
	Mode     string
}

// Line is one line of the summary; a script copies the field's value into it.
type Line struct {
	Field, Label, Value string
	// Unit is shown before the value.
	Unit string
}

func newAside(v *shell.Visit, values form.Values, feedback form.Feedback) Aside {
	line := func(field, label string) Line { return Line{Field: field, Label: label, Value: values[field]} }
	budget := line(request.BudgetField, "Budget")
	budget.Unit = "USD"
	return Aside{
		Provider: v.Installation.Provider, Mode: v.Installation.Mode, Verdict: newVerdict(feedback, values.Budget()),
		Lines: []Line{
			line(request.ApplicationField, "Application"), line(request.EnvironmentField, "Environment"),
			line(request.RegionField, "Region"), budget,
		},
	}
}
