package request

import (
	"encoding/json"
	"fmt"
	"strings"

	"platform.internal/platform-core/document"
)

// With returns the request with one field changed, in normal form. The error is
// a *problem.Problem when the field cannot take the value.
func (r Request) With(field string, v Value) (Request, error) {
	plain, err := json.Marshal(r)
	if err != nil {
		return Request{}, fmt.Errorf("encode request: %w", err)
	}
	var fields map[string]any
	if err := json.Unmarshal(plain, &fields); err != nil {
		return Request{}, fmt.Errorf("decode request: %w", err)
	}
	target, name := fields, field
	if inner, ok := strings.CutPrefix(field, "controls."); ok {
		target, name = fields["controls"].(map[string]any), inner
	}
	target[name] = v
	changed, err := json.Marshal(fields)
	if err != nil {
		return Request{}, fmt.Errorf("encode change: %w", err)
	}
	return Parse(document.Source{Format: document.JSON, Data: changed})
}
