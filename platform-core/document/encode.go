package document

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Encode returns v as the platform shows JSON: two-space indentation, fields in
// the order of the struct, characters as they are (no HTML escapes), one final
// newline. Map keys come sorted from encoding/json.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, err)
	}
	return b.Bytes(), nil
}
