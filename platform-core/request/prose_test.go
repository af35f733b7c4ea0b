package request_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

var update = flag.Bool("update", false, "write prose.json")

// TestTheSchemaKnowsVisibleCharactersAndLetters compares the patterns of the justification with what the package asks of
// each character. Run it with -update after a Go release with a newer Unicode.
func TestTheSchemaKnowsVisibleCharactersAndLetters(t *testing.T) {
	isHidden := func(r rune) bool { return !document.Visible(r) && !unicode.IsSpace(r) }
	want := []string{
		"^" + classOf(func(r rune) bool { return !isHidden(r) }) + "*$",
		classOf(func(r rune) bool { return unicode.IsLetter(r) || isHidden(r) }),
	}
	if *update {
		var lines []string
		for _, pattern := range want {
			quoted, err := json.Marshal(pattern)
			require.NoError(t, err)
			var line string
			for _, unit := range utf16.Encode([]rune(string(quoted))) {
				if unit < unicode.MaxASCII {
					line += string(rune(unit))
				} else {
					line += fmt.Sprintf(`\u%04x`, unit)
				}
			}
			lines = append(lines, line)
		}
		require.NoError(t, os.WriteFile("prose.json", []byte("[\n  "+strings.Join(lines, ",\n  ")+"\n]\n"), 0o644))
	}
	encoded, err := json.Marshal(request.Schema(nil))
	require.NoError(t, err)
	var schema struct {
		Properties map[string]struct {
			AllOf []struct{ Pattern string }
		}
	}
	require.NoError(t, json.Unmarshal(encoded, &schema))
	for i, pattern := range want {
		assert.Equal(t, pattern, schema.Properties[request.JustificationField].AllOf[i].Pattern)
	}
}

// classOf returns the class of the characters for which has reports true, as an expression. Surrogates are no characters.
func classOf(has func(rune) bool) string {
	var b strings.Builder
	b.WriteByte('[')
	for first := rune(0); first <= unicode.MaxRune; first++ {
		if !has(first) {
			continue
		}
		last := first
		for last < unicode.MaxRune && has(last+1) {
			last++
		}
		b.WriteString(inClass(first))
		if last > first+1 {
			b.WriteByte('-')
		}
		if last > first {
			b.WriteString(inClass(last))
		}
		first = last
	}
	return b.String() + "]"
}

func inClass(r rune) string {
	switch {
	case r < ' ' || r == unicode.MaxASCII:
		return `\x` + string("0123456789abcdef"[r>>4]) + string("0123456789abcdef"[r&15])
	case strings.ContainsRune(`\[]^-`, r):
		return `\` + string(r)
	default:
		return string(r)
	}
}
