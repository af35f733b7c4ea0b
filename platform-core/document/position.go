package document

import (
	"bytes"
	"iter"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// position returns the place in a document of one character of a field's text. line and column are the place of the
// character in that text. Both count from 1, columns in characters. It returns 0 if the field is no text.
//
// It reads the document again, so that a document without faults costs nothing.
func position(src Source, field string, line, column int) (inLine, inColumn int) {
	root, ok := (&Reading{depth: maxDepth}).parse(src)
	found, is := root.at(field)
	if !ok || !is || found.kind != kindString {
		return 0, 0
	}
	before, visible := countTo(found.text, line, column)
	offset, seen := startOf(src, found), 0
	if offset >= len(src.Data) { // YAML ends lines at more characters than this package counts
		return found.line, 0
	}
	for at, end := range characters(src.Data, offset) {
		if seen == before {
			if visible {
				offset = at
			}
			break
		}
		offset = end
		seen++
	}
	at := locationAt(src.Data, offset)
	return at.line, at.column
}

// at returns the value at a path, such as "policies[0].when".
func (v value) at(path string) (value, bool) {
	for name := range strings.SplitSeq(strings.ReplaceAll(path, "[", ".["), ".") {
		next, ok := v.child(name)
		if !ok {
			return value{}, false
		}
		v = next
	}
	return v, true
}

// child returns the member with a name, or the item with a number in brackets.
func (v value) child(name string) (value, bool) {
	if inner, ok := strings.CutPrefix(name, "["); ok {
		number, err := strconv.Atoi(strings.TrimSuffix(inner, "]"))
		if err != nil || number >= len(v.items) {
			return value{}, false
		}
		return v.items[number], true
	}
	for _, m := range v.members {
		if m.name == name {
			return m.value, true
		}
	}
	return value{}, false
}

// startOf returns the offset at which a text begins.
func startOf(src Source, v value) int {
	offset := 0
	for range v.line - 1 {
		offset += bytes.IndexByte(src.Data[offset:], '\n') + 1
	}
	return offset + runes(src.Data[offset:], v.column-1)
}

// countTo returns the number of visible characters before a place in a text, and whether the character there is
// visible.
func countTo(text string, line, column int) (before int, visible bool) {
	l, c := 1, 1
	for _, r := range text {
		if l > line || l == line && c >= column {
			return before, l == line && !unicode.IsSpace(r)
		}
		if !unicode.IsSpace(r) {
			before++
		}
		c++
		if r == '\n' {
			l, c = l+1, 1
		}
	}
	return before, false
}

// characters yields the begin and the end of each visible character of the text that is written at an offset. An escape
// is one character. White space is left out, since YAML folds it. The caller stops after the last character.
func characters(data []byte, at int) iter.Seq2[int, int] {
	var quote byte
	switch data[at] {
	case '"', '\'':
		quote = data[at]
		at++
	case '|', '>':
		at += bytes.IndexByte(data[at:], '\n') + 1
	}
	return func(yield func(int, int) bool) {
		for at < len(data) {
			visible, size := character(data[at:], quote)
			if visible && !yield(at, at+size) {
				return
			}
			at += size
		}
	}
}

// character reports whether the first character of a text is visible, and returns the length of its source.
func character(text []byte, quote byte) (visible bool, size int) {
	switch {
	case quote == '"' && text[0] == '\\':
		return escaped(text)
	case quote == '\'' && bytes.HasPrefix(text, []byte("''")):
		return true, 2
	default:
		r, size := utf8.DecodeRune(text)
		return !unicode.IsSpace(r), size
	}
}

// escapes are the escapes of JSON and YAML for a number of hex digits.
var escapes = map[byte]int{'x': 2, 'u': 4, 'U': 8}

// escaped is [character] for an escape in double quotes.
func escaped(text []byte) (visible bool, size int) {
	if len(text) < 2 {
		return true, len(text)
	}
	digits, coded := escapes[text[1]]
	size = 2 + digits
	switch {
	case !coded:
		return !strings.ContainsRune("ntrvfNLP_ \t\r\n", rune(text[1])), size
	case size > len(text):
		return true, len(text)
	}
	code, _ := strconv.ParseUint(string(text[2:size]), 16, 32)
	if code >= 0xD800 && code <= 0xDBFF { // the other half follows
		return true, min(size+6, len(text))
	}
	return !unicode.IsSpace(rune(code)), size // #nosec G115 -- 32 bits
}
