package terminal

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line returns text as one line: every character that does not print, a line
// break included, is written as its escape. So no value can add a line of its
// own to what a person reads.
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

// shown returns how Line writes a character.
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
