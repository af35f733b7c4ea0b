package terminal

import (
	"strings"

	"platform.internal/platform-core/problem"
)

// tab replaces a tab, since the tab stops of a terminal are unknown.
const tab = "    "

// window returns the part of a line that fits into columns, around the marked part between from and to. before is the
// number of columns in front of the marked part, and width its own number, at least one.
func window(line problem.SourceLine, from, to, columns int) (text string, before, width int) {
	var parts []string // the characters as they are shown
	for _, r := range strings.Split(line.Text, "") {
		if r == "\t" {
			r = tab
		}
		parts = append(parts, Line(r))
	}
	first := min(max(from-1-line.Before, 0), len(parts))
	last := min(max(to-1-line.Before, first), len(parts))
	start, end := 0, len(parts)
	cutBefore, cutBehind := line.Before > 0, line.More
	if cutBefore || cutBehind || cellsOf(parts) > columns {
		most := columns - 2 // for the two …
		for start = first; start > 0 && cellsOf(parts[start-1:first]) <= most/3; {
			start--
		}
		for end = start; end < len(parts) && cellsOf(parts[start:end+1]) <= most; {
			end++
		}
		for start > 0 && cellsOf(parts[start-1:end]) <= most { // at the end of the line there is more to show before
			start--
		}
		cutBefore, cutBehind = cutBefore || start > 0, cutBehind || end < len(parts)
	}
	text = strings.Join(parts[start:end], "")
	before = cellsOf(parts[start:first])
	width = max(1, cellsOf(parts[first:max(first, min(last, end))]))
	if cutBefore {
		text, before = "…"+text, before+1
	}
	if cutBehind {
		text += "…"
	}
	return text, before, width
}

func cellsOf(parts []string) (n int) {
	for _, part := range parts {
		n += Cells(part)
	}
	return n
}
