package edit

import (
	"bytes"
	"unicode/utf8"

	"platform.internal/platform-core/document"
)

// Region is a part of a document by lines and columns, both from 1. Columns count
// characters; the end is behind the last one. The zero Region is no part.
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

// Region returns the part of data that is replaced.
func (r Replacement) Region(data []byte) Region { return regionOf(data, r.Start, r.End) }

// Text returns the part of data; without an end that is the rest of its line. It is empty
// where data has no such part.
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

// offset returns where a character of a line begins, both counted from 1; the end of data
// where it has no such line.
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

// Regions returns where the fields of a request document are written, with their names.
func Regions(src document.Source) func(field string) Region {
	return regionsOf(src, func(m *member) Region { return regionOf(src.Data, m.key.start, m.value.end) })
}

// Values returns where the value of a field of a request document is written; its name,
// where nothing follows it.
func Values(src document.Source) func(field string) Region {
	return regionsOf(src, func(m *member) Region {
		if m.value.empty() {
			return regionOf(src.Data, m.key.start, m.key.end)
		}
		return regionOf(src.Data, m.value.start, m.value.end)
	})
}

// regionsOf returns where the fields of a request document are, as of says for each; the
// zero Region for a field that the document does not have, or where it cannot be read.
func regionsOf(src document.Source, of func(*member) Region) func(field string) Region {
	t, err := read(src)
	return func(field string) Region {
		if err != nil {
			return Region{}
		}
		m := t.root.member(field)
		if m == nil {
			m, _ = t.member(field)
		}
		if m == nil {
			return Region{}
		}
		return of(m)
	}
}
