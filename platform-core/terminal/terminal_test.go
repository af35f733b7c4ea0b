package terminal_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/terminal"
)

func TestLine(t *testing.T) {
	tests := map[string]struct{ text, want string }{
		"plain text stays":   {"Grüße, 東京 – 5 € 🙂", "Grüße, 東京 – 5 € 🙂"},
		"escape sequence":    {"\x1b[31mred", `\x1b[31mred`},
		"line break":         {"a\nb\r\tc", `a\nb\r\tc`},
		"delete and C1":      {"a\x7fb\u009b1mc", `a\x7fb\u009b1mc`},
		"direction override": {"a\u202etxt.exe", `a\u202etxt.exe`},
		"line separator":     {"a\u2028b", `a\u2028b`},
		"zero width":         {"a\u200bb\ufeff", `a\u200bb\ufeff`},
		"broken UTF-8":       {"a\xffb\x9b", `a\xffb\x9b`},
		"the empty text":     {"", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, test.want, terminal.Line(test.text)) })
	}
}

func TestWrap(t *testing.T) {
	tests := map[string]struct {
		text string
		want []string
	}{
		"a line that fits":      {strings.Repeat("é", 80), []string{strings.Repeat("é", 80)}},
		"further lines":         {"  field: " + strings.Repeat("word ", 18) + "end", []string{"  field: " + strings.Repeat("word ", 13) + "word", "    word word word word end"}},
		"a word that is longer": {"see " + strings.Repeat("x", 90), []string{"see", "  " + strings.Repeat("x", 90)}},
		"spaces stay":           {"two  spaces " + strings.Repeat("y", 70), []string{"two  spaces", "  " + strings.Repeat("y", 70)}},
		"escapes count":         {"\x1b[31m" + strings.Repeat("z", 74) + " z", []string{`\x1b[31m` + strings.Repeat("z", 74), "  z"}},
		"the empty text":        {"", []string{""}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, test.want, terminal.Wrap(test.text)) })
	}
}

func TestWriter(t *testing.T) {
	var b strings.Builder
	n, err := terminal.NewWriter(&b).Write([]byte("one\x1b[2J\ntwo\n"))
	require.NoError(t, err)
	assert.Equal(t, len("one\x1b[2J\ntwo\n"), n)
	assert.Equal(t, "one\\x1b[2J\ntwo\n", b.String())
}

func TestCount(t *testing.T) {
	for want, n := range map[string]int{"0 files": 0, "1 file": 1, "2 files": 2} {
		assert.Equal(t, want, terminal.Count(n, "file"))
	}
}
