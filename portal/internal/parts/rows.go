package parts

import (
	"cmp"
	"slices"
	"strings"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// rows returns a row for each field that a fix changes or leaves to the user, in the order of the
// form. The row of costs is last.
func rows(d DeniedRequest, columns []string) []fixRow {
	var rows []fixRow
	found := d.Evaluation.Alternatives
	for _, field := range form.All() {
		row := fixRow{Field: field.Name, Label: field.Label, Now: now(found[0], field.Name)}
		touched := false
		for i, a := range found {
			cell, rule := cellOf(a, field.Name)
			cell.Column = columns[i]
			touched = touched || !cell.Quiet
			if rule != "" && row.Rule == "" && !deniesField(d.Violations, field.Name) {
				row.Rule = rule
			}
			row.Cells = append(row.Cells, cell)
		}
		if touched {
			rows = append(rows, row)
		}
	}
	return append(rows, costRow(d, columns))
}

// now returns the value of the field before the fix.
func now(a wire.Alternative, field string) string {
	if i := changeOf(a, field); i >= 0 {
		return form.InWords(field, a.Changes[i].From)
	}
	return form.ValueOf(a.Request, field)
}

// changeOf returns the index of the change of a field, or a negative number if there is none.
func changeOf(a wire.Alternative, field string) int {
	return slices.IndexFunc(a.Changes, func(c request.Change) bool { return c.Field == field })
}

// cellOf returns the effect of a fix on a field, and the rule that requires it.
func cellOf(a wire.Alternative, field string) (cell fixCell, rule string) {
	var expected []string
	for _, o := range a.Open { // one entry for each rule about the field
		if o.Field == field {
			expected, rule = append(expected, form.Expected(field, o.Expected)), cmp.Or(rule, o.PolicyID)
		}
	}
	if len(expected) > 0 {
		return fixCell{Value: "yours to choose", Note: "Expected: " + strings.Join(expected, "; ")}, rule
	}
	for _, c := range a.Confirm {
		if c.Field == field {
			words := make([]string, len(c.Values))
			for i, v := range c.Values {
				words[i] = form.InWords(field, v)
			}
			return fixCell{Value: "another, if it is true", Note: "Accepted: " + strings.Join(words, ", ")}, ""
		}
	}
	if i := changeOf(a, field); i >= 0 {
		return fixCell{Value: form.ValueOf(a.Request, field)}, a.Changes[i].PolicyID
	}
	return fixCell{Value: "as it is", Quiet: true}, ""
}

func deniesField(violations []request.Violation, field string) bool {
	return slices.ContainsFunc(violations, func(v request.Violation) bool { return v.Field == field })
}

func costRow(d DeniedRequest, columns []string) fixRow {
	row := fixRow{Label: "Cost a month", Now: shell.Cost(d.Estimate)}
	for i, a := range d.Evaluation.Alternatives {
		then := a.Estimate.Estimate()
		row.Cells = append(row.Cells, fixCell{Column: columns[i], Value: shell.Cost(then), Note: more(d.Estimate, then)})
	}
	return row
}

// more returns the difference between two estimates with its sign, or "as now". It returns an empty text if one of
// them is not completely known.
func more(now, then request.Estimate) string {
	from, to := now.MonthlyTotal, then.MonthlyTotal
	if !from.Known || !to.Known {
		return ""
	}
	if from == to {
		return "as now"
	}
	return signed(to.Minus(from))
}

// ByCost returns the items of an estimate, the highest cost first.
func ByCost(items []request.EstimateItem) []request.EstimateItem {
	return slices.SortedStableFunc(slices.Values(items), func(a, b request.EstimateItem) int {
		return cmp.Compare(b.MonthlyCost.Cents, a.MonthlyCost.Cents)
	})
}
