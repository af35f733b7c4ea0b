package document

import (
	"unicode/utf8"

	"platform.internal/platform-core/problem"
)

// Bounds on the source lines that faults show. Finding a line takes time that grows with the text.
const (
	maxSourceLines = 200
	maxBefore      = 120 // characters of a line before the fault
	maxBehind      = 240
)

// sourceLine returns the line of the text at a place, or the part of a long line around it.
func (r *Reading) sourceLine(at location) problem.SourceLine {
	if at.column == 0 || len(r.faults) >= maxSourceLines {
		return problem.SourceLine{}
	}
	return LineAt(r.src.Data, at.line, at.column)
}

// LineAt returns a line of a text, or the part of a long line around the character at column. Both count from 1.
func LineAt(data []byte, line, column int) problem.SourceLine {
	s := problem.SourceLine{Before: max(0, column-1-maxBefore)}
	text := lineNumber(data, line)
	text = text[runes(text, s.Before):]
	end := runes(text, maxBefore+maxBehind)
	s.Text, s.More = string(text[:end]), end < len(text)
	return s
}

// runes returns the length in bytes of the first n characters of a text.
func runes(text []byte, n int) int {
	at := 0
	for ; n > 0 && at < len(text); n-- {
		_, size := utf8.DecodeRune(text[at:])
		at += size
	}
	return at
}
