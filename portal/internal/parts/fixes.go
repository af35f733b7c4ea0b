package parts

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// FixesAnchor is the ID of the heading of the fixes.
const FixesAnchor = "fix"

// Fixes contains the fixes of a denied request, the best first. If there is no fix, it says why.
// Create it with [NewFixes] or [UnreadFixes].
type Fixes struct {
	// Does says what happens when a reader takes a fix.
	Heading, Hint, Does string
	// Columns are the column names of the fixes in the table.
	Columns []string
	Rows    []fixRow
	// Takes are the controls, and Best is that of the first fix; none if the first fix only needs a fact.
	Takes, Best []Take
	// Facts are the facts that a user must declare for a fix.
	Facts []Fact
	// Contradicting are rules that contradict each other. A rule has an expected value only if it is
	// known.
	Contradicting []wire.Expected
	// Nearest is the change that breaks the fewest rules; nil if there is a fix or no such change.
	Nearest *wire.Nearest
	// Why says what the absence of a fix means; empty if there is a fix.
	Why string
	// Searched are some of the values that the search tried, and Tried is the number of all of them.
	// Bounded means that the search reached its limit.
	Searched []wire.Searched
	Tried    int
	Bounded  bool
	// Notice says that the fixes could not be read.
	Notice *shell.ErrorPage
}

// fixRow is a field that a fix changes or leaves to the user, or the row of costs.
type fixRow struct {
	// Field is empty for the row of costs, and if the page has no such field.
	Field, Label string
	// Rule is the rule that requires the change, if no denial names this field; otherwise it is
	// empty.
	Rule  string
	Now   string
	Cells []fixCell
}

// fixCell is the effect of one fix on a field.
type fixCell struct {
	Column, Value string
	// Note follows the value. Quiet means that the fix does not change the value.
	Note  string
	Quiet bool
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

// DeniedRequest is a denied request and its evaluation, the input of [NewFixes].
type DeniedRequest struct {
	Violations []request.Violation
	Estimate   request.Estimate
	Evaluation wire.PartialEvaluation
	// Own are the organisation's rules.
	Own []profile.Rule
	// Stored is the ID of a stored request; empty for a request in the form.
	Stored string
}

// NewFixes returns the [Fixes] of a denied request.
func NewFixes(d DeniedRequest) *Fixes {
	e := d.Evaluation
	f := &Fixes{Heading: "The fix", Searched: e.Searched, Bounded: e.Bounded}
	for _, s := range e.Searched {
		f.Tried += max(s.Count, len(s.Values))
	}
	switch len(e.Alternatives) {
	case 0:
		f.Heading, f.Contradicting, f.Why = "No fix", contradicting(d), why(e)
		if e.Nearest != nil && len(e.Nearest.Changes) > 0 {
			f.Nearest = e.Nearest
		}
		return f
	case 1:
		f.single(d, e.Alternatives[0])
	default:
		f.several(e.Alternatives)
	}
	f.Rows, f.Takes, f.Does = rows(d, f.Columns), takes(d), does(d)
	if first := e.Alternatives[0]; !onlyFacts(first) {
		f.Best = f.Takes[:1]
	}
	for _, a := range e.Alternatives {
		f.Facts = append(f.Facts, Facts(a, d.Stored)...)
	}
	return f
}

// UnreadFixes returns the [Fixes] that show only the notice and no fix.
func UnreadFixes(notice *shell.ErrorPage) *Fixes { return &Fixes{Heading: "The fix", Notice: notice} }

const withoutFacts = "No fix without other facts"

func (f *Fixes) single(d DeniedRequest, a wire.Alternative) {
	f.Columns, f.Hint = []string{"Then"}, "What leads to acceptance"
	if len(a.Confirm) > 0 {
		f.Heading, f.Hint = withoutFacts, "Policy accepts the request only if these are true"
		return
	}
	if n := len(a.Changes); n > 0 {
		then := a.Estimate.Estimate()
		f.Heading = "The fix: " + shell.Count(n, "change")
		f.Hint = "Fewest changes, then lowest cost: " + shell.MonthlyCost(then)
		if m := more(d.Estimate, then); m != "" {
			f.Hint += " (" + m + ")"
		}
	}
}

func (f *Fixes) several(found []wire.Alternative) {
	f.Heading, f.Hint = fmt.Sprintf("%d fixes", len(found)), "Each leads to acceptance with the fewest changes; the cheapest is first"
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

// why returns a sentence about the absence of a fix.
func why(e wire.PartialEvaluation) string {
	switch {
	case len(e.Violations) == 0: // for example, the expiry date was too late only on the day of the record
		return "Policy would accept this request today. Send it as a new request."
	case e.Nearest == nil && len(e.Contradicting) == 0:
		return "The search for a fix ended without one. Change the fields by hand: each message says what its rule expects."
	case len(e.Contradicting) == 0:
		return "No values that were tried are accepted."
	case len(e.Contradicting) == 1:
		return "No request keeps this rule:"
	default:
		return "These rules contradict each other: no request keeps all of them."
	}
}

// contradicting returns the rules that contradict each other, with their fields. A rule has an
// expected value only if the request breaks it or the organisation owns it.
func contradicting(d DeniedRequest) []wire.Expected {
	var list []wire.Expected
	for _, id := range d.Evaluation.Contradicting {
		c := wire.Expected{PolicyID: id}
		if i := slices.IndexFunc(d.Evaluation.Rules, func(rule wire.RuleStatus) bool { return rule.PolicyID == id }); i >= 0 {
			c.Field = d.Evaluation.Rules[i].Field
		}
		if i := slices.IndexFunc(d.Violations, func(v request.Violation) bool { return v.PolicyID == id }); i >= 0 {
			c.Expected = form.Expected(d.Violations[i].Field, d.Violations[i].Expected)
		} else if i := slices.IndexFunc(d.Own, func(rule profile.Rule) bool { return rule.ID == id }); i >= 0 {
			c.Expected = form.Expected(d.Own[i].Field, d.Own[i].Expected)
		}
		list = append(list, c)
	}
	return list
}

// onlyFacts reports whether a fix changes nothing, and needs other facts.
func onlyFacts(a wire.Alternative) bool { return len(a.Changes) == 0 && len(a.Confirm) > 0 }

// takes returns a control for each fix. For a stored request it opens the form; in the form it
// fills in the changes. If a fix only leaves fields to the user, the control leads to these fields.
func takes(d DeniedRequest) []Take {
	found := d.Evaluation.Alternatives
	var list []Take
	for i, a := range found {
		if onlyFacts(a) {
			continue
		}
		use := form.Use(a.Changes)
		name := "the fix"
		if len(found) > 1 {
			name = fmt.Sprintf("fix %d", i+1)
		}
		take := Take{Text: "Apply " + name, Use: use + form.Follow(a), Quiet: i > 0 || len(a.Confirm) > 0}
		switch {
		case len(a.Confirm) > 0:
			take.Text = "Fill in the rest of " + name
		case len(found) > 1:
		case len(a.Changes) == 0:
			take.Text = "Choose in the form"
		case d.Stored == "" && len(a.Changes) > 1:
			take.Text = "Apply " + shell.Count(len(a.Changes), "change")
		}
		switch {
		case d.Stored != "":
			take.Use, take.Address = "", "/requests/new?"+url.Values{"from": {d.Stored}, "fix": {use}}.Encode()+form.Follow(a)
		case len(a.Changes) == 0 && len(a.Open) > 0:
			field := a.Open[0].Field
			take = Take{Text: "Choose " + form.Label(field), Address: "#" + field, Quiet: true}
		}
		list = append(list, take)
	}
	return list
}

// Facts returns the facts that a fix needs. In the form, each accepted value has a button. For a request that is stored
// under an ID, a link leads to the field in the form.
func Facts(a wire.Alternative, stored string) (list []Fact) {
	for _, c := range a.Confirm {
		fact := Fact{Label: strings.ToLower(form.Label(c.Field))}
		for _, value := range c.Values {
			use := form.Use([]request.Change{{Field: c.Field, To: value}})
			fact.Choices = append(fact.Choices, Take{Text: "It is " + form.InWords(c.Field, value), Use: use, Quiet: true})
		}
		if stored != "" {
			address := "/requests/new?" + url.Values{"from": {stored}}.Encode() + form.Follow(a) + "#" + c.Field
			fact.Choices = []Take{{Text: "Declare another " + fact.Label + " in the form", Address: address, Quiet: true}}
		}
		list = append(list, fact)
	}
	return list
}

// does says what happens when a reader takes a fix.
func does(d DeniedRequest) string {
	found := d.Evaluation.Alternatives
	switch {
	case onlyFacts(found[0]):
		return "A fact is yours to declare."
	case d.Stored == "" && len(found[0].Changes) == 0:
		return "Write what is yours to choose in the form."
	case d.Stored == "":
		return "Fills the changes into the form."
	case len(found) > 1:
		return "Opens the form with the changes of that fix filled in."
	case len(found[0].Changes) == 0:
		return "Opens the form with the request as it is."
	default:
		return "Opens the form with these changes filled in."
	}
}
