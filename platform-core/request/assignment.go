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

// Lines returns the lines to write into a request document so that it has the
// values: what Parse reads. The controls come last, in the object that holds
// them. A YAML text is plain where it may be, and quoted where a plain one would
// be read as something else.
func Lines(format document.Format, assignments []Assignment) []string {
	var lines, controls []string
	for _, a := range assignments {
		if control, is := ControlOf(a.Field); is {
			controls = append(controls, member(format, string(control), a.Value))
			continue
		}
		lines = append(lines, member(format, a.Field, a.Value))
	}
	if len(controls) == 0 {
		return lines
	}
	head, tail := ControlsField+":", ""
	if format == document.JSON {
		head, tail = `"`+ControlsField+`": {`, "}"
	}
	lines = append(lines, head)
	for i, c := range controls {
		if format == document.JSON && i < len(controls)-1 {
			c += ","
		}
		lines = append(lines, "  "+c)
	}
	if tail != "" {
		lines = append(lines, tail)
	}
	return lines
}

// Line returns what to write into a request document so that it has the value,
// on one line.
func (a Assignment) Line(format document.Format) string {
	control, is := ControlOf(a.Field)
	switch {
	case !is:
		return member(format, a.Field, a.Value)
	case format == document.JSON:
		return `"` + ControlsField + `": {` + member(format, string(control), a.Value) + "}"
	default:
		return ControlsField + ": {" + member(format, string(control), a.Value) + "}"
	}
}

// member writes one member of an object. A value always encodes.
func member(format document.Format, name string, v Value) string {
	if format == document.JSON {
		text, _ := json.Marshal(v)
		return `"` + name + `": ` + string(text)
	}
	if v.Kind != TextValue {
		return name + ": " + v.String()
	}
	text, _ := yaml.Marshal(v.Text)
	return name + ": " + strings.TrimSpace(string(text))
}
