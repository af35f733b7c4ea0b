package terminal

import (
	"fmt"
	"strings"
	"unicode"
)

// JSON returns an encoded JSON text with DEL, the C1 controls and the
// bidirectional controls as \u escapes; encoding/json escapes only those below
// U+0020. Such characters stand in strings alone, so the value stays the same,
// and a text without them stays the same to the byte.
func JSON(text []byte) []byte {
	s := string(text)
	if !strings.ContainsFunc(s, steers) {
		return text
	}
	var b strings.Builder
	for _, r := range s {
		if steers(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	return []byte(b.String())
}

// steers reports whether a terminal may act on r instead of showing it.
func steers(r rune) bool {
	return r >= 0x7F && r <= 0x9F || unicode.Is(unicode.Bidi_Control, r)
}
