package terminal

import (
	"fmt"
	"strings"

	"platform.internal/platform-core/problem"
)

// MostShown bounds what is shown of one file: nobody corrects more at once.
const MostShown = 20

// Diagnostic is one thing that is wrong with a document.
type Diagnostic struct {
	File string
	// Line and Column are where, from 1; 0 where that is not known. End is the column behind
	// the part that is meant, on the same line; 0 for one character.
	Line, Column, End int
	// Source is the line, or what is shown of it.
	Source problem.SourceLine
	// Code is the ID of a rule, or the code of a fault.
	Code    string
	Message string
	// Write is what to write in the place of the part; empty where that is not known.
	Write string
}

// FileName returns what a person calls a file; "-" is standard input.
func FileName(path string) string {
	if path == "-" {
		return "standard input"
	}
	return path
}

// Lines returns the lines of a diagnostic, each safe to show. They fit the terminal.
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
