package terminal_test

import (
	"os"
	"path/filepath"
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

func TestColumnsOf(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "a file"))
	require.NoError(t, err)
	defer file.Close()
	assert.Zero(t, terminal.ColumnsOf(file))
	assert.Zero(t, terminal.ColumnsOf(&strings.Builder{}))
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
		"a command stays whole": {strings.Repeat("é", 70) + " `platform request fix a b.yaml`.", []string{strings.Repeat("é", 70), "  `platform request fix a b.yaml`."}},
		"and the help it names": {strings.Repeat("é", 70) + " platform-server --help", []string{strings.Repeat("é", 70), "  platform-server --help"}},
		"the empty text":        {"", []string{""}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, test.want, terminal.Wrap(test.text)) })
	}
}

func TestPaint(t *testing.T) {
	for line, want := range map[string]string{
		"a.yaml:1:2: common.region.allowed: No.":    "\x1b[1ma.yaml:1:2: common.region.allowed:\x1b[0m No.",
		"standard input:1:2: syntax: No.":           "\x1b[1mstandard input:1:2: syntax:\x1b[0m No.",
		"examples/a.yaml:1:2:":                      "\x1b[1mexamples/a.yaml:1:2:\x1b[0m",
		"  common.region.allowed: No.":              "  \x1b[1mcommon.region.allowed:\x1b[0m No.",
		"  controls.private_cluster: false -> true": "  controls.private_cluster: false -> true",
		"denied: a.yaml breaks 1 rule":              "\x1b[1;31mdenied\x1b[0m: a.yaml breaks 1 rule",
		"invalid_request: The request has 1 fault.": "\x1b[1;31minvalid_request\x1b[0m: The request has 1 fault.",
		"altered: 1 file":                           "\x1b[1;31maltered\x1b[0m: 1 file",
		"ready_for_review: prop-1":                  "\x1b[1;32mready_for_review\x1b[0m: prop-1",
		"cost_centre: CC-4711":                      "cost_centre: CC-4711",
	} {
		assert.Equal(t, want, terminal.Paint(line))
	}
}

func TestWriter(t *testing.T) {
	var b strings.Builder
	n, err := terminal.NewWriter(&b).Write([]byte("one\x1b[2J\ntwo\n"))
	require.NoError(t, err)
	assert.Equal(t, len("one\x1b[2J\ntwo\n"), n)
	assert.Equal(t, "one\\x1b[2J\ntwo\n", b.String())
}
