package requestfix

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-cli/internal/decision"
	"platform.internal/platform-cli/internal/edit"
	"platform.internal/platform-cli/internal/input"
	"platform.internal/platform-core/diagnostic"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/terminal"
)

// text says to a person what the fix changes in the file and what it costs, and what the
// other alternatives are.
func (f *fixed) text() []string {
	if f.Record.Decision == request.Accepted {
		return f.Text()
	}
	lines := f.Denial()
	if len(f.Alternatives) == 0 {
		return append(lines, decision.NoFixLines(f.Record, f.Fixes)...)
	}
	a := f.Alternatives[f.chosen]
	lines = append(lines, decision.OpenLines(a)...)
	if len(a.Changes) > 0 {
		lines = append(lines, terminal.Wrap(f.title(f.chosen)+". Cost a month: "+costs(service.CostOf(f.Record.Estimate), a.Estimate)+".")...)
		lines = append(lines, f.changed()...)
		lines = append(lines, f.reasons()...)
	}
	for i := range f.Alternatives {
		if i != f.chosen {
			lines = append(lines, terminal.Wrap(fmt.Sprintf("%s, %s a month: %s.", f.title(i), cost(f.Alternatives[i].Estimate), f.differs(i)))...)
		}
	}
	if f.Bounded {
		lines = append(lines, "The search ended at its limit: there may be a shorter way.")
	}
	return append(lines, terminal.Wrap(f.next())...)
}

func (f *fixed) title(i int) string {
	return fmt.Sprintf("Fix %d of %d", i+1, len(f.Alternatives))
}

// changed says what the fix changes: the lines of the file, or the fields where a line is
// too long to show, such as the only one of a compact document, or nothing can be written.
func (f *fixed) changed() (lines []string) {
	if !f.whole() || f.edits[f.chosen].unusual {
		return f.changedFields()
	}
	for _, line := range edit.Lines(f.Source.Data, f.edits[f.chosen].list) {
		text := shown(line)
		if !terminal.Fits(text) {
			return f.changedFields()
		}
		lines = append(lines, terminal.Line(text))
	}
	return lines
}

// reasons names the rules that the file does not break, and for which a field changes: the
// other changes would break them.
func (f *fixed) reasons() (lines []string) {
	for _, c := range f.Alternatives[f.chosen].Changes {
		if !slices.ContainsFunc(f.Record.Violations, func(v request.Violation) bool { return v.PolicyID == c.PolicyID }) {
			lines = append(lines, terminal.Wrap(fmt.Sprintf("The other changes need %s too, for %s.", c.Field, c.PolicyID))...)
		}
	}
	return lines
}

func (f *fixed) changedFields() (lines []string) {
	for _, c := range f.Alternatives[f.chosen].Changes {
		lines = append(lines, terminal.Wrap(fmt.Sprintf("  %s: %s -> %s", c.Field, orNone(c.From), orNone(c.To)))...)
	}
	return lines
}

func orNone(v request.Value) string { return cmp.Or(v.String(), "none") }

// shown is a changed line for a terminal. A tab is shown as two spaces, not as its escape.
func shown(line edit.Line) string {
	sign := "-"
	if line.Added {
		sign = "+"
	}
	return fmt.Sprintf("%5d %s %s", line.Number, sign, strings.ReplaceAll(line.Text, "\t", "  "))
}

// differs says which changes of another alternative are not those of the chosen one, and
// which of these it does not have.
func (f *fixed) differs(i int) string {
	other, chosen := f.Alternatives[i], f.Alternatives[f.chosen]
	text := strings.Join(without(other, chosen), ", ")
	if left := without(chosen, other); len(left) > 0 {
		text += " instead of " + strings.Join(left, ", ")
	}
	return text
}

// without returns the changes of an alternative, and what it leaves to a person, that
// another one does not have.
func without(a, other service.Alternative) (list []string) {
	for _, c := range a.Changes {
		if !slices.ContainsFunc(other.Changes, func(o request.Change) bool { return o.Field == c.Field && o.To == c.To }) {
			list = append(list, c.Field+" "+orNone(c.To))
		}
	}
	for _, open := range a.Open {
		if !slices.ContainsFunc(other.Open, func(o service.OpenField) bool { return o.Field == open.Field }) {
			list = append(list, "another "+open.Field)
		}
	}
	return slices.Compact(list) // a field may be open for several rules
}

// next says what was done, or what to type.
func (f *fixed) next() string {
	switch {
	case f.written:
		return "Written into " + diagnostic.FileName(f.File) + "."
	case !f.whole():
		return "Nothing is written, as a person has to choose."
	case f.edits[f.chosen].unusual:
		return "Write it by hand: " + diagnostic.FileName(f.File) + " has a form that --write does not edit."
	case f.File == input.Stdin && len(f.Alternatives) == 1:
		return "Without -o text, the member document has the document with the fix."
	case f.File == input.Stdin:
		return "--alternative takes another; without -o text, the member document has the document with the fix."
	case len(f.Alternatives) == 1:
		return "--write writes it into " + diagnostic.FileName(f.File) + "."
	default:
		return "--write writes it into " + diagnostic.FileName(f.File) + "; --alternative takes another."
	}
}

// costs says what an environment costs before and after.
func costs(before, after service.Cost) string {
	if before == after {
		return cost(before) + " before and after"
	}
	return cost(before) + " before, " + cost(after) + " after"
}

// cost returns what an estimate comes to.
func cost(c service.Cost) string {
	switch {
	case !c.KnownTotal.Known:
		return "unknown"
	case !c.MonthlyTotal.Known:
		return "at least " + c.KnownTotal.String() + " " + c.Currency
	default:
		return c.KnownTotal.String() + " " + c.Currency
	}
}
