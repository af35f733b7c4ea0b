package requestdiff

import (
	"strings"
	"unicode/utf8"

	"platform.internal/platform-core/terminal"
)

// Lines returns the unified diff with escaped lines of at most width characters. It cuts a longer
// line around its first difference from the opposite line, and writes "…" for the rest.
func (a ArtifactChange) Lines(width int) []string {
	lines := make([]string, len(a.lines))
	for i, line := range a.lines {
		lines[i] = terminal.Line(line)
	}
	for i := 0; i < len(lines); {
		removed, added := runLength(lines[i:], "-"), 0
		if removed > 0 {
			added = runLength(lines[i+removed:], "+")
		}
		for k := range min(removed, added) {
			fit(&lines[i+k], &lines[i+removed+k], width)
		}
		i += max(removed+added, 1)
	}
	for i := range lines {
		lines[i] = window(lines[i], 0, width)
	}
	return lines
}

// runLength returns the number of lines at the start that begin with the sign.
func runLength(lines []string, sign string) (n int) {
	for n < len(lines) && strings.HasPrefix(lines[n], sign) {
		n++
	}
	return n
}

// before is the number of characters that are shown before a difference.
const before = 24

// fit cuts two lines to a window around their first difference.
func fit(a, b *string, width int) {
	at := 0
	for rest := min(len(*a), len(*b)); at+1 < rest && (*a)[at+1] == (*b)[at+1]; {
		at++
	}
	from := utf8.RuneCountInString((*a)[:at]) - before
	*a, *b = window(*a, from, width), window(*b, from, width)
}

// window returns the sign of a line and at most width characters, from the given character.
func window(line string, from, width int) string {
	if utf8.RuneCountInString(line) <= width {
		return line
	}
	characters := []rune(line)
	sign, rest := characters[0], characters[1:]
	from = max(0, min(from, len(rest)-width+3))
	text := []rune{sign}
	if from > 0 {
		text = append(text, '…')
		rest = rest[from:]
	}
	if left := width - len(text); len(rest) > left {
		rest = append(rest[:left-1:left-1], '…')
	}
	return string(append(text, rest...))
}
