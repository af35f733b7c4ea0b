package edit

import (
	"bytes"
	"strings"
)

// Line is a line that an edit removes or adds. Its number is the one before or after the edit.
type Line struct {
	Number int
	Added  bool
	Text   string
}

// Lines returns the lines that the replacements change. For each place it returns the removed lines
// first, then the added ones.
func Lines(data []byte, list []Replacement) (lines []Line) {
	added := 0 // lines that the earlier edits add
	for len(list) > 0 {
		start := bytes.LastIndexByte(data[:list[0].Start], '\n') + 1
		at, end := start, start
		var text []byte
		for first := true; first || len(list) > 0 && list[0].Start < end; first = false {
			r := list[0]
			list = list[1:]
			text = append(append(text, data[at:r.Start]...), r.Text...)
			at, end = r.End, len(data)
			last := max(r.End-1, r.Start) // an offset in the last line that changes
			if i := bytes.IndexByte(data[last:], '\n'); i >= 0 {
				end = last + i + 1
			}
		}
		before, after := split(data[start:end]), split(append(text, data[at:end]...))
		grown := len(after) - len(before)
		number := bytes.Count(data[:start], []byte("\n")) + 1
		for len(before) > 0 && len(after) > 0 && before[0] == after[0] {
			before, after, number = before[1:], after[1:], number+1
		}
		for len(before) > 0 && len(after) > 0 && before[len(before)-1] == after[len(after)-1] {
			before, after = before[:len(before)-1], after[:len(after)-1]
		}
		for i, text := range before {
			lines = append(lines, Line{number + i, false, text})
		}
		for i, text := range after {
			lines = append(lines, Line{number + added + i, true, text})
		}
		added += grown
	}
	return lines
}

// split returns the lines of a text without their breaks.
func split(text []byte) (lines []string) {
	for line := range strings.Lines(string(text)) {
		lines = append(lines, strings.TrimRight(line, "\r\n"))
	}
	return lines
}
