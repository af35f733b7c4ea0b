package edit

import (
	"bytes"
	"unicode/utf8"

	"platform.internal/platform-core/document"
)

// Region is a part of a document by lines and columns, both from 1. Columns count characters. The
// end is the column after the last character. The zero Region is an empty part.
type Region struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`
}

func regionOf(data []byte, start, end int) Region {
	position := func(at int) (line, column int) {
		from := bytes.LastIndexByte(data[:at], '\n') + 1
		return bytes.Count(data[:at], []byte("\n")) + 1, utf8.RuneCount(data[from:at]) + 1
	}
	var r Region
	r.StartLine, r.StartColumn = position(start)
	r.EndLine, r.EndColumn = position(end)
	return r
}

// Region returns the [Region] of data that the replacement changes.
func (r Replacement) Region(data []byte) Region { return regionOf(data, r.Start, r.End) }

// Text returns the text of the region in data. If the region has no end, it returns the rest of the
// line. It returns "" if data has no such region.
func (r Region) Text(data []byte) string {
	start := offset(data, r.StartLine, r.StartColumn)
	end := offset(data, r.EndLine, r.EndColumn)
	if r.StartLine > 0 && r.EndLine == 0 {
		line, _, _ := bytes.Cut(data[start:], []byte("\n"))
		end = start + len(bytes.TrimSuffix(line, []byte("\r")))
	}
	if start >= end {
		return ""
	}
	return string(data[start:end])
}

// offset returns the offset of a character; line and column start at 1. It returns the end of data
// if the line is missing.
func offset(data []byte, line, column int) int {
	at := 0
	for range line - 1 {
		next := bytes.IndexByte(data[at:], '\n')
		if next < 0 {
			return len(data)
		}
		at += next + 1
	}
	for range column - 1 {
		_, size := utf8.DecodeRune(data[at:])
		at += size
	}
	return at
}

// Regions returns a function that finds the fields of a request document. The function returns the
// [Region] of the member and of its value, or of its name if it has no value. Both are zero if the
// document lacks the field or cannot be read.
func Regions(src document.Source) func(field string) (member, value Region) {
	t := read(src)
	return func(field string) (member, value Region) {
		if t == nil {
			return Region{}, Region{}
		}
		in, i := t.root, index(t.root, field)
		if i < 0 {
			in, i = t.find(field)
		}
		if i < 0 {
			return Region{}, Region{}
		}
		at := t.position(in, i)
		if at.value.start == at.value.end {
			return regionOf(src.Data, at.key.start, at.value.end), regionOf(src.Data, at.key.start, at.key.end)
		}
		return regionOf(src.Data, at.key.start, at.value.end), regionOf(src.Data, at.value.start, at.value.end)
	}
}
