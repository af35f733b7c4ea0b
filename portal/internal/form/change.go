package form

import "platform.internal/platform-core/environment"

// Change is a change of one field, in words.
type Change struct {
	Field, Label, From, To string
}

// Changes returns the changes in words.
func Changes(changes []environment.Change) []Change {
	list := make([]Change, len(changes))
	for i, c := range changes {
		list[i] = Change{c.Field, Label(c.Field), Written(c.From), Written(c.To)}
	}
	return list
}

// Written returns a value as pages show it; what is absent says so.
func Written(v environment.Value) string {
	switch {
	case v.IsZero():
		return "none"
	case v.Kind == environment.FlagValue && v.Flag:
		return "on"
	case v.Kind == environment.FlagValue:
		return "off"
	default:
		return v.String()
	}
}
