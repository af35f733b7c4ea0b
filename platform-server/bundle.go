package server

import (
	"encoding/json"
	"fmt"
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
	var content map[string]any
	if err := json.Unmarshal(description, &content); err != nil {
		return nil, fmt.Errorf("read the description of the API: %w", err)
	}
	b := bundle{loaded: loaded, schemas: content["components"].(map[string]any)["schemas"].(map[string]any)}
	if err := b.refer(content, schemaPart); err != nil {
		return nil, err
	}
	return document.Encode(content)
}

// bundle puts schemas into the description of the API.
type bundle struct {
	loaded  map[string][]byte
	schemas map[string]any
}

// refer changes the references in a value to the places of the schemas in the description, and adds the schemas.
// within is the place of the value's own document.
func (b bundle) refer(value any, within string) error {
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			if err := b.refer(item, within); err != nil {
				return err
			}
		}
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok {
			changed, err := b.reference(ref, within)
			if err != nil {
				return err
			}
			v["$ref"] = changed
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if err := b.refer(v[name], within); err != nil {
				return err
			}
		}
	}
	return nil
}

// reference returns the place of a reference in the description, and adds its schema.
func (b bundle) reference(ref, within string) (string, error) {
	address, ok := strings.CutPrefix(ref, schemaAddress)
	if !ok {
		if within == schemaPart { // the description's own
			return ref, nil
		}
		return within + strings.TrimPrefix(ref, "#"), nil
	}
	name, part, _ := strings.Cut(address, "#")
	return schemaPart + name + part, b.add(name)
}

// add puts a schema into the description, once.
func (b bundle) add(name string) error {
	if _, ok := b.schemas[name]; ok {
		return nil
	}
	var schema map[string]any
	if err := json.Unmarshal(b.loaded[name], &schema); err != nil {
		return fmt.Errorf("read the schema %s: %w", name, err)
	}
	delete(schema, "$schema")
	delete(schema, "$id")
	withoutLongPatterns(schema)
	b.schemas[name] = schema
	return b.refer(schema, schemaPart+name)
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
