package server

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"platform.internal/platform-core/document"
)

// The references of the descriptions: a schema by its address, and where it is in the
// description of the API.
const (
	schemaAddress = "/schemas/"
	schemaPart    = "#/components/schemas/"
)

// wholeDescription returns the description of the API with all schemas that it refers to, so that a tool can read it
// without a server. loaded has the schemas as JSON by name.
func wholeDescription(description []byte, loaded map[string][]byte) ([]byte, error) {
	content := object(description)
	b := bundle{loaded: loaded, schemas: content["components"].(map[string]any)["schemas"].(map[string]any)}
	b.refer(content, schemaPart)
	return document.Encode(content)
}

// object decodes a JSON object that is embedded in the program.
func object(text []byte) (content map[string]any) {
	if err := json.Unmarshal(text, &content); err != nil {
		panic(err)
	}
	return content
}

// bundle puts schemas into the description of the API.
type bundle struct {
	loaded  map[string][]byte
	schemas map[string]any
}

// refer changes the references in a value to the places of the schemas in the description, and adds the schemas.
// within is the place of the value's own document.
func (b bundle) refer(value any, within string) {
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			b.refer(item, within)
		}
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok {
			v["$ref"] = b.reference(ref, within)
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			b.refer(v[name], within)
		}
	}
}

// reference returns the place of a reference in the description, and adds its schema.
func (b bundle) reference(ref, within string) string {
	address, ok := strings.CutPrefix(ref, schemaAddress)
	if !ok {
		if within == schemaPart { // the description's own
			return ref
		}
		return within + strings.TrimPrefix(ref, "#")
	}
	name, part, _ := strings.Cut(address, "#")
	b.add(name)
	return schemaPart + name + part
}

// add puts a schema into the description, once.
func (b bundle) add(name string) {
	if _, ok := b.schemas[name]; ok {
		return
	}
	schema := object(b.loaded[name])
	delete(schema, "$schema")
	delete(schema, "$id")
	withoutLongPatterns(schema)
	b.schemas[name] = schema
	b.refer(schema, schemaPart+name)
}

// withoutLongPatterns removes the patterns with characters beyond the first 65,536 from a schema. Most tools for API
// descriptions read a pattern as UTF-16, in which such ranges are not valid. The schema at its own address has them.
func withoutLongPatterns(value any) {
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			withoutLongPatterns(item)
		}
	case map[string]any:
		if all, ok := v["allOf"].([]any); ok {
			v["allOf"] = slices.DeleteFunc(all, isLongPattern)
		}
		for _, member := range v {
			withoutLongPatterns(member)
		}
	}
}

func isLongPattern(value any) bool {
	schema, _ := value.(map[string]any)
	pattern, _ := schema["pattern"].(string)
	return strings.ContainsFunc(pattern, func(r rune) bool { return r > '\uffff' })
}
