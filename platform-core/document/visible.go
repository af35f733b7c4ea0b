package document

import (
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible reports whether a reader can see r. White space is visible. Control, format, surrogate, private-use and
// unassigned characters are not: they are not graphic. Neither are the graphic characters that may be drawn as nothing:
// those of Unicode's Default_Ignorable_Code_Point, and blank.
func Visible(r rune) bool {
	if r < unicode.MaxASCII {
		return r >= ' '
	}
	return unicode.IsGraphic(r) &&
		!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, blank)
}

// blank are symbols and marks that are drawn as nothing, which no property lists:
// BRAILLE PATTERN BLANK, EGYPTIAN HIEROGLYPH MIRROR HORIZONTALLY, FULL BLANK and HALF
// BLANK, KHITAN SMALL SCRIPT FILLER, MUSICAL SYMBOL NULL NOTEHEAD.
var blank = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x2800, Hi: 0x2800, Stride: 1}},
	R32: []unicode.Range32{
		{Lo: 0x13440, Hi: 0x13442, Stride: 1},
		{Lo: 0x16fe4, Hi: 0x16fe4, Stride: 1},
		{Lo: 0x1d159, Hi: 0x1d159, Stride: 1},
	},
}

// ASCII reports whether text has only printable characters of ASCII.
func ASCII(text string) bool {
	at := 0
	for at+8 <= len(text) && printable8(text[at:]) {
		at += 8
	}
	for ; at < len(text); at++ {
		if text[at] < ' ' || text[at] >= unicode.MaxASCII {
			return false
		}
	}
	return true
}

// Hidden returns the first character of text that is neither [Visible] nor in besides, and its offset in bytes; -1 if
// there is none. A byte that is not UTF-8 is hidden, and returned as [utf8.RuneError].
func Hidden(text, besides string) (at int, r rune) {
	for at < len(text) {
		if at+8 <= len(text) && printable8(text[at:]) {
			at += 8
			continue
		}
		r, size := utf8.DecodeRuneInString(text[at:])
		if r == utf8.RuneError && size == 1 || !Visible(r) && !strings.ContainsRune(besides, r) {
			return at, r
		}
		at += size
	}
	return -1, 0
}

// AllVisible reports whether every character of a text is [Visible].
func AllVisible(text string) bool {
	at, _ := Hidden(text, "")
	return at < 0
}

// Stacked returns the offset of the first combining mark beyond most in a row; -1 if there is none. A spacing mark (Mc)
// ends the row.
func Stacked(text string, most int) (at int) {
	const first = '\u0300'
	row := 0
	for at, r := range text {
		if r < first || !unicode.In(r, unicode.Mn, unicode.Me) {
			row = 0
		} else if row++; row > most {
			return at
		}
	}
	return -1
}

const ones, highs = 0x0101010101010101, 0x8080808080808080

// printable8 reports whether each of eight bytes is a printable character of ASCII. Every document and every answer of
// an adapter passes this test. The high bit of a byte is set in the word if the test fails for the byte.
func printable8(b string) bool {
	w := binary.LittleEndian.Uint64([]byte(b[:8]))
	return (w|(w-ones*' ')|(w+ones))&highs == 0
}
