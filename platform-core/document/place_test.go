package document_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

type placed struct {
	Name   *string  `json:"name"`
	Count  *int64   `json:"count"`
	Colour []string `json:"colour"`
}

// TestFaultsHavePlaces: the line and the character of a wrong value, or of a wrong name.
func TestFaultsHavePlaces(t *testing.T) {
	for name, test := range map[string]struct {
		format       document.Format
		text         string
		line, column int
	}{
		"a value":                     {document.YAML, "name: 日本\ncount:   many\n", 2, 10},
		"a name":                      {document.YAML, "name: x\nnaem: y\n", 2, 1},
		"a name written twice":        {document.YAML, "{name: x, name: y}\n", 1, 11},
		"an entry":                    {document.YAML, "colour: [a, 3]\n", 1, 13},
		"a value below its name":      {document.YAML, "name: x\ncount:\n  - 3\n", 3, 3},
		"minified":                    {document.JSON, `{"name":"日本","count":"many"}`, 1, 22},
		"an unknown name":             {document.JSON, "{\n \"name\": \"x\", \"naem\": 1}", 2, 15},
		"JSON that is not closed":     {document.JSON, "{\n \"name\": \"x\",,}", 2, 14},
		"JSON that ends early":        {document.JSON, `{"name": "x"`, 1, 12},
		"a tab":                       {document.YAML, "colour:\n\t- a\n", 2, 1},
		"a tab below a value":         {document.YAML, "name: x\ncount: 3\n\tsize: 4\n", 3, 1},
		"a tab below a long value":    {document.YAML, "name: x\ncount: y\n\n  z\n\tsize: 4\n", 5, 1},
		"a tab behind spaces":         {document.YAML, "name: x\n \tcount: 3\n", 2, 2},
		"an indented field":           {document.YAML, "name: x\n count: 3\n", 2, 7},
		"an alias of nothing":         {document.YAML, "name: 日 # x\ncolour: [*a]\n", 2, 10},
		"a character that is control": {document.YAML, "name: x\ncount: \x013\n", 2, 8},
	} {
		t.Run(name, func(t *testing.T) {
			faults := document.Read(document.Source{Name: "x", Format: test.format, Data: []byte(test.text)}, &placed{}).Faults()
			require.NotEmpty(t, faults)
			assert.Equal(t, []int{test.line, test.column}, []int{faults[0].Line, faults[0].Column}, faults[0].Message)
			for _, f := range document.Read(document.Source{Format: test.format, Data: []byte(test.text)}, &placed{}).Faults() {
				if f.Code == problem.FaultSyntax {
					assert.Equal(t, []int{test.line, test.column}, []int{f.Line, f.Column}, "no field says where it is")
					continue
				}
				assert.Zero(t, f.Line+f.Column, "there is no file to look it up in")
			}
		})
	}
}

// TestSyntaxOfYAMLIsInPlainWords: each message of the library that a document can lead to.
func TestSyntaxOfYAMLIsInPlainWords(t *testing.T) {
	for text, want := range map[string]string{
		"name: x\n count: 3\n": "a colon is not allowed here; indent the line like the other fields, or put the value in quotes",
		"name: a: b\n":         "a value with a colon and a space needs quotes; put the whole text in quotes; write 'a: b'",
		"name: ? x\n":          "a ? is not allowed here; write name: value",
		"name: - x\n":          "a list entry (-) is not allowed here; write the list below the name of its field",
		"\tname: x\n":          "the line is indented with a tab; indent it with spaces",
		"name: @x\n":           "a value that begins with @ needs quotes; put the whole text in quotes; write '@x'",
		"colour: [a, b\n":      "a list in brackets does not end; write a comma between its entries and ] at its end",
		"{name: a\n":           "an object in braces does not end; write a comma between its fields and } at its end, or put a text with a colon or # in quotes",
		"name: x\ncount\n":     "a colon is missing after the name of a field; write name: value",
		"name: \"x\" y\n": "a quote inside a text in quotes ends it; put the whole text in single quotes, or write \\\" for each " +
			"inner quote; write '\"x\" y'",
		"colour:\n- a\n b: c\n- d\n":                     "a colon is not allowed here; indent the line like the other fields, or put the value in quotes",
		"colour:\n  - a\n  b: c\n":                       "a list entry is expected; begin the line with - and indent it like the others",
		"colour: [,a]\n":                                 "a value is expected; write one, or put the text in quotes",
		"{name: a}\nmore\n":                              "this line belongs to no field; indent it like the other fields and write name: value",
		"{\n \"name\": \"a\",\n \"count\": 3\n}\nmore\n": "this line belongs to no field; indent it like the other fields and write name: value",
		"name: | x\n":                                    "a text after | or > begins on the next line; write it there",
		"name: |0\n  x\n":                                "the number after | or > cannot be 0; leave it out",
		"name: & x\n":                                    "a value that begins with & needs quotes; put the whole text in quotes; write '& x'",
		"name: \"x\n":                                    "a text in quotes does not end; write the closing quote",
		"name: 'x\n---\n":                                "a text in quotes does not end; write the closing quote",
		"name: \"\\q\"\n":                                "a backslash in double quotes begins an escape; write two of them, or use single quotes",
		"name: \"\\xzz\"\n":                              "an escape in double quotes has wrong digits; write the character itself",
		"name: \"\\uD800\"\n":                            "an escape in double quotes has wrong digits; write the character itself",
		"%x\n":                                           "a line that begins with % is a directive of YAML; remove it, or put the text in quotes",
		"%YAML a\n":                                      "a line that begins with % is a directive of YAML; remove it, or put the text in quotes",
		"%YAML 9.1\n---\nname: x\n":                      "a line that begins with % is a directive of YAML; remove it, or put the text in quotes",
		"name: !<x\n":                                    "a value begins with !, which is a tag of YAML without quotes; put the whole text in quotes; write '!<x'",
		"name: !a!b x\n":                                 "a value begins with !, which is a tag of YAML without quotes; put the whole text in quotes; write '!a!b x'",
		"name: x\x01\n":                                  "it holds a control character; remove it",
		"name: *x\n":                                     "unknown anchor 'x' referenced; write the value itself",
	} {
		faults := document.Read(document.Source{Name: "x", Format: document.YAML, Data: []byte(text)}, &placed{}).Faults()
		if assert.Len(t, faults, 1, "%q", text) {
			assert.Equal(t, "cannot be read as YAML: "+want, faults[0].Message, "%q", text)
			assert.Equal(t, problem.FaultSyntax, faults[0].Code)
		}
	}
}

// TestNestingBeyondTheLibrarys is nesting like any other.
func TestNestingBeyondTheLibrarys(t *testing.T) {
	for _, depth := range []int{20, 20_000} {
		text := strings.Repeat("[", depth) + strings.Repeat("]", depth)
		faults := document.Read(document.Source{Name: "x", Format: document.JSON, Data: []byte(text)}, &placed{}).Faults()
		require.NotEmpty(t, faults)
		assert.Equal(t, problem.FaultNesting, faults[0].Code, faults[0].Message)
		assert.Contains(t, faults[0].Message, "write it flat")
	}
}

// TestValuesThatYAMLMisreads: quotes inside of quotes, and texts that need quotes, in each place of a document. The last
// word of the message is the text to write.
func TestValuesThatYAMLMisreads(t *testing.T) {
	const (
		quote, apostrophe = "a quote inside a text in quotes ends it", "or write '' for each inner quote"
		unended, tag      = "a text in quotes does not end", "a value begins with !"
		anchor, begin     = "that begins with & needs quotes", "needs quotes"
		colon, braces     = "a value with a colon and a space needs quotes", "a value with brackets, in braces, needs quotes"
	)
	for text, test := range map[string]struct {
		line, column int
		says, write  string
	}{
		"- id: a\n  name: \"say \"no\" twice\"\n  colour: x\n":           {2, 9, quote, `'say "no" twice'`},
		"- id: a\n  when: \"request.owner == \"a\"\"\n":                  {2, 9, quote, `'request.owner == "a"'`},
		"- name: \"say \"no\" twice\"\n  id: a\n":                        {1, 9, quote, `'say "no" twice'`},
		"- id: a\n  name: |\n    say \"no\": x\n  when: \"x \"y\" z\"\n": {4, 9, quote, `'x "y" z'`},
		"- id: a\n  name: \"say \"no\" twice\" # why\n":                  {2, 9, quote, `'say "no" twice'`},
		"- id: a\n  name: \"say \"no\" # twice\"\n":                      {2, 9, quote, `'say "no" # twice'`},
		"- id: a\n  name: \"say \"no\": twice\"\n":                       {2, 9, quote, `'say "no": twice'`},
		"- id: a\n  name: \"\"no\" is bad\"\n":                           {2, 9, quote, `'"no" is bad'`},
		"- id: a\n  when: \"a\" == x\n":                                  {2, 9, quote, `'"a" == x'`},
		"- id: a\n  when: \"x in [\"a\", \"b\"]\"\n":                     {2, 9, quote, `'x in ["a", "b"]'`},
		"- id: a\n  when: \"x != \"-\"\"\n":                              {2, 9, quote, `'x != "-"'`},
		"- id: a\n  name: \"say \"no\" it's\"\n":                         {2, 9, quote, `'say "no" it''s'`},
		"- id: a\n  name: \"it is 5\" wide\"\n":                          {2, 9, quote, ""},
		"- id: a\n  name: \"a\tb \"c\"\"\n":                              {2, 9, quote, ""},
		"- id: a\n  name: \"a\\n \"c\"\"\n":                              {2, 9, quote, ""},
		"- id: a\n  name: \"one\n   two \"c\" three\"\n":                 {2, 9, unended, ""},
		"- id: a\n  name: 'it's bad'\n":                                  {2, 9, apostrophe, `"it's bad"`},
		"- id: a\n  colour:\n  - \"say \"no\" twice\"\n":                 {3, 5, quote, `'say "no" twice'`},
		"- {id: a, name: \"say \"no\" twice\", when: x}\n":               {1, 17, quote, `'say "no" twice'`},
		"- {id: a, colour: [\"say \"no\"\", b]}\n":                       {1, 20, quote, `'say "no"'`},
		"- {id: a,\n   name: \"say \"no\" twice\"}\n":                    {2, 10, quote, `'say "no" twice'`},
		"- id: a\n  name: \"say\n  when: \"x\"\n":                        {2, 9, unended, ""},
		"- id: a\n  name: 'say\n  when: x\n":                             {2, 9, unended, ""},
		"- id: a\n  when: !x && y\n":                                     {2, 9, tag, `'!x && y'`},
		"- {id: a, when: !x}\n":                                          {1, 17, tag, `'!x'`},
		"- {id: a, when: !(x in [\"a\", \"b\"]), name: y}\n":             {1, 17, tag, `'!(x in ["a", "b"])'`},
		"- {id: a, when: x in [\"a\", \"b\"]}\n":                         {1, 17, braces, `'x in ["a", "b"]'`},
		"- id: a\n  when: *x && y\n":                                     {2, 9, begin, `'*x && y'`},
		"- id: a\n  when: &x && y\n":                                     {2, 9, anchor, `'&x && y'`},
		"- id: a\n  name: &note is bad\n":                                {2, 9, "begins with &note, which is an anchor", ""},
		"- id: a\n  name: %x # why\n":                                    {2, 9, begin, `'%x'`},
		"- id: a\n  name: @x\n":                                          {2, 9, begin, `'@x'`},
		"- id: a\n  name: `x`\n":                                         {2, 9, begin, "'`x`'"},
		"- id: a\n  name: [a] is bad\n":                                  {2, 9, begin, `'[a] is bad'`},
		"- id: a\n  when: \"The \" + x + \" y\"\n":                       {2, 9, quote, `'"The " + x + " y"'`},
		"- id: a\n  when: \"The \"+x+\" y\"\n":                           {2, 9, quote, `'"The "+x+" y"'`},
		"- {id: a, when: [\"a\", \"b\"].exists(x, x == y), name: z}\n":   {1, 17, begin, `'["a", "b"].exists(x, x == y)'`},
		"- id: a\n  when: x ? \"a\" : \"b\"\n":                           {2, 9, colon, `'x ? "a" : "b"'`},
	} {
		faults := document.Read(document.Source{Name: "x", Format: document.YAML, Data: []byte(text)}, &[]struct {
			ID     *string  `json:"id"`
			Name   *string  `json:"name"`
			When   *string  `json:"when"`
			Colour []string `json:"colour"`
		}{}).Faults()
		if !assert.NotEmpty(t, faults, text) {
			continue
		}
		assert.Equal(t, []int{test.line, test.column}, []int{faults[0].Line, faults[0].Column}, text)
		assert.Contains(t, faults[0].Message, test.says, text)
		_, write, _ := strings.Cut(faults[0].Message, "quotes; write ")
		_, behind, _ := strings.Cut(faults[0].Message, "inner quote; write ")
		assert.Equal(t, test.write, write+behind, text)
	}
}
