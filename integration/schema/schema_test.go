package schema_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

var (
	documents = flag.Int("documents", 2000, "compare schema and parser on that many random documents")
	dump      = flag.String("dump", "", "write the documents with the parser's verdicts to this `FILE`, one a line, for another validator")
)

// compiled returns the schema, as a validator reads it.
func compiled(t testing.TB) *jsonschema.Schema {
	t.Helper()
	encoded, err := document.Encode(request.Schema(nil))
	require.NoError(t, err)
	content, err := jsonschema.UnmarshalJSON(bytes.NewReader(encoded))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	require.NoError(t, compiler.AddResource("file:///request", content))
	schema, err := compiler.Compile("file:///request")
	require.NoError(t, err)
	return schema
}

// verdicts returns what the schema and the parser have against a document.
func verdicts(t testing.TB, schema *jsonschema.Schema, doc any) (bySchema, byParser error) {
	t.Helper()
	text, err := json.Marshal(doc)
	require.NoError(t, err)
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	_, byParser = request.Parse(document.Source{Format: document.JSON, Data: text})
	return schema.Validate(value), byParser
}

// asYAML returns a document in YAML.
func asYAML(t testing.TB, doc any) []byte {
	t.Helper()
	text, err := yaml.Marshal(node(t, doc))
	require.NoError(t, err)
	return text
}

// node returns the node of a value. Texts with tabs and line ends are quoted: the library writes
// some of them as blocks that it does not read.
func node(t testing.TB, v any) *yaml.Node {
	t.Helper()
	var n yaml.Node
	switch v := v.(type) {
	case map[string]any:
		n.Kind = yaml.MappingNode
		for _, name := range slices.Sorted(maps.Keys(v)) {
			n.Content = append(n.Content, node(t, name), node(t, v[name]))
		}
	case string:
		n = yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: v}
		if strings.ContainsAny(v, "\t\r\n\u0085\u2028\u2029") {
			n.Style = yaml.DoubleQuotedStyle
		}
	default:
		require.NoError(t, n.Encode(v))
	}
	return &n
}

// TestTheTableIsTheSchemas compares the schema with the parser on random documents, in JSON
// and in YAML. Every document is made from the table of fields and the number that it has.
func TestTheTableIsTheSchemas(t *testing.T) {
	schema := compiled(t)
	var lines bytes.Buffer
	count := map[string]int{}
	for i := range *documents {
		doc := random(rand.New(rand.NewPCG(14, uint64(i))))
		bySchema, byParser := verdicts(t, schema, doc)
		inYAML := asYAML(t, doc)
		_, byYAML := request.Parse(document.Source{Format: document.YAML, Data: inYAML})
		if !countable(doc) {
			count["not countable"]++
			continue
		}
		text, err := json.Marshal(doc)
		require.NoError(t, err)
		require.Equal(t, byParser == nil, byYAML == nil, "document %d as YAML: %v\n%s", i, byYAML, inYAML)
		if !assert.Equal(t, byParser == nil, bySchema == nil, "document %d: %s\nparser: %v\nschema: %v", i, text, byParser, bySchema) && count["disagreements"] > 10 {
			break
		}
		count[map[bool]string{true: "valid", false: "not valid"}[byParser == nil]]++
		if (byParser == nil) != (bySchema == nil) {
			count["disagreements"]++
		}
		line, err := json.Marshal(map[string]any{"valid": byParser == nil, "document": json.RawMessage(text)})
		require.NoError(t, err)
		lines.Write(append(line, '\n'))
	}
	t.Log(count)
	for _, verdict := range []string{"valid", "not valid"} {
		assert.Greater(t, count[verdict], *documents/5, verdict)
	}
	if *dump != "" {
		require.NoError(t, os.WriteFile(*dump, lines.Bytes(), 0o600))
	}
}

// TestTheTableIsTheSchemasAtTheEdges tries every text and every other value in every field.
func TestTheTableIsTheSchemasAtTheEdges(t *testing.T) {
	schema := compiled(t)
	var values []any
	for _, text := range edges {
		values = append(values, text, " "+text+"\t", strings.ToUpper(text))
	}
	values = append(values, others...)
	for _, f := range request.Fields() {
		if f.IsControl() {
			continue
		}
		for _, v := range values {
			doc := plain()
			doc[f.Name] = v
			if bySchema, byParser := verdicts(t, schema, doc); countable(doc) {
				assert.Equal(t, byParser == nil, bySchema == nil, "%s: %q\nparser: %v\nschema: %v", f.Name, v, byParser, bySchema)
			}
		}
	}
}

// TestWhatASchemaCannotSay names the documents on which schema and parser differ; docs/editors.md
// lists them.
func TestWhatASchemaCannotSay(t *testing.T) {
	schema := compiled(t)
	long := strings.Repeat("two  ", 110) // 550 characters as they are written
	for name, tt := range map[string]struct {
		from, to      string
		schema, parse bool
	}{
		"a field that is written twice":             {`{`, `{"owner":"a@example.com",`, true, false},
		"a number that is not in plain digits":      {`:500`, `:500.0`, true, false},
		"a number with an exponent":                 {`:500`, `:5e2`, true, false},
		"half of a surrogate pair in another field": {`"my-application"`, `"\ud800"`, false, false},
		"characters that are joined":                {"Say in a sentence what the environment is for.", "e\u0301e\u0301e\u0301e\u0301e\u0301", true, false},
		"characters that are split":                 {"Say in a sentence what the environment is for.", "\u0958\u0958\u0958\u0958\u0958", false, true},
		"short enough without runs of white space":  {"Say in a sentence what the environment is for.", long, true, true},
		"too long, with runs of white space":        {"Say in a sentence what the environment is for.", long + strings.Repeat("x", 62), true, false},
	} {
		text, err := json.Marshal(plain())
		require.NoError(t, err)
		require.Contains(t, string(text), tt.from)
		changed := strings.Replace(string(text), tt.from, tt.to, 1)
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(changed))
		require.NoError(t, err)
		_, err = request.Parse(document.Source{Format: document.JSON, Data: []byte(changed)})
		assert.Equal(t, tt.parse, err == nil, name)
		assert.Equal(t, tt.schema, schema.Validate(value) == nil, name)
	}
}

// FuzzSchema tries any text in any field.
func FuzzSchema(f *testing.F) {
	schema := compiled(f)
	fields := request.Fields()
	for i := range fields {
		for _, text := range edges {
			f.Add(text, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, text string, field uint8) {
		doc := plain()
		doc[fields[int(field)%len(fields)].Name] = strings.ToValidUTF8(text, "?")
		if bySchema, byParser := verdicts(t, schema, doc); countable(doc) {
			require.Equal(t, byParser == nil, bySchema == nil, "parser: %v\nschema: %v", byParser, bySchema)
		}
	})
}
