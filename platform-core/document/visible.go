package document

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible reports whether r can be seen: assigned, and neither a control, a
// bidirectional control, a zero-width character nor for private use. Control,
// format, surrogate, private-use and unassigned characters are not graphic;
// the other characters that may be drawn as nothing (Unicode's
// Default_Ignorable_Code_Point) are listed by the two properties.
func Visible(r rune) bool {
	if r < unicode.MaxASCII {
		return r >= ' '
	}
	return visible(r)
}

func visible(r rune) bool {
	const blankBraille = '\u2800' // a symbol that is drawn as a space
	return unicode.IsGraphic(r) && r != blankBraille &&
		!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// Hidden returns the first character of text that is not Visible, nor one of
// besides, and the byte at which it is; -1 where there is none. A byte that is not
// UTF-8 is hidden, as utf8.RuneError.
func Hidden[T string | []byte](text T, besides string) (at int, r rune) {
	for at := range len(text) { // most texts are ASCII
		b := text[at]
		if b >= ' ' && b < unicode.MaxASCII || b < ' ' && strings.IndexByte(besides, b) >= 0 {
			continue
		}
		if hidden, r := hidden(string(text[at:]), besides); hidden >= 0 {
			return at + hidden, r
		}
		break
	}
	return -1, 0
}

func hidden(text, besides string) (at int, r rune) {
	for at, r := range text {
		broken := r == utf8.RuneError && !strings.HasPrefix(text[at:], string(utf8.RuneError))
		if broken || !Visible(r) && !strings.ContainsRune(besides, r) {
			return at, r
		}
	}
	return -1, 0
}
