package document_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/document"
)

func TestHidden(t *testing.T) {
	for text, want := range map[string]struct {
		at int
		r  rune
	}{
		"":                         {-1, 0},
		"plain ~ text":             {-1, 0},
		"Zürich, 東京 \ufffd 🙂":      {-1, 0},
		"a\tb":                     {-1, 0}, // one of besides
		"a\nb":                     {1, '\n'},
		"a\rb":                     {1, '\r'},
		"bell \a":                  {5, '\a'},
		"\x1b[31m":                 {0, 0x1b},
		"delete \x7f":              {7, 0x7f},
		"C1 \u009b":                {3, 0x9b},
		"ü, and then \u202e":       {13, 0x202e},
		"isolate \u2066":           {8, 0x2066},
		"zero width \u200b":        {11, 0x200b},
		"a mark \ufeff":            {7, 0xfeff},
		"a line \u2028":            {7, 0x2028},
		"a selector \ufe0f":        {11, 0xfe0f},
		"a tag \U000e0041":         {6, 0xe0041},
		"private \ue000":           {8, 0xe000},
		"unassigned \u0378":        {11, 0x378},
		"filler \u3164":            {7, 0x3164},
		"blank \u2800":             {6, 0x2800},
		"broken \xff, then \u200b": {7, 0xfffd},
		"cut \xe2\x82":             {4, 0xfffd},
	} {
		at, r := document.Hidden(text, "\t")
		assert.Equal(t, want.at, at, "%q", text)
		assert.Equal(t, want.r, r, "%q", text)
		inBytes, same := document.Hidden([]byte(text), "\t")
		assert.Equal(t, at, inBytes, "%q", text)
		assert.Equal(t, r, same, "%q", text)
	}
}

// TestHiddenLooksAtEachByte tries every byte at each place of a longer text.
func TestHiddenLooksAtEachByte(t *testing.T) {
	for b := range 256 {
		for place := range 20 {
			text := []byte("twenty printable ~!!")
			text[place] = byte(b)
			want := place
			if b >= ' ' && b <= '~' || b == '\n' {
				want = -1
			}
			at, _ := document.Hidden(text, "\n")
			assert.Equal(t, want, at, "%#x", b)
		}
	}
}
