package document

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode"

	"github.com/gowebpki/jcs"
)

// Encode returns v as the platform shows JSON: two-space indentation, fields in
// the order of the struct, characters as they are (no HTML escapes), one final
// newline. Map keys come sorted from encoding/json. Characters that a terminal
// or a page may act on instead of showing them are escaped.
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

// escaped returns a JSON text with DEL, the C1 controls and the bidirectional
// controls as \u escapes; encoding/json escapes only those below U+0020. They
// occur only in strings, so the value stays the same.
func escaped(text []byte) []byte {
	if !bytes.ContainsFunc(text, steers) {
		return text
	}
	var b bytes.Buffer
	for _, r := range string(text) {
		if steers(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	return b.Bytes()
}

// steers reports whether a terminal may act on r instead of showing it.
func steers(r rune) bool {
	return r >= 0x7F && r <= 0x9F || unicode.Is(unicode.Bidi_Control, r)
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
