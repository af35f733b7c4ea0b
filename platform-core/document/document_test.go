package document_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

type thing struct {
	Name  *string           `json:"name"`
	Count *int64            `json:"count"`
	On    *bool             `json:"on"`
	Tags  []string          `json:"tags"`
	Map   map[string]string `json:"map"`
	Inner *inner            `json:"inner"`
}

type inner struct {
	Deep *string `json:"deep"`
}

func read(format document.Format, text string) (thing, *document.Reading) {
	var into thing
	r := document.Read(document.Source{Name: "file", Format: format, Data: []byte(text)}, &into)
	return into, r
}

// TestStrictness lists, for both syntaxes, texts that lenient decoders accept.
func TestStrictness(t *testing.T) {
	tests := []struct {
		name      string
		format    document.Format
		text      string
		field     string
		code      problem.FaultCode
		line      int
		malformed bool
	}{
		{"unknown field", document.JSON, `{"nam":"x"}`, "nam", problem.FaultUnknown, 1, false},
		{"other case", document.JSON, "{\n\"Name\":\"x\"}", "Name", problem.FaultUnknown, 2, false},
		{"duplicate", document.JSON, "{\"name\":\"x\",\n\"name\":\"x\"}", "name", problem.FaultDuplicate, 2, false},
		{"duplicate by escape", document.JSON, `{"name":"x","\u006eame":"y"}`, "name", problem.FaultDuplicate, 1, false},
		{"duplicate inside", document.JSON, `{"map":{"a":"x","a":"y"}}`, "map.a", problem.FaultDuplicate, 1, false},
		{"trailing data", document.JSON, `{"name":"x"} x`, "", problem.FaultSyntax, 1, true},
		{"second document", document.JSON, `{"name":"x"}{}`, "", problem.FaultSyntax, 1, true},
		{"comma", document.JSON, `{"name":"x",}`, "", problem.FaultSyntax, 1, true},
		{"lone high surrogate", document.JSON, `{"name":"a\ud800"}`, "name", problem.FaultEncoding, 1, false},
		{"lone low surrogate", document.JSON, `{"name":"\udc00a"}`, "name", problem.FaultEncoding, 1, false},
		{"high surrogate twice", document.JSON, `{"name":"\ud800\ud800"}`, "name", problem.FaultEncoding, 1, false},
		{"lone surrogate in a name", document.JSON, `{"\ud800":"x"}`, "", problem.FaultEncoding, 1, false},
		{"broken UTF-8", document.JSON, "{\"name\":\"\xff\"}", "", problem.FaultEncoding, 0, true},
		{"two byte order marks", document.JSON, "\ufeff\ufeff{}", "", problem.FaultSyntax, 1, true},
		{"UTF-16", document.JSON, "\xff\xfe{\x00}\x00", "", problem.FaultEncoding, 0, true},
		{"empty", document.JSON, " \n", "", problem.FaultSyntax, 0, true},
		{"no object", document.JSON, `[1]`, "", problem.FaultType, 1, true},
		{"deep", document.JSON, `{"tags":[[[[[]]]]]}`, "tags[0][0]", problem.FaultNesting, 1, true},
		{"text for a number", document.JSON, `{"count":"5"}`, "count", problem.FaultType, 1, false},
		{"fraction", document.JSON, `{"count":5.0}`, "count", problem.FaultType, 1, false},
		{"exponent", document.JSON, `{"count":5e0}`, "count", problem.FaultType, 1, false},
		{"too large", document.JSON, `{"count":9223372036854775808}`, "count", problem.FaultForm, 1, false},
		{"number for text", document.JSON, `{"name":5}`, "name", problem.FaultType, 1, false},
		{"null in a list", document.JSON, `{"tags":["a",null]}`, "tags[1]", problem.FaultType, 1, false},
		{"text for a switch", document.JSON, `{"on":"true"}`, "on", problem.FaultType, 1, false},
		{"unknown inside", document.JSON, `{"inner":{"x":1}}`, "inner.x", problem.FaultUnknown, 1, false},

		{"unknown field", document.YAML, "nam: x", "nam", problem.FaultUnknown, 1, false},
		{"duplicate", document.YAML, "name: x\nname: x", "name", problem.FaultDuplicate, 2, false},
		{"second document", document.YAML, "name: x\n---\nname: y", "", problem.FaultSyntax, 0, true},
		{"alias", document.YAML, "name: &a x\ninner:\n  deep: *a", "inner.deep", problem.FaultAlias, 3, false},
		{"merge", document.YAML, "map: &a {b: c}\ninner:\n  <<: *a", "inner", problem.FaultAlias, 3, false},
		{"null key", document.YAML, "~: x", "", problem.FaultKey, 1, false},
		{"number key", document.YAML, "map: {1: x}", "map", problem.FaultKey, 1, false},
		{"list key", document.YAML, "? [a]\n: x", "", problem.FaultKey, 1, false},
		{"tag", document.YAML, "name: !!binary aGk=", "name", problem.FaultType, 1, false},
		{"own tag", document.YAML, "name: !env HOME", "name", problem.FaultType, 1, false},
		{"tagged switch", document.YAML, "on: !!bool maybe", "on", problem.FaultType, 1, false},
		{"tagged nothing", document.YAML, "name: !!null 2027-01-01", "name", problem.FaultType, 1, false},
		{"tagged number", document.YAML, "count: !!int \"500\"", "count", problem.FaultType, 1, false},
		{"tagged text", document.YAML, "name: !!str x", "name", problem.FaultType, 1, false},
		{"tagged list", document.YAML, "tags: !!set {a, b}", "tags", problem.FaultType, 1, false},
		{"tagged key", document.YAML, "!!str name: x", "", problem.FaultKey, 1, false},
		{"open list", document.YAML, "name: x\non: true\ntags: [a, b\ncount: 1", "", problem.FaultSyntax, 3, true},
		{"tab", document.YAML, "\tname: x", "", problem.FaultSyntax, 1, true},
		{"unknown anchor", document.YAML, "on: true\nname: *nope", "", problem.FaultSyntax, 2, true},
		{"control character", document.YAML, "on: true\nname: a\x01b", "", problem.FaultSyntax, 2, true},
		{"octal", document.YAML, "count: 0o17", "count", problem.FaultType, 1, false},
		{"hexadecimal", document.YAML, "count: 0x1F", "count", problem.FaultType, 1, false},
		{"underscores", document.YAML, "count: 1_000", "count", problem.FaultType, 1, false},
		{"leading zero", document.YAML, "count: 010", "count", problem.FaultType, 1, false},
		{"infinity", document.YAML, "count: .inf", "count", problem.FaultType, 1, false},
		{"syntax", document.YAML, "name: x\n  y: [", "", problem.FaultSyntax, 2, true},
		{"only a comment", document.YAML, "# nothing", "", problem.FaultSyntax, 0, true},
		{"deep", document.YAML, "tags: [[[[[x]]]]]", "tags[0][0]", problem.FaultNesting, 1, true},
	}
	for _, tt := range tests {
		t.Run(string(tt.format)+" "+tt.name, func(t *testing.T) {
			_, reading := read(tt.format, tt.text)
			require.NotEmpty(t, reading.Faults())
			fault := reading.Faults()[0]
			assert.Equal(t, tt.field, fault.Field)
			assert.Equal(t, tt.code, fault.Code, fault.Message)
			assert.Equal(t, tt.line, fault.Line)
			assert.Equal(t, tt.malformed, reading.Malformed())
			assert.NotContains(t, strings.ToLower(fault.Message), "invalid")
		})
	}
}

func TestGoodDocuments(t *testing.T) {
	for name, source := range map[string]struct {
		format document.Format
		text   string
	}{
		"JSON": {document.JSON, `{"name":"a \ud83d\ude00 b","count":-5,"on":true,"tags":["x","y"],"map":{"k":"v"},"inner":{"deep":"d"}}`},
		"JSON after a byte order mark": {document.JSON,
			"\ufeff" + `{"name":"a 😀 b","count":-5,"on":true,"tags":["x","y"],"map":{"k":"v"},"inner":{"deep":"d"}}`},
		"YAML": {document.YAML, "name: \"a \\U0001F600 b\"\ncount: -5\non: true\ntags: [x, y]\nmap: {k: v}\ninner:\n  deep: d\n"},
	} {
		t.Run(name, func(t *testing.T) {
			got, reading := read(source.format, source.text)
			require.Empty(t, reading.Faults())
			assert.Equal(t, "a 😀 b", *got.Name)
			assert.Equal(t, int64(-5), *got.Count)
			assert.True(t, *got.On)
			assert.Equal(t, []string{"x", "y"}, got.Tags)
			assert.Equal(t, map[string]string{"k": "v"}, got.Map)
			assert.Equal(t, "d", *got.Inner.Deep)
		})
	}
}

func TestAmountsNameTheDigitsToWrite(t *testing.T) {
	for text, want := range map[string]string{
		"1,000": "1000", "$500": "500", "$1,250.00": "1250", "500 USD": "500", "500.00": "500", "1_000": "1000", "12'500": "12500",
		"1,00": "", "010": "", "1.5": "", "many": "", "5e2": "",
	} {
		_, reading := read(document.YAML, "count: "+text)
		require.Len(t, reading.Faults(), 1, text)
		_, write, _ := strings.Cut(reading.Faults()[0].Message, "; write ")
		assert.Equal(t, want, write, text)
	}
}

func TestAnExpressionThatLooksLikeATag(t *testing.T) {
	for text, want := range map[string]string{
		`!(request.owner in ["a"])`: `name begins with !, which is a tag of YAML without quotes; write '!(request.owner in ["a"])'`,
		`!request.on`:               `name begins with !, which is a tag of YAML without quotes; write '!request.on'`,
		`!(days('x') == 3)`:         `name begins with !, which is a tag of YAML without quotes; write "!(days('x') == 3)"`,
		`!!(request.on in ["a"])`:   `name begins with !, which is a tag of YAML without quotes; write '!!(request.on in ["a"])'`,
		`!!request`:                 `name begins with !, which is a tag of YAML without quotes; write '!!request'`,
		`!!str x`:                   `name has the tag !!str; write a plain value without a tag`,
		`! request.on`:              `name begins with !, which is a tag of YAML without quotes; write '! request.on'`,
		`! [a]`:                     `name has the tag !; write a plain value without a tag`,
		`!a("x").b`:                 ` cannot be read as YAML: a value begins with !, which is a tag of YAML without quotes; put the whole text in quotes; write '!a("x").b'`,
		`!a("x").b # c`:             ` cannot be read as YAML: a value begins with !, which is a tag of YAML without quotes; put the whole text in quotes; write '!a("x").b'`,
		`!env HOME`:                 `name has the tag !env; write a plain value without a tag`,
	} {
		_, reading := read(document.YAML, "name: "+text)
		require.Len(t, reading.Faults(), 1, text)
		assert.Equal(t, want, reading.Faults()[0].Field+" "+reading.Faults()[0].Message)
	}
}

// TestMarksInTexts checks that a "!" is a fault only at the start of a value.
func TestMarksInTexts(t *testing.T) {
	for _, text := range []string{"'! x'", "x ! y", "x # ! y", "\"x\u2028y\"\ntags:\n- \"\\u2028!\"", "|\n  ! x", "x\n# ! y"} {
		_, reading := read(document.YAML, "name: "+text)
		assert.Empty(t, reading.Faults(), text)
	}
	_, reading := read(document.YAML, "name: é\ntags: [é, ! a, '!', ! b]\n")
	require.Len(t, reading.Faults(), 2)
}

func TestNullIsAbsent(t *testing.T) {
	got, reading := read(document.JSON, `{"name":null,"count":null,"tags":null,"map":null,"inner":null}`)
	require.Empty(t, reading.Faults())
	assert.Equal(t, thing{}, got)
}

func TestUnquotedDatesStayText(t *testing.T) {
	got, reading := read(document.YAML, "name: 2026-12-15")
	require.Empty(t, reading.Faults())
	assert.Equal(t, "2026-12-15", *got.Name)
}

func TestEveryFaultIsFound(t *testing.T) {
	_, reading := read(document.JSON, `{"name":1,"nam":2,"count":"x","on":0,"tags":{},"map":[],"inner":[]}`)
	assert.Len(t, reading.Faults(), 7)
}

func TestLinesAreOnlyForFiles(t *testing.T) {
	var into thing
	reading := document.Read(document.Source{Format: document.JSON, Data: []byte("{\n\"x\":1}")}, &into)
	require.Len(t, reading.Faults(), 1)
	assert.Zero(t, reading.Faults()[0].Line)
}

func TestUnknownFieldOffersTheNearest(t *testing.T) {
	for text, offer := range map[string]string{
		`{"coutn":1}`: "write count",
		`{"NAME":1}`:  "write name",
		`{"zebra":1}`: "the fields are name, count, on, tags, map, inner",
		`{"` + strings.Repeat("n", 5000) + `":1}`: "the fields are",
	} {
		_, reading := read(document.JSON, text)
		assert.Contains(t, reading.Faults()[0].Message, offer)
	}
}

func TestNearestKnowsCamelCase(t *testing.T) {
	fields := []string{"cost_centre", "network_cidr"}
	assert.Equal(t, "cost_centre", document.Nearest("costCenter", fields))
	assert.Equal(t, "network_cidr", document.Nearest("networkCidr", fields))
	assert.Equal(t, "repo", document.Nearest("repository", []string{"repo", "rep", "file"}))
	assert.Empty(t, document.Nearest("internal-restricted", []string{"internal", "restricted"}), "one of two words is another value")
}

func TestCommentsInJSONAreNamed(t *testing.T) {
	for _, text := range []string{"{\n  // a\n  \"name\": \"x\"}", "{\"name\": \"x\" # a\n}"} {
		_, reading := read(document.JSON, text)
		assert.Equal(t, "cannot be read as JSON: it has no comments; remove the comment, or write YAML", reading.Faults()[0].Message)
	}
}

func TestEncodeEscapesWhatATerminalActsOn(t *testing.T) {
	text := "a\x7f\u009b\u202e\u2066b <é>"
	encoded, err := document.Encode(map[string]string{text: text})
	require.NoError(t, err)
	for _, c := range text {
		if c == 'a' || c == 'b' || c == ' ' || c == '<' || c == 'é' || c == '>' {
			assert.Contains(t, string(encoded), string(c))
			continue
		}
		assert.NotContains(t, string(encoded), string(c), "%U", c)
	}
	var back map[string]string
	require.NoError(t, json.Unmarshal(encoded, &back))
	assert.Equal(t, map[string]string{text: text}, back)
}

func TestFormatOf(t *testing.T) {
	for name, want := range map[string]document.Format{
		"a.json": document.JSON, "a.JSON": document.JSON, "a.yaml": document.YAML, "a.yml": document.YAML,
	} {
		assert.Equal(t, want, document.FormatOf(name, nil))
	}
	assert.Equal(t, document.JSON, document.FormatOf("-", []byte("\n {")))
	assert.Equal(t, document.YAML, document.FormatOf("-", []byte("a: b")))
}

// FuzzRead holds that any text is read, or refused with words, without a panic.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"name":"x","inner":{"deep":"y"}}`), true)
	f.Add([]byte("name: &a [*a]\n"), false)
	f.Add([]byte("\"\\\n\t"), false)
	f.Fuzz(func(t *testing.T, data []byte, isJSON bool) {
		format := document.YAML
		if isJSON {
			format = document.JSON
		}
		_, reading := read(format, string(data))
		for _, fault := range reading.Faults() {
			require.NotEmpty(t, fault.Message)
			require.NotEmpty(t, fault.Code)
		}
		require.False(t, reading.Malformed() && len(reading.Faults()) == 0)
	})
}
