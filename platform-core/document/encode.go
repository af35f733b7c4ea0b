package document

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/gowebpki/jcs"
)

// Encode returns v as indented JSON with a final newline. Fields are in the order of the struct, map keys are sorted,
// and there are no HTML escapes. Characters that are not [Visible] are escaped, because a terminal or a page may act on
// them. The values are those of encoding/json, with its tags and methods. It fails if v has no JSON.
func Encode(v any) ([]byte, error) { return encodeAfter("", v) }

// Entry is an encoded document after a comma: an item of a list as the API sends it.
type Entry []byte

// EncodeEntry encodes v as [Encode] does.
func EncodeEntry(v any) (Entry, error) {
	return encodeAfter(",", v)
}

// Document returns the document without the comma, as [Encode] returns it.
func (e Entry) Document() []byte { return e[1:] }

// encodeAfter returns the encoding of v after a text.
func encodeAfter(before string, v any) ([]byte, error) {
	e := encoders.Get().(*encoder)
	defer encoders.Put(e)
	e.text, e.err = append(e.text[:0], before...), nil
	e.any(v)
	if e.err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, e.err)
	}
	e.text = append(e.text, '\n')
	return bytes.Clone(e.text), nil
}

// byLibrary encodes a value that is nested in a document with encoding/json.
func byLibrary(v any, depth int) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent(strings.Repeat(indent, depth), indent)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return Escaped(bytes.TrimSuffix(b.Bytes(), []byte{'\n'})), nil
}

// Escaped returns a JSON text in which each character that is not [Visible] is a \u escape. encoding/json escapes only
// those below U+0020. They occur only in strings, so the value is the same.
func Escaped(text []byte) []byte {
	at, _ := Hidden(string(text), "\n")
	if at < 0 {
		return text
	}
	b := append([]byte{}, text[:at]...)
	for _, r := range string(text[at:]) {
		if r == '\n' {
			b = append(b, '\n')
		} else {
			b = appendRune(b, r)
		}
	}
	return b
}

// appendRune appends a character of a string, escaped where it is not Visible.
func appendRune(b []byte, r rune) []byte {
	if Visible(r) {
		return utf8.AppendRune(b, r)
	}
	for _, unit := range utf16.AppendRune(nil, r) {
		b = fmt.Appendf(b, `\u%04x`, unit)
	}
	return b
}

// Canonical returns v as canonical JSON (RFC 8785), from which hashes are made. It panics if v has no JSON: the
// platform's own values always have one.
func Canonical(v any) []byte {
	plain, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("document: %T must encode: %v", v, err))
	}
	canonical, err := jcs.Transform(plain)
	if err != nil {
		panic(fmt.Sprintf("document: %T must have a canonical form: %v", v, err))
	}
	return canonical
}

// Digest returns the SHA-256 of content, as hex digits.
func Digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
