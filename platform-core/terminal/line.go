package terminal

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line returns text as one line. It escapes every character that does not print, also line breaks, so that no value
// adds a line to the output.
func Line(text string) string {
	if !strings.ContainsFunc(text, hidden) && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for _, character := range strings.Split(text, "") {
		b.WriteString(shown(character))
	}
	return b.String()
}

// hidden reports whether r does not print: controls, direction marks, zero-width
// characters, line separators, unassigned characters.
func hidden(r rune) bool { return !unicode.IsPrint(r) }

// shown returns a character as [Line] writes it.
func shown(character string) string {
	switch r, _ := utf8.DecodeRuneInString(character); {
	case !utf8.ValidString(character):
		return `\x` + strconv.FormatUint(uint64(character[0]), 16)
	case hidden(r):
		quoted := strconv.QuoteRuneToASCII(r)
		return quoted[1 : len(quoted)-1]
	default:
		return character
	}
}
