package edit

import (
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

// Operation is one of a JSON Patch (RFC 6902).
type Operation struct {
	Op   string `json:"op"`
	Path string `json:"path"`
	// Value is nil for what is removed.
	Value any `json:"value,omitempty"`
}

// Patch returns the changes as a JSON Patch of the document as it is written.
func Patch(src document.Source, changes []request.Change) ([]Operation, error) {
	t, err := read(src)
	if err != nil {
		return nil, err
	}
	controls, operations := map[string]request.Value{}, []Operation{}
	for _, c := range changes {
		m, in := t.member(c.Field)
		path := "/" + c.Field
		control, is := request.ControlOf(c.Field)
		if is {
			path = "/" + request.ControlsField + "/" + string(control)
		}
		switch {
		case in == nil:
			controls[string(control)] = c.To
		case m != nil && c.To.IsZero():
			operations = append(operations, Operation{Op: "remove", Path: path})
		case m != nil:
			operations = append(operations, Operation{Op: "replace", Path: path, Value: c.To})
		case !c.To.IsZero():
			operations = append(operations, Operation{Op: "add", Path: path, Value: c.To})
		}
	}
	if len(controls) > 0 { // add replaces what is there: null
		operations = append(operations, Operation{Op: "add", Path: "/" + request.ControlsField, Value: controls})
	}
	return operations, nil
}
