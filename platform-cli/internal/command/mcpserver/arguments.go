package mcpserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// checkNames returns an error if the arguments are not an object, or if a name is unknown or occurs
// twice. The package encoding/json accepts REQUEST for request, and the last of two equal names.
func checkNames(arguments json.RawMessage, known map[string]any) error {
	if len(arguments) == 0 || string(arguments) == "null" {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(arguments))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return wrong("The arguments must be an object; give each argument by its name.")
	}
	seen := map[string]bool{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return wrong("The arguments are not JSON: %v.", err)
		}
		name := token.(string)
		if _, ok := known[name]; !ok {
			return unknownArgument(name, slices.Sorted(maps.Keys(known)))
		}
		if seen[name] {
			return wrong("The argument %s is given twice; give it once.", name)
		}
		seen[name] = true
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return wrong("The arguments are not JSON: %v.", err)
		}
	}
	return nil
}

// maxName bounds the quoted part of a name, in characters.
const maxName = 40

func unknownArgument(name string, known []string) error {
	shown := problem.Excerpt(name, maxName)
	if near := document.Nearest(name, known); near != "" {
		return wrong("There is no argument %q. Did you mean %s?", shown, near)
	}
	return wrong("There is no argument %q. Write one of: %s.", shown, strings.Join(known, ", "))
}

// decodeArguments decodes the arguments of a call into a struct. [checkNames] must have accepted
// them.
func decodeArguments(arguments json.RawMessage, into any) error {
	if len(arguments) == 0 {
		return nil
	}
	err := json.Unmarshal(arguments, into)
	var mismatch *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &mismatch):
		return wrong("The arguments are not JSON: %v.", err)
	case strings.HasSuffix(mismatch.Field, "files"): // the member "files", or a text in it
		return wrong("The argument %s must be an object with each path and its text.", mismatch.Field)
	default:
		return wrong("The argument %s must be a text.", mismatch.Field)
	}
}
