package newrequest

import (
	"fmt"
	"strings"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/api"
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
	// Unit is shown before the value.
	Unit string
}

// Verdict is what policy would decide about the request as it is now.
type Verdict struct {
	Badge shell.Badge
	Text  string
	// Fields are those that the rules which deny are about.
	Fields []form.Item
	// Ways says how many fixes there are; empty where none is needed.
	Ways string
	Bar  form.Bar
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

// newVerdict returns nil while the request is not complete. budget is in whole
// US dollars.
func newVerdict(feedback form.Feedback, budget int64) *Verdict {
	if feedback.Evaluation == nil {
		return nil
	}
	e := feedback.Evaluation
	verdict := &Verdict{Badge: shell.Accepted(len(e.Exceptions)), Text: accepted(*e) + ".", Bar: form.NewBar(*e.Estimate, budget)}
	if len(e.Violations) > 0 {
		verdict.Badge, verdict.Text = shell.DeniedBadge, denied(*e)+"."
		verdict.Fields, verdict.Ways = form.DeniedFields(e.Violations), ways(e.Fixes)
	}
	return verdict
}

// accepted says that policy would accept a request.
func accepted(e api.PartialEvaluation) string {
	return strings.TrimSpace("Policy would accept this request " + shell.WithExceptions(len(e.Exceptions)))
}

// denied says that policy would deny a request, and what there is to do.
func denied(e api.PartialEvaluation) string {
	if len(e.Contradicting) > 0 {
		return "Policy would deny this request, and there is no fix"
	}
	return "Policy would deny this request: " + form.ToChange(e.Violations)
}

// ways leads to the fixes.
func ways(f api.Fixes) string {
	switch len(f.Alternatives) {
	case 0:
		return "Why there is no fix"
	case 1:
		return "A fix leads to acceptance"
	default:
		return fmt.Sprintf("%d fixes lead to acceptance", len(f.Alternatives))
	}
}
