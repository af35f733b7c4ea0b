package picture

import (
	"strings"
	"unicode"
)

// font is a size of text in pixels, and how heavy it is.
type font struct {
	size   int
	strong bool
}

var (
	kindFont = font{12, true}
	nameFont = font{11, false}
	pillFont = font{10, false}
)

// Widths of a character in hundredths of its size. They are those of the widest
// sans-serif that pages are shown in (DejaVu Sans), so text fits in any.
const (
	narrowWidth = 34
	slimWidth   = 42
	smallWidth  = 64
	largeWidth  = 78
	widestWidth = 100
	strongPart  = 116
)

func character(r rune) int {
	switch {
	case strings.ContainsRune("ijlI.,:;'|!", r):
		return narrowWidth
	case strings.ContainsRune("frt ()[]/-", r):
		return slimWidth
	case strings.ContainsRune("mwMW@%", r), r > unicode.MaxASCII:
		return widestWidth
	case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '_':
		return smallWidth
	default:
		return largeWidth
	}
}

// width returns how wide the text is at most, in pixels.
func (f font) width(text string) int {
	sum := 0
	for _, r := range text {
		sum += character(r)
	}
	if f.strong {
		sum = sum * strongPart / 100
	}
	return (sum*f.size + 99) / 100
}

// most is how many lines a text has at most.
const most = 3

// lines breaks text into a few lines. What is longer loses its middle: a picture
// has no room to scroll, and names differ at the end.
func (f font) lines(text string, width int) []string {
	var list []string
	rest := text
	for len(list) < most-1 && f.width(rest) > width {
		at := f.lastBreak(rest, width)
		if at == 0 {
			break
		}
		list = append(list, strings.TrimSpace(rest[:at]))
		rest = rest[at:]
	}
	return append(list, f.shortened(strings.TrimSpace(rest), width))
}

// fewest is how many characters a line has that is not the first: a lone digit
// says little.
const fewest = 4

// lastBreak returns where the line ends that fits: after a mark that joins words,
// or before a capital in the middle of one. It is zero where there is none.
func (f font) lastBreak(text string, width int) int {
	last, before := 0, ' '
	for at, r := range text {
		if f.width(strings.TrimSpace(text[:at])) > width {
			break
		}
		joined := strings.ContainsRune(" -_./", before) || unicode.IsLower(before) && unicode.IsUpper(r)
		if joined && len(text)-at >= fewest {
			last = at
		}
		before = r
	}
	return last
}

// shortened returns as much of the text as fits, with a third of it from the
// start.
func (f font) shortened(text string, width int) string {
	if f.width(text) <= width {
		return text
	}
	runes := []rune(text)
	for n := min(len(runes)-1, width); n > 1; n-- {
		head := n / 3
		short := string(runes[:head]) + "…" + string(runes[len(runes)-(n-head):])
		if f.width(short) <= width {
			return short
		}
	}
	return "…"
}
