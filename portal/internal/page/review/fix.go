package review

import (
	"fmt"
	"slices"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/amount"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// Fixes are the ways to acceptance, the best first, or why there is none to show.
type Fixes struct {
	// Opens says what the links do.
	Heading, Hint, Opens string
	// Columns are what the fixes are called in the table.
	Columns []string
	Rows    []FixRow
	Links   []FixLink
	// Contradicting are rules that contradict each other.
	Contradicting []Contradicting
	// Why says what it means that there is no fix; empty where there is one.
	Why      string
	Searched Searched
	// Notice says that the fixes could not be read.
	Notice *shell.Notice
}

// FixRow is a field that a fix changes or leaves to a person, or what the fixes cost.
type FixRow struct {
	Label string
	// Rule is the rule that asks for a change of a field that is kept as it is; empty
	// where the page says so elsewhere.
	Rule  string
	Now   form.Text
	Cells []FixCell
}

// FixCell is what one fix does to a field.
type FixCell struct {
	Column string
	Value  form.Text
	// Note follows the value. Quiet means that the value is what it was, Differs that it
	// is not the one of the first fix.
	Note           string
	Quiet, Differs bool
}

// FixLink opens the form with the changes of a fix.
type FixLink struct{ Text, Address string }

// Contradicting is a rule among those that contradict each other, the field that it is
// about, and what it expects; empty where that is not known.
type Contradicting struct{ PolicyID, Label, Expected string }

func newFixes(v *shell.Visit, record request.Record, r readings) *Fixes {
	found := r.evaluation.Alternatives
	f := &Fixes{Heading: "The fix", Searched: newSearched(r.evaluation.Fixes), Notice: v.Notice("The fix could not be read", r.fixErr)}
	switch {
	case f.Notice != nil:
		return f
	case len(found) == 0:
		f.Heading, f.Contradicting, f.Why = "No fix", contradicting(record, r), why(r.evaluation)
		return f
	case len(found) == 1:
		f.single(found[0])
	default:
		f.several(found)
	}
	f.Rows, f.Links = fixRows(record, found, f.Columns), fixLinks(record, found)
	return f
}

func (f *Fixes) single(a api.Alternative) {
	f.Columns = []string{"Then"}
	f.Hint, f.Opens = "The changes that lead to acceptance", "Opens the form with these changes filled in."
	if len(a.Changes) == 0 {
		f.Hint, f.Opens = "What leads to acceptance", "Opens the form with the request as it is."
	}
}

func (f *Fixes) several(found []api.Alternative) {
	f.Heading, f.Hint = fmt.Sprintf("%d fixes", len(found)), "Each leads to acceptance; the cheapest is first"
	f.Opens = "Opens the form with the changes of that fix filled in."
	if slices.ContainsFunc(found, func(a api.Alternative) bool { return !a.Estimate.MonthlyTotal.Known }) {
		f.Hint += ", those with a part that has no price are last"
	}
	for i := range found {
		f.Columns = append(f.Columns, fmt.Sprintf("Fix %d", i+1))
	}
}

func fixLinks(record request.Record, found []api.Alternative) []FixLink {
	links := make([]FixLink, len(found))
	for i, a := range found {
		links[i] = FixLink{"Apply the fix", fmt.Sprintf("/requests/new?from=%s&fix=%d", record.RequestID, i+1)}
		switch {
		case len(found) > 1:
			links[i].Text = fmt.Sprintf("Apply fix %d", i+1)
		case len(a.Changes) == 0:
			links[i].Text = "Choose in the form"
		}
	}
	return links
}

// fixRows returns the fields that a fix changes or leaves to a person, in the order of
// the form, and then the costs.
func fixRows(record request.Record, found []api.Alternative, columns []string) []FixRow {
	var rows []FixRow
	for _, field := range form.All() {
		row := FixRow{Label: field.Label, Now: form.ValueOf(record.Request, field.Name)}
		touched := false
		for i, a := range found {
			cell, rule := fixCell(a, field.Name)
			cell.Column = columns[i]
			cell.Differs = i > 0 && cell.Value != row.Cells[0].Value
			touched = touched || !cell.Quiet
			if rule != "" && row.Rule == "" && !deniesField(record, field.Name) {
				row.Rule = rule
			}
			row.Cells = append(row.Cells, cell)
		}
		if touched {
			rows = append(rows, row)
		}
	}
	return append(rows, costRow(record, found, columns))
}

// fixCell returns what an alternative does to a field, and the rule that asks for it.
func fixCell(a api.Alternative, field string) (cell FixCell, rule string) {
	if i := slices.IndexFunc(a.Open, func(o api.OpenField) bool { return o.Field == field }); i >= 0 {
		return FixCell{Value: "yours to choose", Note: "Expected: " + a.Open[i].Expected}, a.Open[i].PolicyID
	}
	if i := slices.IndexFunc(a.Changes, func(c request.Change) bool { return c.Field == field }); i >= 0 {
		return FixCell{Value: form.ValueOf(a.Request, field)}, a.Changes[i].PolicyID
	}
	return FixCell{Value: "as it is", Quiet: true}, ""
}

func deniesField(record request.Record, field string) bool {
	return slices.ContainsFunc(record.Violations, func(v request.Violation) bool { return v.Field == field })
}

func costRow(record request.Record, found []api.Alternative, columns []string) FixRow {
	row := FixRow{Label: "Cost a month", Now: cost(record.Estimate)}
	for i, a := range found {
		row.Cells = append(row.Cells, FixCell{Column: columns[i], Value: cost(a.Estimate), Note: more(record.Estimate, a.Estimate)})
	}
	return row
}

func cost(e request.Estimate) form.Text {
	switch {
	case !e.KnownTotal.Known:
		return form.Text(amount.Dollars(e.KnownTotal))
	case e.AtLeast():
		return form.Text("at least USD " + amount.Dollars(e.KnownTotal))
	default:
		return form.Text("USD " + amount.Dollars(e.KnownTotal))
	}
}

// more says how an estimate differs from another one; empty where one of them is not
// known in full.
func more(now, then request.Estimate) string {
	from, to := now.MonthlyTotal, then.MonthlyTotal
	switch {
	case !from.Known || !to.Known:
		return ""
	case to.Cents < from.Cents:
		return amount.Dollars(request.Cents(from.Cents-to.Cents)) + " less than now"
	case to.Cents > from.Cents:
		return amount.Dollars(request.Cents(to.Cents-from.Cents)) + " more than now"
	default:
		return "as now"
	}
}

// elsewhere says how the first fix keeps a rule whose field it does not change; empty
// where it does, so that the advice of the rule is right.
func elsewhere(v request.Violation, found []api.Alternative) string {
	if len(found) == 0 {
		return ""
	}
	if cell, _ := fixCell(found[0], v.Field); !cell.Quiet {
		return ""
	}
	name := "The fix"
	if len(found) > 1 {
		name = "Fix 1"
	}
	for _, c := range found[0].Changes {
		if c.PolicyID == v.PolicyID {
			return name + " keeps this rule by changing " + form.Label(c.Field) + "."
		}
	}
	return name + " keeps this rule by what it changes elsewhere."
}
