package terminal

import (
	"regexp"
	"strings"
)

// command matches a command of the platform in a sentence.
var command = regexp.MustCompile("`platform [^`]*`|platform-[a-z]+ --help")

// unbroken replaces the spaces in a command, which stays on one line so that a user can copy it.
const unbroken = "\x00"

// Wrap returns text as lines that fit a terminal and are safe to show. It breaks only at spaces, so a long word such
// as a path stays whole, and not in a command in backticks. Further lines are indented by two more columns.
func Wrap(text string) []string {
	text = Line(text)
	if Fits(text) {
		return []string{text}
	}
	text = command.ReplaceAllStringFunc(text, func(c string) string { return strings.ReplaceAll(c, " ", unbroken) })
	sentence := strings.TrimLeft(text, " ")
	indent, words := text[:len(text)-len(sentence)], strings.Split(sentence, " ")
	lines, line := []string{}, indent+words[0]
	for _, word := range words[1:] {
		if Cells(line)+1+Cells(word) > Columns() {
			lines, line = append(lines, strings.ReplaceAll(line, unbroken, " ")), indent+"  "+word
			continue
		}
		line += " " + word
	}
	return append(lines, strings.ReplaceAll(line, unbroken, " "))
}

// Fits reports whether text fits a terminal, as [Line] shows it.
func Fits(text string) bool { return Cells(Line(text)) <= Columns() }
