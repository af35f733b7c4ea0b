package request

// Schema returns the JSON Schema (draft 2020-12) of a request document, as the
// values that encoding/json has for JSON. The patterns describe the normal form.
func Schema() map[string]any {
	properties, controls := map[string]any{}, map[string]any{}
	var required []any
	for _, f := range fields {
		if control, is := ControlOf(f.Name); is {
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
		"description": "What a developer asks for. Text is trimmed and brought to the case given here before it is checked; these " +
			"patterns describe the normal form. A request that is well-formed and that a rule forbids is denied, not refused.",
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
	put("type", name, f.Values == nil && !f.Optional)
	put("type", []any{name, "null"}, f.Optional)
	put("enum", f.Values, f.Values != nil)
	put("description", f.Text.Description, f.Text.Description != "")
	put("examples", f.Text.Samples, f.Text.Samples != nil)
	put("pattern", f.Limits.Pattern, f.Limits.Pattern != "")
	put("minLength", f.Limits.MinLength, f.Limits.MinLength > 0)
	put("maxLength", f.Limits.MaxLength, f.Limits.MaxLength > 0)
	put("minimum", f.Limits.Min, f.Limits.Max > 0)
	put("maximum", f.Limits.Max, f.Limits.Max > 0)
	return s
}
