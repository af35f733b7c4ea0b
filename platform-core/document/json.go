package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"platform.internal/platform-core/problem"
)

// parseJSON reads one JSON text. It checks the whole text first, which also refuses trailing data, so that the walk can
// trust the syntax.
func (r *Reading) parseJSON(data []byte) (value, bool) {
	var checked json.RawMessage
	if err := json.Unmarshal(data, &checked); err != nil {
		at := location{}
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			at = locationAt(data, int(syntax.Offset)-1) // it counts the byte at which it gave up
		}
		if strings.Contains(err.Error(), "exceeded max depth") { // the library's, far beyond any schema's
			r.at(at, "", problem.FaultNesting, tooDeep)
			return value{}, false
		}
		words := plainWords(err.Error())
		if strings.HasPrefix(words, "unexpected character '/'") || strings.HasPrefix(words, "unexpected character '#'") {
			words = "it has no comments; remove the comment, or write YAML"
		}
		r.at(at, "", problem.FaultSyntax, "cannot be read as JSON: %s", words)
		return value{}, false
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	w := &jsonWalk{Reading: r, data: data, decoder: decoder, last: location{1, 1}}
	root := w.value("", 1)
	return root, !w.stop
}

// tooDeep is the fault of a document with too much nesting.
const tooDeep = "is nested deeper than any field of the schema; write it flat"

// plainWords replaces words in a message of a library that the messages of the platform do not use.
func plainWords(message string) string {
	return strings.NewReplacer("invalid character", "unexpected character", "invalid", "unusable").Replace(message)
}

// locationAt returns the place of the character at an offset.
func locationAt(data []byte, offset int) location {
	before := data[:max(0, min(offset, len(data)))]
	return location{
		1 + bytes.Count(before, []byte("\n")),
		1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]),
	}
}

// jsonWalk turns a checked JSON text into values.
type jsonWalk struct {
	*Reading
	data    []byte // that decoder reads
	decoder *json.Decoder
	last    location // of the last token
	offset  int      // of last in data
}

// next returns the source text of the next token, and its text if it is a string. The text was checked, so that no
// token fails.
func (w *jsonWalk) next() (raw []byte, text string) {
	from := w.decoder.InputOffset()
	token, _ := w.decoder.Token()
	to := int(w.decoder.InputOffset())
	raw = bytes.TrimLeft(w.data[from:to], " \t\r\n,:")
	passed := w.data[w.offset : to-len(raw)]
	moved := locationAt(passed, len(passed))
	if w.offset += len(passed); moved.line == 1 {
		moved.column += w.last.column - 1
	}
	w.last = location{w.last.line + moved.line - 1, moved.column}
	text, _ = token.(string)
	return raw, text
}

func (w *jsonWalk) value(path string, depth int) value {
	raw, text := w.next()
	at := w.last
	switch raw[0] {
	case '{', '[':
		return w.compound(raw[0], path, depth, at)
	case '"':
		if loneSurrogate(raw, text) {
			w.at(
				at,
				path,
				problem.FaultEncoding,
				"holds half of a surrogate pair (\\ud800 to \\udfff); write the whole character",
			)
		}
		return value{kind: kindString, text: text, location: at}
	case 't', 'f':
		return value{kind: kindBool, text: string(raw), location: at}
	case 'n':
		return value{kind: kindNull, location: at}
	default:
		return value{kind: kindNumber, text: string(raw), location: at}
	}
}

func (w *jsonWalk) compound(open byte, path string, depth int, at location) value {
	if depth > w.depth {
		w.at(at, path, problem.FaultNesting, tooDeep)
		w.stop = true
	}
	v := value{kind: kindArray, location: at}
	if open == '{' {
		v.kind = kindObject
	}
	for !w.stop && w.decoder.More() {
		if open == '[' {
			v.items = append(v.items, w.value(index(path, len(v.items)), depth+1))
			continue
		}
		v.members = append(v.members, w.member(path, depth))
	}
	if !w.stop {
		w.next()
	}
	return v
}

func (w *jsonWalk) member(path string, depth int) member {
	raw, name := w.next()
	m := member{name: name, location: w.last}
	if loneSurrogate(raw, name) {
		w.at(
			m.location,
			path,
			problem.FaultEncoding,
			"has a field name with half of a surrogate pair; use the names of the schema",
		)
	}
	m.value = w.value(child(path, name), depth+1)
	return m
}

func index(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// loneSurrogate reports whether the source of a JSON string escapes one half of a surrogate pair without the other.
// encoding/json would replace it silently, and two different texts would become one.
func loneSurrogate(raw []byte, text string) bool {
	if bytes.IndexByte(raw, '\\') < 0 {
		return false
	}
	written := strings.ToLower(strings.ReplaceAll(string(raw), `\\`, ""))
	return strings.Count(text, replaced) > strings.Count(written, replaced)+strings.Count(written, `\ufffd`)
}

// replaced is what encoding/json writes for half of a surrogate pair.
const replaced = "\uFFFD"
