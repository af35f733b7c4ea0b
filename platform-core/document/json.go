package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"platform.internal/platform-core/problem"
)

// parseJSON reads one JSON text. The text is checked as a whole first, which
// also refuses trailing data; the walk may then trust the syntax.
func (r *Reading) parseJSON(data []byte) (value, bool) {
	if err := checkJSON(data); err != nil {
		line := 0
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			line = lineAt(data, syntax.Offset)
		}
		r.at(line, "", problem.FaultSyntax, "is not one JSON document: %s", plainWords(err.Error()))
		return value{}, false
	}
	w := &jsonWalk{r: r, data: data, dec: json.NewDecoder(bytes.NewReader(data)), line: 1}
	w.dec.UseNumber()
	root := w.value("", 1)
	return root, !w.stop
}

func checkJSON(data []byte) error {
	var raw json.RawMessage
	return json.Unmarshal(data, &raw)
}

// plainWords words a library's message as the platform's messages are.
func plainWords(message string) string {
	return strings.NewReplacer("invalid character", "unexpected character", "invalid", "unusable").Replace(message)
}

// lineAt returns the line, from 1, of an offset.
func lineAt(data []byte, offset int64) int {
	offset = min(offset, int64(len(data)))
	return 1 + bytes.Count(data[:offset], []byte("\n"))
}

// jsonWalk turns the tokens of a checked JSON text into values.
type jsonWalk struct {
	r      *Reading
	data   []byte
	dec    *json.Decoder
	offset int64 // end of the last token
	line   int   // line of that offset
	stop   bool
}

// next returns the next token and its source text.
func (w *jsonWalk) next() (json.Token, []byte) {
	token, err := w.dec.Token()
	if err != nil { // the text was checked: only an oversight here can bring us to this
		w.stop = true
		return nil, nil
	}
	end := w.dec.InputOffset()
	raw := w.data[w.offset:end]
	w.line += bytes.Count(raw, []byte("\n"))
	w.offset = end
	return token, raw
}

func (w *jsonWalk) value(path string, depth int) value {
	token, raw := w.next()
	line := w.line
	switch t := token.(type) {
	case json.Delim:
		return w.compound(t, path, depth, line)
	case string:
		if loneSurrogate(raw) {
			w.r.at(line, path, problem.FaultEncoding, "holds half of a surrogate pair (\\ud800 to \\udfff); write the whole character")
		}
		return value{kind: kindString, text: t, line: line}
	case json.Number:
		return value{kind: kindNumber, text: t.String(), line: line}
	case bool:
		return value{kind: kindBool, text: strconv.FormatBool(t), line: line}
	default:
		return value{kind: kindNull, line: line}
	}
}

func (w *jsonWalk) compound(open json.Delim, path string, depth, line int) value {
	if depth > maxDepth {
		w.r.at(line, path, problem.FaultNesting, "is nested deeper than any field of the schema; write it flat")
		w.stop = true
	}
	v := value{kind: kindArray, line: line}
	if open == '{' {
		v.kind = kindObject
	}
	for !w.stop && w.dec.More() {
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
	token, raw := w.next()
	name, _ := token.(string)
	m := member{name: name, line: w.line}
	if loneSurrogate(raw) {
		w.r.at(m.line, path, problem.FaultEncoding, "has a field name with half of a surrogate pair; use the names of the schema")
	}
	m.value = w.value(child(path, name), depth+1)
	return m
}

func index(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// loneSurrogate reports whether a JSON string's source text escapes a high
// surrogate without its low half, or the reverse. encoding/json would replace
// it silently, and two different texts would become one.
func loneSurrogate(raw []byte) bool {
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		i++
		if raw[i] != 'u' {
			continue
		}
		unit := hex4(raw[i+1:])
		i += 4
		switch {
		case unit >= 0xDC00 && unit <= 0xDFFF:
			return true
		case unit >= 0xD800 && unit <= 0xDBFF:
			if !bytes.HasPrefix(raw[i+1:], []byte(`\u`)) {
				return true
			}
			if low := hex4(raw[i+3:]); low < 0xDC00 || low > 0xDFFF {
				return true
			}
			i += 6
		}
	}
	return false
}

func hex4(digits []byte) uint64 {
	unit, err := strconv.ParseUint(string(digits[:4]), 16, 32)
	if err != nil {
		return 0
	}
	return unit
}
