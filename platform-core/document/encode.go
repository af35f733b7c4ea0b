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

// Encode returns v as the platform shows JSON: two-space indentation, fields in
// the order of the struct, characters as they are (no HTML escapes), one final
// newline. Map keys come sorted. Characters that cannot be seen are escaped: a
// terminal or a page may act on one instead of showing it. The values are those of
// encoding/json, with its tags and methods.
func Encode(v any) ([]byte, error) { return encodeAfter("", v) }

// Entry is an encoded document that lists send too: after a comma, so that they need
// not send that on its own.
type Entry []byte

// EncodeEntry encodes v as Encode does.
func EncodeEntry(v any) (Entry, error) {
	return encodeAfter(",", v)
}

// Document returns what Encode returns.
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

// byLibrary is Encode by encoding/json, for what is inside a document at a depth.
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

// Escaped returns a JSON text with each character that is not Visible as a \u
// escape; encoding/json escapes only those below U+0020. They occur only in
// strings, so the value stays the same.
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

// Canonical returns v as RFC 8785 canonical JSON: what hashes are made of. v is
// one of the platform's own values, which always encode; another one panics.
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
