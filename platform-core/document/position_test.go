package document_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// TestFaultsInATextAreAtTheirCharacter writes a text in each form of YAML and JSON. Each has
// the mark #, which is where the fault is, as often as the text has it.
func TestFaultsInATextAreAtTheirCharacter(t *testing.T) {
	for name, c := range map[string]struct {
		format document.Format
		text   string
	}{
		"plain":                  {document.YAML, "list:\n  - rule: aé b #c\n"},
		"plain, at the start":    {document.YAML, "list:\n  - rule: a#c\n"},
		"plain, over lines":      {document.YAML, "list:\n  - rule: a &&\n      b ||\n\n      c#d\n    other: x\n"},
		"single quotes":          {document.YAML, "list:\n  - rule: 'it''s ''x'' #y'\n"},
		"single, over lines":     {document.YAML, "list:\n  - rule: 'it''s\n     ''x'' #y'\n"},
		"double quotes":          {document.YAML, "list:\n  - rule: \"a \\\"b\\\" \\u00e9\\x41\\U0001F600 \\t\\\\ #y\"\n"},
		"double, over lines":     {document.YAML, "list:\n  - rule: \"a \\\n     b\n     c #y\"\n"},
		"literal":                {document.YAML, "list:\n  - rule: |\n      a &&\n\n        b #c\n    other: x\n"},
		"literal, with a header": {document.YAML, "list:\n  - rule: |2- # why\n        a &&\n      b #c\n"},
		"folded":                 {document.YAML, "list:\n  - rule: >-\n      a &&\n      b ||\n\n      c #d\n    other: x\n"},
		"flow":                   {document.YAML, "list: [{other: x, rule: a #b}]\n"},
		"flow in quotes":         {document.YAML, "list: [{other: x, rule: 'a' }, {rule: b}, {rule: \"a #b\"}]\n"},
		"carriage returns":       {document.YAML, "list:\r\n  - rule: |\r\n      a\r\n      b #c\r\n"},
		"JSON":                   {document.JSON, "{\n \"list\": [{\"é\": \"ü\",  \"rule\": \"a \\\"\\n\\ud83d\\ude00\\u00e9 \\u0020#b\"}]\n}"},
		"JSON on a line":         {document.JSON, `{"list": [{"other": "ü", "rule": "a #b"}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			// The mark may not begin a comment: it is written as another character.
			text := strings.ReplaceAll(strings.ReplaceAll(c.text, "#", "§"), "§ why", "# why")
			var into struct {
				List []struct {
					Rule  string `json:"rule"`
					Other string `json:"other"`
					E     string `json:"é"`
				} `json:"list"`
			}
			r := document.Read(document.Source{Name: "file", Format: c.format, Data: []byte(text)}, &into)
			require.Empty(t, r.Faults())
			at := len(into.List) - 1
			rule := into.List[at].Rule
			line, column := placeOf(t, rule)
			field := fmt.Sprintf("list[%d].rule", at)
			r.AddFault(problem.Fault{Field: field, Line: line, Column: column})
			r.AddFault(problem.Fault{Field: field, Line: line, Column: column + 1})
			faults := r.Faults()
			wantLine, wantColumn := placeOf(t, text)
			assert.Equal(t, []int{wantLine, wantColumn}, []int{faults[0].Line, faults[0].Column})
			assert.Equal(t, wantColumn+1, faults[1].Column, "the next one")
			// What is past the end is after the last character.
			r.AddFault(problem.Fault{Field: field, Line: 99, Column: 1})
			assert.GreaterOrEqual(t, r.Faults()[2].Line, wantLine)
			assert.True(t, r.Faulty("list"))
		})
	}
}

// placeOf returns the line and the column of the mark.
func placeOf(t *testing.T, text string) (line, column int) {
	before, _, ok := strings.Cut(text, "§")
	require.True(t, ok)
	return 1 + strings.Count(before, "\n"), 1 + len([]rune(before[strings.LastIndexByte(before, '\n')+1:]))
}

func TestFaultsOfTextsWithoutAFileHaveNoLine(t *testing.T) {
	var into struct {
		Rule string `json:"rule"`
	}
	r := document.Read(document.Source{Format: document.JSON, Data: []byte(`{"rule": "a b"}`)}, &into)
	r.AddFault(problem.Fault{Field: "rule", Line: 1, Column: 3})
	r.AddFault(problem.Fault{Field: "absent", Line: 1, Column: 3})
	assert.Equal(t, []problem.Fault{{Field: "rule"}, {Field: "absent"}}, r.Faults())
}

// FuzzPositions: whatever a text is, its fault is somewhere in the document.
func FuzzPositions(f *testing.F) {
	for _, text := range []string{"rule: a b", "rule: |\n  a\n", "rule: \"a\\u0041\"", "\r\rrule: a", "rule: >", "rule: &x 'a'", `{"rule": "\\ud83d\\ude00"}`} {
		f.Add(text, true, 1, 2)
		f.Add(text, false, 1, 2)
	}
	f.Fuzz(func(t *testing.T, text string, inJSON bool, line, column int) {
		src := document.Source{Name: "file", Format: document.YAML, Data: []byte(text)}
		if inJSON {
			src.Format = document.JSON
		}
		var into struct {
			Rule string `json:"rule"`
		}
		r := document.Read(src, &into)
		before := len(r.Faults())
		r.AddFault(problem.Fault{Field: "rule", Line: line, Column: column})
		at := r.Faults()[before]
		assert.LessOrEqual(t, at.Line, 1+strings.Count(strings.NewReplacer("\r", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n").Replace(text), "\n"))
		assert.GreaterOrEqual(t, at.Column, 0)
	})
}
