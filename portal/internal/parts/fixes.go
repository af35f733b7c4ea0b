package parts

import (
	"fmt"
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

const withoutFacts = "No fix without other facts"

// FixesAnchor is the ID of the heading of the template "fixes".
const FixesAnchor = "fix"

// Fixes contains the fixes of a denied request, the best first. If there is no fix, it says why.
// Create it with [NewFixes] or [UnreadFixes].
type Fixes struct {
	// Does says what happens when a reader takes a fix.
	Heading, Hint, Does string
	// Columns are the column names of the fixes in the table.
	Columns []string
	Rows    []Row
	Takes   []Take
	// Facts are the facts that a user must declare for a fix.
	Facts []Fact
	// Contradicting are rules that contradict each other.
	Contradicting []Contradicting
	// Nearest is the change that breaks the fewest rules; nil if there is a fix or no such change.
	Nearest *Nearest
	// Why says what the absence of a fix means; empty if there is a fix.
	Why      string
	Searched Searched
	// Notice says that the fixes could not be read.
	Notice *shell.Notice
}

// Row is a field that a fix changes or leaves to the user, or the row of costs.
type Row struct {
	// Field is empty for the row of costs, and if the page has no such field.
	Field, Label string
	// Rule is the rule that requires the change, if no denial names this field; otherwise it is
	// empty.
	Rule  string
	Now   form.Text
	Cells []Cell
}

// Cell is the effect of one fix on a field.
type Cell struct {
	Column string
	Value  form.Text
	// Note follows the value. Quiet means that the fix does not change the value. Differs means
	// that the value differs from the first fix.
	Note           string
	Quiet, Differs bool
}

// Take is a control that takes a fix: a link to Address, or a button of the form that fills in Use.
type Take struct {
	Text, Address, Use string
	// Quiet means that it is not the main action of the page.
	Quiet bool
}

// Fact is a value that only the user knows and that policy does not accept as it is. Each choice
// declares one other value and changes nothing else.
type Fact struct {
	Label   string // in lower case
	Choices []Take
}

// Contradicting is one of several rules that contradict each other. Label is its field. Expected is
// the value that it expects, or empty if that is unknown.
type Contradicting struct{ PolicyID, Label, Expected string }

// Nearest contains the changes after which a request breaks the fewest rules, and the rules that it
// still breaks.
type Nearest struct {
	Changes []NearestChange
	Breaks  []Contradicting
}

// NearestChange is a field and its new value.
type NearestChange struct {
	Label string
	Value form.Text
}

// Denied is a denied request and its evaluation, the input of [NewFixes].
type Denied struct {
	Violations []request.Violation
	Estimate   request.Estimate
	Evaluation wire.PartialEvaluation
	// Own are the organisation's rules.
	Own []profile.Rule
	// Stored is the ID of a stored request; empty for a request in the form.
	Stored string
}

// NewFixes returns the [Fixes] of a denied request.
func NewFixes(d Denied) *Fixes {
	found := d.Evaluation.Alternatives
	f := &Fixes{Heading: "The fix", Searched: newSearched(d.Evaluation.Fixes)}
	switch len(found) {
	case 0:
		f.Heading, f.Contradicting, f.Nearest, f.Why = "No fix", contradicting(d), nearest(d.Evaluation), why(d.Evaluation)
		return f
	case 1:
		f.single(d, found[0])
	default:
		f.several(found)
	}
	f.Rows, f.Takes, f.Does, f.Facts = rows(d, f.Columns), takes(d), does(d), facts(d)
	return f
}

// UnreadFixes returns the [Fixes] that show only the notice and no fix.
func UnreadFixes(notice *shell.Notice) *Fixes { return &Fixes{Heading: "The fix", Notice: notice} }

func (f *Fixes) single(d Denied, a wire.Alternative) {
	f.Columns, f.Hint = []string{"Then"}, "What leads to acceptance"
	if len(a.Confirm) > 0 {
		f.Heading, f.Hint = withoutFacts, "Policy accepts the request only if these are true"
		return
	}
	if n := len(a.Changes); n > 0 {
		f.Heading, f.Hint = "The fix: "+shell.Count(n, "change"), "The least that leads to acceptance; "+price(d.Estimate, a.Estimate.Estimate())
	}
}

// price returns what a fix costs a month, and the difference from the current cost.
func price(now, then request.Estimate) string {
	text := string(cost(then)) + " a month"
	if m := more(now, then); m != "" {
		text += ", " + m
	}
	return text
}

func (f *Fixes) several(found []wire.Alternative) {
	f.Heading, f.Hint = fmt.Sprintf("%d fixes", len(found)), "Each leads to acceptance; the cheapest is first"
	if slices.ContainsFunc(found, func(a wire.Alternative) bool { return !a.Estimate.MonthlyTotal.Known }) {
		f.Hint += ", those with a part that has no price are last"
	}
	if slices.ContainsFunc(found, func(a wire.Alternative) bool { return len(a.Confirm) > 0 }) {
		f.Heading, f.Hint = withoutFacts, "Policy accepts the request only if the facts of one column are true"
	}
	for i := range found {
		f.Columns = append(f.Columns, fmt.Sprintf("Fix %d", i+1))
	}
}
