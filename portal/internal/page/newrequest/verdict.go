package newrequest

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// verdict is the policy verdict on the current request, which may be incomplete.
type verdict struct {
	Badge shell.Badge
	Text  string
	// Fields are the fields that Text is about.
	Fields []form.Item
	// Ways is the link text for the fixes; empty if there are none to show.
	Ways string
	// Bar is nil if there is no estimate.
	Bar *form.Bar
	// Prices are the lines of the receipt, and PriceNote is about them; empty for none.
	Prices    []price
	PriceNote string
}

// Lead returns the start of Text that a line next to the badge omits.
func (v verdict) Lead() string { return v.Text[:strings.Index(v.Text, ": ")+1] }

// Rest returns Text without the Lead.
func (v verdict) Rest() string { return strings.TrimPrefix(v.Text, v.Lead()) }

// price is the cost of an item in USD a month.
type price struct{ Item, Cost string }

// newVerdict returns the [verdict]. budget is in whole US dollars, 0 if none is entered yet.
func newVerdict(feedback form.Feedback, budget int64) verdict {
	open := shell.Calm("new", "Open")
	e := feedback.Known
	switch {
	case e == nil:
		return verdict{Badge: open, Text: unread(feedback)}
	case !api.Understood(*e):
		return verdict{Badge: parts.NotUnderstood.Badge(0), Text: "" +
			"The platform's answer is not one that this portal understands. " +
			"Submit the request, or use a portal of the same release."}
	}
	v := verdict{PriceNote: form.PriceNote(e.Advisories)}
	if e.Estimate != nil {
		bar := form.NewBar(*e.Estimate, budget)
		v.Bar, v.Prices = &bar, prices(*e.Estimate)
	}
	switch e.Verdict {
	case wire.VerdictAccepted:
		v.Badge, v.Text = shell.Accepted(len(e.Exceptions)), accepted(*e)+"."
	case wire.VerdictDenied:
		v.Badge, v.Text, v.Fields = shell.Bad("Denied"), denied(*e)+".", toDo(*e)
		if !e.Readable() {
			return v
		}
		v.Ways = ways(e.Fixes)
	default:
		v.Badge, v.Fields = open, toDo(*e)
		v.Text = "No policy problems so far: " + counted("", *e) + "."
	}
	return v
}

// prices returns the items with the highest cost, the sum of the other ones, and the total. Equal items are one line.
func prices(e request.Estimate) (list []price) {
	const most = 4
	var lines []request.EstimateItem
	times := map[string]int{}
	for _, item := range e.Items {
		if !item.Counted() {
			continue
		}
		at := slices.IndexFunc(lines, func(l request.EstimateItem) bool { return l.Item == item.Item })
		if at < 0 {
			lines = append(lines, item)
		} else {
			lines[at].MonthlyCost = lines[at].MonthlyCost.Plus(item.MonthlyCost)
		}
		times[item.Item]++
	}
	more, rest := 0, request.Cents(0)
	for i, line := range parts.ByCost(lines) {
		if i >= most {
			more++
			rest.Cents += line.MonthlyCost.Cents
			continue
		}
		name := line.Item
		if n := times[name]; n > 1 {
			name = fmt.Sprintf("%d x %s", n, name)
		}
		list = append(list, price{name, line.MonthlyCost.String()})
	}
	if more > 0 {
		list = append(list, price{shell.Count(more, "more item"), rest.String()})
	}
	return append(list, price{"Total", shell.Cost(e)})
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
	items := form.ToChange(e.Denials(), e.Alternatives)
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
		return "Policy would deny this request: there is no fix"
	}
	toChange := slices.DeleteFunc(form.ToChange(e.Denials(), e.Alternatives), func(item form.Item) bool {
		return slices.Contains(e.Missing, item.Field)
	})
	return "Policy would deny this request: " + counted(shell.Count(len(toChange), "thing")+" to change", e)
}

// ways returns the link text for the fixes.
func ways(f wire.Fixes) string {
	switch n := len(f.Alternatives); {
	case n == 0:
		return "Why there is no fix"
	case len(f.Alternatives[0].Confirm) > 0:
		return "Accepted only with other facts"
	case n == 1:
		return "Review the suggested fix"
	default:
		return fmt.Sprintf("Review the %d suggested fixes", len(f.Alternatives))
	}
}
