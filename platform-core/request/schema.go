package request

import (
	"maps"
	"slices"
	"strings"
)

// Schema returns the JSON Schema (draft 2020-12) of a request document, for encoding/json. It accepts the documents
// that [Parse] accepts. It does not see how a document is written: a field twice, a number as 500.0, an alias or tag
// of YAML, half of a surrogate pair. It cannot count some texts: see lengths.
//
// regions are those that an installation allows, and may be nil. The schema accepts others too: a rule denies them.
func Schema(regions []string) map[string]any {
	properties, controls := map[string]any{}, map[string]any{}
	var required []any
	for _, f := range fields {
		if f.Name == RegionField && len(regions) > 0 {
			f.Text.Samples = regions
			f.Text.Description = "Allowed in this installation: " + strings.Join(regions, ", ") + "."
		}
		if control, ok := ControlOf(f.Name); ok {
			controls[string(control)] = f.schema()
			continue
		}
		properties[f.Name] = f.schema()
		if !f.Optional {
			required = append(required, f.Name)
		}
	}
	properties[ControlsField] = map[string]any{
		"description":          "The mandated controls; each is on when it is left out.",
		"type":                 []any{"object", "null"},
		"additionalProperties": false,
		"properties":           controls,
	}
	return map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"$id":     "/schemas/environment-request",
		"title":   "Environment request",
		"description": "What a developer asks for. Texts may be in any case and have white space around them. " +
			"A request that is well-formed and that a rule forbids, such as one for another region, is denied, not refused.",
		"type":                 "object",
		"additionalProperties": false,
		"required":             required,
		"properties":           properties,
	}
}

var schemaTypes = map[ValueKind]string{TextValue: "string", NumberValue: "integer", FlagValue: "boolean"}

// schema returns the schema of one field.
func (f *Field) schema() map[string]any {
	s := map[string]any{}
	put := func(name string, value any, there bool) {
		if there {
			s[name] = value
		}
	}
	name := schemaTypes[f.Kind]
	put("type", name, !f.Optional)
	put("type", []any{name, "null"}, f.Optional)
	put("description", f.Text.Description, f.Text.Description != "")
	put("examples", f.Text.Samples, f.Text.Samples != nil)
	put("minimum", f.Limits.Min, f.Limits.Max > 0)
	put("maximum", f.Limits.Max, f.Limits.Max > 0)
	if f.Kind == TextValue {
		maps.Copy(s, f.texts())
	}
	return s
}

// texts returns the part of the schema that bounds a text.
func (f *Field) texts() map[string]any {
	if f.Values != nil {
		return f.choice()
	}
	var patterns []pattern
	for _, expression := range f.written {
		patterns = append(patterns, f.padded(expression))
	}
	if f.prose {
		patterns = append(patterns, prosePatterns()...)
	}
	all := append(asPatterns(patterns...), f.lengths()...)
	if len(all) == 0 {
		return nil
	}
	bound := allOf(all)
	if f.Optional { // an empty text means that there is none
		return map[string]any{"anyOf": []any{asPattern(f.padded("")), bound}}
	}
	return bound
}

// allOf returns the schema of the values that all schemas accept.
func allOf(all []any) map[string]any {
	if len(all) == 1 {
		return all[0].(map[string]any)
	}
	return map[string]any{"allOf": all}
}

// choice returns the part for a text with few values: the values, which editors offer, and the other spellings of them.
// No such text is optional.
func (f *Field) choice() map[string]any {
	words := append(slices.Clone(f.Values), slices.Sorted(maps.Keys(f.short))...)
	for i, w := range words {
		words[i] = f.inAnyCase(w)
	}
	return map[string]any{"anyOf": []any{
		map[string]any{"enum": f.Values}, asPattern(f.padded("(?:" + strings.Join(words, "|") + ")")),
	}}
}
