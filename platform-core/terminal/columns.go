package terminal

import (
	"io"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
	"golang.org/x/text/width"
)

// Width is the default width of a terminal, and the width of other outputs.
const Width = 80

// The minimum and the maximum of columns at which lines are wrapped. Prose in longer lines is hard to read.
const (
	minColumns = 40
	maxColumns = 120
)

// columns is the width of the terminal that this process writes to; 0 for none.
var columns atomic.Int64

// ColumnsOf returns the width of a terminal, or 0 for another stream.
func ColumnsOf(stream io.Writer) int {
	file, ok := stream.(interface{ Fd() uintptr })
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return 0
	}
	columns, _, err := term.GetSize(int(file.Fd()))
	if err != nil || columns <= 0 { // the terminal does not report its width
		return Width
	}
	return columns
}

// SetColumns says how wide the terminal is that the process writes to; 0 for no terminal.
func SetColumns(n int) {
	if n > 0 {
		n = max(minColumns, min(n, maxColumns))
	}
	columns.Store(int64(n))
}

// Columns returns how wide a line may be.
func Columns() int {
	if n := columns.Load(); n > 0 {
		return int(n)
	}
	return Width
}

// Cells returns the number of columns of text in a terminal: two for a wide character, as in Chinese, none for a
// combining mark.
func Cells(text string) (n int) {
	for _, r := range text {
		n += cells(r)
	}
	return n
}

// emoji are the characters beyond the first plane that terminals draw wide.
const emoji = '\U0001F300'

func cells(r rune) int {
	switch {
	case r < utf8.RuneSelf:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case r >= emoji && r <= '\U0001FAFF':
		return 2
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	default:
		return 1
	}
}

// Pad returns text with spaces behind it, in n columns.
func Pad(text string, n int) string { return text + strings.Repeat(" ", max(0, n-Cells(text))) }

// Cut returns text in at most n columns, with … where it is cut.
func Cut(text string, n int) string {
	if Cells(text) <= n {
		return text
	}
	taken := 0
	for at, r := range text {
		if taken+cells(r) > n-1 {
			return text[:at] + "…"
		}
		taken += cells(r)
	}
	return text
}
