package requestfix

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-cli/internal/decision"
	"platform.internal/platform-cli/internal/edit"
	"platform.internal/platform-cli/internal/input"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/terminal"
	"platform.internal/platform-core/wire"
)

// text says to a person what the fix changes in the file and what it costs, and what the
// other alternatives are.
func (f *fixed) text() []string {
	if f.Record.Decision == request.Accepted {
		return f.Text()
	}
	lines := f.Denial()
	if len(f.Alternatives) == 0 {
		return append(lines, f.NoFixLines()...)
	}
	a := f.Alternatives[f.chosen]
	lines = append(lines, decision.PersonLines(a)...)
	if len(a.Changes) > 0 {
		lines = append(lines, terminal.Wrap(f.title(f.chosen)+". Cost a month: "+costs(wire.CostOf(f.Record.Estimate), a.Estimate)+".")...)
		lines = append(lines, f.changed()...)
		lines = append(lines, f.reasons()...)
	}
	for i := range f.Alternatives {
		if i != f.chosen {
			lines = append(lines, terminal.Wrap(fmt.Sprintf("%s, %s a month: %s.", f.title(i), decision.Cost(f.Alternatives[i].Estimate), decision.Differs(f.Alternatives[i], a)))...)
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
// other changes would break them. A fact that was confirmed changes for no rule.
func (f *fixed) reasons() (lines []string) {
	for _, c := range f.Alternatives[f.chosen].Changes {
		if c.PolicyID != "" && !slices.ContainsFunc(f.Record.Violations, func(v request.Violation) bool { return v.PolicyID == c.PolicyID }) {
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

// next says what was done, or what to type.
func (f *fixed) next() string {
	switch {
	case f.written:
		return "Written into " + terminal.FileName(f.File) + "."
	case len(f.Alternatives[f.chosen].Confirm) > 0:
		return "Nothing is written. If other facts are true, add " + f.confirmFlags() + "."
	case !f.whole():
		return "Nothing is written, as a person has to choose."
	case f.edits[f.chosen].unusual:
		return "Write it by hand: " + terminal.FileName(f.File) + " has a form that --write does not edit."
	case f.File == input.Stdin && len(f.Alternatives) == 1:
		return "Without -o text, the member document has the document with the fix."
	case f.File == input.Stdin:
		return "--alternative takes another; without -o text, the member document has the document with the fix."
	case len(f.Alternatives) == 1:
		return "--write writes it into " + terminal.FileName(f.File) + "."
	default:
		return "--write writes it into " + terminal.FileName(f.File) + "; --alternative takes another."
	}
}

// costs says what an environment costs before and after.
func costs(before, after wire.Cost) string {
	if before == after {
		return decision.Cost(before) + " before and after"
	}
	return decision.Cost(before) + " before, " + decision.Cost(after) + " after"
}
