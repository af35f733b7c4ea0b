package terminal

import (
	"cmp"
	"fmt"
	"strings"

	"platform.internal/platform-core/problem"
)

// MostShown is the maximum number of diagnostics that are shown for one file.
const MostShown = 20

// Diagnostic is one fault of a document, to be shown.
type Diagnostic struct {
	File string
	// Line and Column are its place, from 1; 0 if unknown. End is the column behind the marked part, on the same line; 0
	// for one character.
	Line, Column, End int
	// Source is the line, or a part of it.
	Source problem.SourceLine
	// Code is the ID of a rule, or the code of a fault.
	Code    string
	Message string
	// Write is the text to write instead of the marked part; empty if unknown.
	Write string
}

// Compare sorts diagnostics by file and place. Those without a line come last in their file.
func (d Diagnostic) Compare(other Diagnostic) int {
	return cmp.Or(
		cmp.Compare(d.File, other.File),
		cmp.Compare(uint(d.Line-1), uint(other.Line-1)), // line 0 becomes the highest
		cmp.Compare(d.Column, other.Column),
	)
}

// FileName returns the name of a file for users; "-" is standard input.
func FileName(path string) string {
	if path == "-" {
		return "standard input"
	}
	return path
}

// Lines returns the lines of a diagnostic. They are safe to show and fit the terminal.
func (d Diagnostic) Lines() []string {
	var head strings.Builder
	head.WriteString(FileName(d.File) + ":")
	for _, n := range []int{d.Line, d.Column} {
		if n > 0 {
			fmt.Fprintf(&head, "%d:", n)
		}
	}
	fmt.Fprintf(&head, " %s: %s", d.Code, d.Message)
	lines := append(Wrap(head.String()), d.marked()...)
	if d.Write != "" {
		lines = append(lines, "  write: "+Line(d.Write))
	}
	return lines
}

// marked returns the line of the document and, below it, the mark.
func (d Diagnostic) marked() []string {
	if d.Column == 0 || d.Source.Text == "" {
		return nil
	}
	number := fmt.Sprintf("%3d", d.Line)
	const between = " | "
	text, before, width := window(d.Source, d.Column, max(d.End, d.Column+1), Columns()-len(number)-len(between))
	gutter := strings.Repeat(" ", len(number))
	return []string{
		strings.TrimRight(number+between+text, " "),
		gutter + between + strings.Repeat(" ", before) + strings.Repeat("^", width),
	}
}
