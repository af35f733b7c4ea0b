package request

import (
	"encoding/json"
	"strings"

	"gopkg.in/yaml.v3"

	"platform.internal/platform-core/document"
)

// Assignment is a field and the value to write into it.
type Assignment struct {
	Field string
	Value Value
}

// Lines returns the lines of a request document with the values, as [Parse] reads them; in JSON they go between braces.
// The controls come last, in their object. A YAML text is quoted only if a plain one would be read as another type.
func Lines(format document.Format, assignments []Assignment) []string {
	var members, controls []string
	for _, a := range assignments {
		if control, ok := ControlOf(a.Field); ok {
			controls = append(controls, member(format, string(control), a.Value))
			continue
		}
		members = append(members, member(format, a.Field, a.Value))
	}
	if len(controls) == 0 {
		return separated(format, members)
	}
	head, tail := ControlsField+":", ""
	if format == document.JSON {
		head, tail = `"`+ControlsField+`": {`, "}"
	}
	lines := separated(format, append(members, head))
	for _, c := range separated(format, controls) {
		lines = append(lines, "  "+c)
	}
	if tail != "" {
		lines = append(lines, tail)
	}
	return lines
}

// separated appends a comma to each line but the last, for JSON.
func separated(format document.Format, lines []string) []string {
	if format == document.JSON {
		for i := range len(lines) - 1 {
			lines[i] += ","
		}
	}
	return lines
}

// Line returns the assignment as one line of a request document.
func (a Assignment) Line(format document.Format) string {
	control, ok := ControlOf(a.Field)
	switch {
	case !ok:
		return member(format, a.Field, a.Value)
	case format == document.JSON:
		return `"` + ControlsField + `": {` + member(format, string(control), a.Value) + "}"
	default:
		return ControlsField + ": {" + member(format, string(control), a.Value) + "}"
	}
}

// member writes one member of an object.
func member(format document.Format, name string, v Value) string {
	if format == document.JSON {
		name = `"` + name + `"`
	}
	return name + ": " + Literal(format, v)
}

// Literal returns the text of a value in a document.
func Literal(format document.Format, v Value) string {
	if format == document.YAML && v.Kind == TextValue {
		text, _ := yaml.Marshal(v.Text)
		return strings.TrimSpace(string(text))
	}
	text, _ := json.Marshal(v) // a value always encodes
	return string(text)
}
