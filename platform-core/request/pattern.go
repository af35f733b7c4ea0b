package request

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// pattern is a regular expression of the JSON Schema. Every dialect that validators have reads it: ECMA-262 with the
// flag u, RE2, Python's and Java's. So it has no look-around and no Unicode class: what \s and \p{L} match differs.
type pattern string

// MarshalJSON writes the characters beyond ASCII as escapes: an editor or a terminal
// may act on some of them instead of showing them.
func (p pattern) MarshalJSON() ([]byte, error) {
	quoted, err := json.Marshal(string(p))
	var b []byte
	for _, r := range string(quoted) {
		if r < unicode.MaxASCII {
			b = utf8.AppendRune(b, r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			b = fmt.Appendf(b, `\u%04x`, unit)
		}
	}
	return b, err
}

const (
	anything = `[\s\S]` // any character, also a line end
	// space and noSpace are the characters that [strings.TrimSpace] trims, and all others.
	space       = "[" + spaceRanges + "]"
	noSpace     = "[^" + spaceRanges + "]"
	spaceRanges = "\\x09-\\x0d \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
)

// prose is a JSON list of two patterns: the texts of visible characters, and the texts with a letter. A hidden
// character is refused in any case; with these among the letters, the class has fewer ranges.
//
//go:embed prose.json
var prose []byte

var prosePatterns = sync.OnceValue(func() (list []pattern) {
	if err := json.Unmarshal(prose, &list); err != nil {
		panic(err)
	}
	return list
})

// padded returns the pattern of a whole text that matches an expression, with white space around it if the field
// trims its texts.
func (f *Field) padded(expression string) pattern {
	if !f.trims() {
		return pattern("^(?:" + expression + ")$")
	}
	return pattern("^" + space + "*(?:" + expression + ")" + space + "*$")
}

func (f *Field) trims() bool     { return f.normal != nil && f.normal(" a ") == f.normal("a") }
func (f *Field) collapses() bool { return f.normal != nil && f.normal("a  a") == f.normal("a a") }

// inAnyCase returns the expression of a word, with both cases of each letter if the field ignores the case.
func (f *Field) inAnyCase(word string) string {
	var b strings.Builder
	for _, r := range word {
		up, low := strings.ToUpper(string(r)), strings.ToLower(string(r))
		if up != low && f.normal != nil && f.normal(up) == f.normal(low) {
			b.WriteString("[" + up + low + "]")
		} else {
			b.WriteString(regexp.QuoteMeta(string(r)))
		}
	}
	return b.String()
}

// times returns how often something is repeated; most is negative for no bound.
func times(least, most int) string {
	if most < 0 {
		return fmt.Sprintf("{%d,}", least)
	}
	return fmt.Sprintf("{%d,%d}", least, most)
}
