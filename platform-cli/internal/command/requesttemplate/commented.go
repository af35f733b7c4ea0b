package requesttemplate

import (
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

// schemaComment names the schema for editors that use yaml-language-server, such as Visual Studio
// Code.
const schemaComment = "# yaml-language-server: $schema=request.schema.json"

// commented returns the lines of a request as YAML, with a comment above each field.
func commented(r request.Request) []string {
	lines := []string{schemaComment}
	for _, f := range request.Fields() {
		v := f.Get(&r)
		if f.IsControl() && v == f.Default {
			continue // the default is on
		}
		comment := f.Text.Hint
		if f.Values != nil {
			comment = strings.Join(f.Values, ", ")
		}
		lines = append(lines, "", "# "+comment)
		if v.IsZero() {
			lines = append(lines, "# "+f.Name+":")
			continue
		}
		lines = append(lines, request.Assignment{Field: f.Name, Value: v}.Line(document.YAML))
	}
	return append(lines, "", "# Controls that are left out are on; policy wants them on.")
}
