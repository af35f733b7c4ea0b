package document

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/gowebpki/jcs"
)

// Encode returns v as the platform shows JSON: two-space indentation, fields in
// the order of the struct, characters as they are (no HTML escapes), one final
// newline. Map keys come sorted from encoding/json. Characters that cannot be seen
// are escaped: a terminal or a page may act on one instead of showing it.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, err)
	}
	return escaped(b.Bytes()), nil
}

// escaped returns a JSON text with each character that is not Visible as a \u
// escape; encoding/json escapes only those below U+0020. They occur only in
// strings, so the value stays the same.
func escaped(text []byte) []byte {
	at, _ := Hidden(text, "\n")
	if at < 0 {
		return text
	}
	b := append([]byte{}, text[:at]...)
	for _, r := range string(text[at:]) {
		switch {
		case r == '\n' || Visible(r):
			b = utf8.AppendRune(b, r)
		default:
			for _, unit := range utf16.AppendRune(nil, r) {
				b = fmt.Appendf(b, `\u%04x`, unit)
			}
		}
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
