package requestfix

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-cli/internal/edit"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/terminal"
	"platform.internal/platform-core/wire"
)

// text returns the changed lines of the file, the cost of the fix, and the other alternatives.
func (f *fixed) text() []string {
	if f.Record.Decision == request.Accepted {
		return f.Text()
	}
	return prose.Lines("fixes", f)
}

// Chosen returns the chosen alternative.
func (f *fixed) Chosen() wire.Alternative { return f.Alternatives[f.Index] }

// IsUnusual reports whether the document has a form that is not edited.
func (f *fixed) IsUnusual() bool { return f.edits[f.Index].unusual }

// Before returns the cost of the request before the fix.
func (f *fixed) Before() wire.Cost { return wire.CostOf(f.Record.Estimate) }

// Title returns the title of an alternative.
func (f *fixed) Title(i int) string { return fmt.Sprintf("Fix %d of %d", i+1, len(f.Alternatives)) }

// ChangedLines returns the lines of the file that the fix changes. It returns none if a line is too
// long to show or if nothing can be written.
func (f *fixed) ChangedLines() (lines []string) {
	if !f.whole() || f.IsUnusual() {
		return nil
	}
	for _, line := range edit.Lines(f.Source.Data, f.edits[f.Index].list) {
		text := shown(line)
		if !terminal.Fits(text) {
			return nil
		}
		lines = append(lines, text)
	}
	return lines
}

// Besides returns the changes for rules that the file satisfies. The other changes would break
// these rules. Confirmed facts are not included.
func (f *fixed) Besides() (list []request.Change) {
	for _, c := range f.Chosen().Changes {
		if c.PolicyID != "" && !slices.ContainsFunc(f.Record.Violations,
			func(v request.Violation) bool { return v.PolicyID == c.PolicyID }) {
			list = append(list, c)
		}
	}
	return list
}

// shown returns a changed line for a terminal, with two spaces for each tab.
func shown(line edit.Line) string {
	sign := "-"
	if line.Added {
		sign = "+"
	}
	return fmt.Sprintf("%5d %s %s", line.Number, sign, strings.ReplaceAll(line.Text, "\t", "  "))
}
