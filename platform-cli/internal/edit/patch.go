package edit

import (
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

// Operation is one operation of a JSON Patch (RFC 6902).
type Operation struct {
	Op   string `json:"op"`
	Path string `json:"path"`
	// Value is the new value, or nil for a removal.
	Value any `json:"value,omitempty"`
}

// Patch returns the changes as a JSON Patch for the document. [Replacements] must have accepted the
// same changes.
func Patch(src document.Source, changes []request.Change) []Operation {
	t := read(src)
	controls, operations := map[string]request.Value{}, []Operation{}
	for _, c := range changes {
		path := "/" + strings.ReplaceAll(c.Field, ".", "/")
		switch in, i := t.find(c.Field); {
		case in == nil:
			controls[nameOf(c.Field)] = c.To
		case i >= 0 && c.To.IsZero():
			operations = append(operations, Operation{Op: "remove", Path: path})
		case i >= 0:
			operations = append(operations, Operation{Op: "replace", Path: path, Value: c.To})
		case !c.To.IsZero():
			operations = append(operations, Operation{Op: "add", Path: path, Value: c.To})
		}
	}
	if len(controls) > 0 { // "add" replaces an existing null
		operations = append(operations, Operation{Op: "add", Path: "/" + request.ControlsField, Value: controls})
	}
	return operations
}
