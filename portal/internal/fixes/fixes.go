// Package fixes shows the ways that lead a denied request to acceptance, as each page
// does that has a denial: before a request is sent, and after.
package fixes

import (
	_ "embed"
	"fmt"
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/amount"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// Part is the template "fixes", for the source of a page.
//
//go:embed fixes.html
var Part string

const withoutFacts = "No fix without other facts"

// Anchor is the ID of the part's heading.
const Anchor = "fix"

// Fixes are the ways to acceptance, the best first, or why there is none to show.
type Fixes struct {
	// Does says what it does to take one.
	Heading, Hint, Does string
	// Columns are what the fixes are called in the table.
	Columns []string
	Rows    []Row
	Takes   []Take
	// Facts are what the fixes need a person to declare.
	Facts []Fact
	// Contradicting are rules that contradict each other.
	Contradicting []Contradicting
	// Nearest comes nearest to acceptance; nil where there is a fix.
	Nearest *Nearest
	// Why says what it means that there is no fix; empty where there is one.
	Why      string
	Searched Searched
	// Notice says that the fixes could not be read.
	Notice *shell.Notice
}

// Row is a field that a fix changes or leaves to a person, or what the fixes cost.
type Row struct {
	// Field is empty for the costs, and where the page has no such field.
	Field, Label string
	// Rule is the rule that asks for a change of a field that is kept as it is; empty
	// where the page says so elsewhere.
	Rule  string
	Now   form.Text
	Cells []Cell
}

// Cell is what one fix does to a field.
type Cell struct {
	Column string
	Value  form.Text
	// Note follows the value. Quiet means that the value is what it was, Differs that it
	// is not the one of the first fix.
	Note           string
	Quiet, Differs bool
}

// Take is what takes a fix: a link to Address, or a button of the form that fills in Use.
type Take struct {
	Text, Address, Use string
	// Quiet means that it is not what the page is for.
	Quiet bool
}

// Fact is something that only a person knows, and that has to be another one for policy to
// accept the request. Each choice declares one value, and changes nothing else.
type Fact struct {
	Label   string // in lower case
	Choices []Take
}

// Contradicting is a rule among those that contradict each other, the field that it is
// about, and what it expects; empty where that is not known.
type Contradicting struct{ PolicyID, Label, Expected string }

// Nearest is what changes so that a request breaks the fewest rules, and which it still breaks.
type Nearest struct {
	Changes []NearestChange
	Breaks  []Contradicting
}

// NearestChange is a field and its new value.
type NearestChange struct {
	Label string
	Value form.Text
}

// Denied is a denied request, and what is known of its fixes.
type Denied struct {
	Violations []request.Violation
	Estimate   request.Estimate
	Evaluation wire.PartialEvaluation
	// Own are the rules of the organisation.
	Own []profile.Rule
	// Stored is the ID of the request; empty for one that is in the form.
	Stored string
}

// New returns the fixes of a denied request.
func New(d Denied) *Fixes {
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

// Unread returns what is shown instead of fixes that could not be read.
func Unread(notice *shell.Notice) *Fixes { return &Fixes{Heading: "The fix", Notice: notice} }

func (f *Fixes) single(d Denied, a wire.Alternative) {
	f.Columns, f.Hint = []string{"Then"}, "What leads to acceptance"
	if len(a.Confirm) > 0 {
		f.Heading, f.Hint = withoutFacts, "Policy accepts the request only if these are true"
		return
	}
	if n := len(a.Changes); n > 0 {
		f.Heading, f.Hint = "The fix: "+amount.Count(n, "change"), "The least that leads to acceptance; "+price(d.Estimate, a.Estimate.Estimate())
	}
}

// price says what a fix costs a month, and how that differs from now.
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
