package requestfix

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/difference"
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
	before, after := 0, 0 // numbers of the next line in the file and in the fixed file
	show := func(number *int, line string) {
		text := strings.ReplaceAll(strings.TrimRight(line[1:], "\r\n"), "\t", "  ")
		lines = append(lines, fmt.Sprintf("%5d %c %s", *number, line[0], text))
		*number++
	}
	for line := range strings.Lines(difference.Hunks(string(f.Source.Data), string(f.apply(f.Index)))) {
		switch line[0] {
		case '@':
			_, _ = fmt.Sscanf(line, "@@ -%d", &before)
			_, _ = fmt.Sscanf(line[strings.IndexByte(line, '+'):], "+%d", &after)
		case '-':
			show(&before, line)
		case '+':
			show(&after, line)
		case ' ':
			before, after = before+1, after+1
		}
	}
	if slices.ContainsFunc(lines, func(line string) bool { return !terminal.Fits(line) }) {
		return nil
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
