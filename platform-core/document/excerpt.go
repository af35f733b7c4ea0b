package document

import (
	"unicode/utf8"

	"platform.internal/platform-core/problem"
)

// Bounds on what faults show of a text. A terminal shows no more of a line, nobody reads
// more lines, and finding a line takes time that grows with the text.
const (
	maxSourceLines = 200
	maxBefore      = 120 // characters of a line before the fault
	maxBehind      = 240
)

// sourceLine returns the line of the text at a place, or what is around the place of a long
// one.
func (r *Reading) sourceLine(at location) problem.SourceLine {
	if at.column == 0 || len(r.faults) >= maxSourceLines {
		return problem.SourceLine{}
	}
	return LineAt(r.src.Data, at.line, at.column)
}

// LineAt returns the line of a text with a number, or of a long one what is around the
// character with a number; both count from 1.
func LineAt(data []byte, line, column int) problem.SourceLine {
	s := problem.SourceLine{Before: max(0, column-1-maxBefore)}
	text := lineNumber(data, line)
	text = text[runes(text, s.Before):]
	end := runes(text, maxBefore+maxBehind)
	s.Text, s.More = string(text[:end]), end < len(text)
	return s
}

// runes returns how many bytes the first n characters of a text take.
func runes(text []byte, n int) int {
	at := 0
	for ; n > 0 && at < len(text); n-- {
		_, size := utf8.DecodeRune(text[at:])
		at += size
	}
	return at
}
