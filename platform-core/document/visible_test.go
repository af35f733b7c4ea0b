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
		"a notehead \U0001d159":    {11, 0x1d159},
		"a filler \U00016fe4":      {9, 0x16fe4},
		"a mirror \U00013440":      {9, 0x13440},
		"a full blank \U00013441":  {13, 0x13441},
		"a half blank \U00013442":  {13, 0x13442},
		"broken \xff, then \u200b": {7, 0xfffd},
		"cut \xe2\x82":             {4, 0xfffd},
	} {
		at, r := document.Hidden(text, "\t")
		assert.Equal(t, want.at, at, "%q", text)
		assert.Equal(t, want.r, r, "%q", text)
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
			at, _ := document.Hidden(string(text), "\n")
			assert.Equal(t, want, at, "%#x", b)
		}
	}
}

func TestStacked(t *testing.T) {
	for text, want := range map[string]int{
		"": -1, "plain text": -1, "a\u0301\u0302": -1, "a\u0301\u0302\u0303": 5, "\u0301\u0302\u0303": 4, "eight aa\u0301\u0302\u0303": 12,
		"a\u0301\u0302b\u0303": -1, "\u0915\u0901\u093c\u093e\u0901": -1, "a\u20dd\u0301\U0001e944": 6,
	} {
		assert.Equal(t, want, document.Stacked(text, 2), "%+q", text)
	}
}
