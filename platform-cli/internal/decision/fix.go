package decision

import (
	"encoding/json"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

// fixLines are the lines to write into the request's file so that policy
// accepts it, in the syntax of that file.
func fixLines(e Evaluated) []string {
	if len(e.Fix) == 0 {
		return []string{"No list of suggested values leads to acceptance; the remediations in the record say what to change."}
	}
	lines := []string{"With these values policy accepts it:"}
	var controls []string
	for _, change := range e.Fix {
		name, inner := strings.CutPrefix(change.Field, "controls.")
		text := assignment(e.Source.Format, name, change.To)
		if inner {
			controls = append(controls, "    "+text)
			continue
		}
		lines = append(lines, "  "+text)
	}
	return append(lines, nested(e.Source.Format, controls)...)
}

// assignment writes one field: YAML as plain as it may be, quoted where a plain
// value would be read as something else.
func assignment(format document.Format, name string, v request.Value) string {
	if format == document.JSON {
		text, err := json.Marshal(v)
		if err != nil {
			return name
		}
		return `"` + name + `": ` + string(text)
	}
	if v.Kind != request.TextValue {
		return name + ": " + v.String()
	}
	text, err := yaml.Marshal(v.Text)
	if err != nil {
		return name
	}
	return name + ": " + strings.TrimSpace(string(text))
}

// nested puts the controls under their parent.
func nested(format document.Format, controls []string) []string {
	if len(controls) == 0 {
		return nil
	}
	if format == document.JSON {
		for i := range len(controls) - 1 {
			controls[i] += ","
		}
		return slices.Concat([]string{`  "controls": {`}, controls, []string{"  }"})
	}
	return slices.Concat([]string{"  controls:"}, controls)
}
