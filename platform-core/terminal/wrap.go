package terminal

import "strings"

// Wrap returns text as lines that fit a terminal and are safe to show. It breaks only at spaces, so a long word such
// as a path stays whole. Further lines are indented by two more columns.
func Wrap(text string) []string {
	text = Line(text)
	if Fits(text) {
		return []string{text}
	}
	sentence := strings.TrimLeft(text, " ")
	indent, words := text[:len(text)-len(sentence)], strings.Split(sentence, " ")
	lines, line := []string{}, indent+words[0]
	for _, word := range words[1:] {
		if Cells(line)+1+Cells(word) > Columns() {
			lines, line = append(lines, line), indent+"  "+word
			continue
		}
		line += " " + word
	}
	return append(lines, line)
}

// Fits reports whether text fits a terminal, as [Line] shows it.
func Fits(text string) bool { return Cells(Line(text)) <= Columns() }
