package newrequest

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// Verdict is the policy verdict on the current request, which may be incomplete.
type Verdict struct {
	Badge shell.Badge
	Text  string
	// Fields are the fields that Text is about.
	Fields []form.Item
	// Ways is the link text for the fixes; empty if there are none to show.
	Ways string
	// Use fills in the best fix; Apply is the text of its button.
	Use, Apply string
	// Bar is nil if there is no estimate.
	Bar *form.Bar
}

// Say returns the verdict in sentences, for screen readers.
func (v Verdict) Say() string {
	words := []string{v.Text}
	if v.Ways != "" {
		words = append(words, v.Ways+".")
	}
	if v.Bar != nil {
		words = append(words, v.Bar.Text+".")
	}
	return strings.Join(words, " ")
}

var openBadge = shell.Badge{Kind: "calm", Word: "Open", Icon: shell.IconNew}

// newVerdict returns the [Verdict]. budget is in whole US dollars, 0 if none is entered yet.
func newVerdict(feedback form.Feedback, budget int64) Verdict {
	e := feedback.Known
	if e == nil {
		return Verdict{Badge: openBadge, Text: unread(feedback)}
	}
	v := Verdict{Badge: shell.NotUnderstoodBadge, Text: "The platform's answer is not one that this portal understands. Submit the request, or use a portal of the same release."}
	if !api.Understood(*e) {
		return v
	}
	if e.Estimate != nil {
		bar := form.NewBar(*e.Estimate, budget)
		v.Bar = &bar
	}
	switch e.Verdict {
	case wire.VerdictAccepted:
		v.Badge, v.Text = shell.Accepted(len(e.Exceptions)), accepted(*e)+"."
	case wire.VerdictDenied:
		v.Badge, v.Text, v.Fields = shell.DeniedBadge, denied(*e)+".", toDo(*e)
		if e.Complete() {
			v.Ways = ways(e.Fixes)
			v.Use, v.Apply = best(e.Alternatives)
		}
	default:
		v.Badge, v.Fields = openBadge, toDo(*e)
		v.Text = "No policy problems so far: " + counted("", *e) + "."
	}
	return v
}

// unread returns the text for a request that was not evaluated, or that the API could not read.
func unread(feedback form.Feedback) string {
	if n := len(feedback.Faults); n > 0 {
		return "Policy cannot read the request: " + shell.Count(n, "field") + " to correct."
	}
	if len(feedback.Summary) > 0 {
		return "Policy cannot read the request."
	}
	return "Policy says here what it makes of the request while you write it."
}

// toDo returns the fields that must be changed, corrected or completed, in the order of the form.
func toDo(e wire.PartialEvaluation) []form.Item {
	items := form.ToChange(e.Violations, e.Alternatives)
	for _, item := range form.Fields(slices.Concat(e.Missing, unreadable(e))) {
		if !slices.Contains(items, item) {
			items = append(items, item)
		}
	}
	form.SortItems(items)
	return items
}

// counted returns the number of fields that keep a verdict open, after the text about changes.
func counted(change string, e wire.PartialEvaluation) string {
	var parts []string
	if change != "" {
		parts = append(parts, change)
	}
	for _, part := range []struct {
		fields int
		to     string
	}{{len(form.Fields(unreadable(e))), "to correct"}, {len(e.Missing), "to complete"}} {
		if part.fields > 0 {
			parts = append(parts, shell.Count(part.fields, "field")+" "+part.to)
		}
	}
	return strings.Join(parts, ", ")
}

// unreadable returns the fields with a value that cannot be read.
func unreadable(e wire.PartialEvaluation) []string {
	var names []string
	for _, f := range e.Faults {
		names = append(names, f.Field)
	}
	return names
}

// accepted returns the text for a request that policy would accept.
func accepted(e wire.PartialEvaluation) string {
	return strings.TrimSpace("Policy would accept this request " + shell.WithExceptions(len(e.Exceptions)))
}

// denied returns the text for a request that policy would deny, with the number of fields to
// change.
func denied(e wire.PartialEvaluation) string {
	if len(e.Contradicting) > 0 || e.Nearest != nil {
		return "Policy would deny this request, and there is no fix"
	}
	return "Policy would deny this request: " + counted(form.ToDo(e.Violations, e.Alternatives), e)
}

// best returns the query and the button text for the best fix. Both are empty if there is no fix,
// or if it only leaves fields to the user.
func best(found []wire.Alternative) (use, apply string) {
	if len(found) == 0 || len(found[0].Changes) == 0 {
		return "", ""
	}
	apply = "Apply the fix"
	if n := len(found[0].Changes); n > 1 {
		apply = fmt.Sprintf("Apply %d changes", n)
	}
	return form.Use(found[0].Changes), apply
}

// ways returns the link text for the fixes.
func ways(f wire.Fixes) string {
	switch n := len(f.Alternatives); {
	case n == 0:
		return "Why there is no fix"
	case len(f.Alternatives[0].Confirm) > 0:
		return "Accepted only with other facts"
	case n == 1:
		return "A fix leads to acceptance"
	default:
		return fmt.Sprintf("%d fixes lead to acceptance", len(f.Alternatives))
	}
}
