package environment

import (
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// Aside is the summary beside the form.
type Aside struct {
	Lines    []Line
	Provider string
	Mode     string
	Verdict  *Verdict
}

// Line follows one field of the form.
type Line struct {
	Field, Label, Value string
	// Unit stands before the value.
	Unit string
}

// Verdict is what would become of the request as it stands.
type Verdict struct {
	Badge shell.Badge
	Text  string
	// Fields are those that the rules which deny are about.
	Fields []form.Item
	Bar    form.Bar
}

func newAside(v *shell.Visit, values form.Values, said form.Feedback) Aside {
	line := func(field, label string) Line { return Line{Field: field, Label: label, Value: values[field]} }
	budget := line("monthly_budget", "Budget")
	budget.Unit = "USD"
	return Aside{
		Provider: v.Installation.Provider, Mode: v.Installation.Mode, Verdict: newVerdict(said),
		Lines: []Line{
			line("application", "Application"), line("environment", "Environment"), line("region", "Region"), budget,
		},
	}
}

func newVerdict(said form.Feedback) *Verdict {
	if said.Evaluation == nil {
		return nil
	}
	record := said.Evaluation.Record
	verdict := &Verdict{
		Badge: shell.AcceptedBadge, Text: "Policy would accept this request.",
		Bar: form.NewBar(record.Estimate.MonthlyTotal, record.Request.MonthlyBudget),
	}
	if len(record.Violations) > 0 {
		verdict.Badge, verdict.Text = shell.DeniedBadge, "Policy would deny this request: "+form.ToChange(record)+"."
		verdict.Fields = form.DeniedFields(record)
	}
	return verdict
}
