package form

import (
	"cmp"
	"slices"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/shell"
)

// Change is a change of one field, in words.
type Change struct {
	Field, Label string
	From, To     Text
}

// Changes returns the changes in words, in the order of the form.
func Changes(changes []request.Change) []Change {
	list := make([]Change, len(changes))
	for i, c := range changes {
		list[i] = Change{c.Field, Label(c.Field), InWords(c.Field, c.From), InWords(c.Field, c.To)}
	}
	slices.SortStableFunc(list, func(a, b Change) int { return cmp.Compare(position(a.Field), position(b.Field)) })
	return list
}

// ValueOf returns the value of a field of the request as pages show it; see [InWords].
func ValueOf(request request.Request, field string) Text {
	return InWords(field, request.Value(field))
}

// InWords returns a value of the field as pages show it. An absent value is "none".
func InWords(field string, v request.Value) Text {
	switch {
	case v.IsZero():
		return "none"
	case v.Kind == request.FlagValue && v.Flag:
		return "on"
	case v.Kind == request.FlagValue:
		return "off"
	case field == budget && v.Kind == request.NumberValue:
		return Text("USD " + shell.Grouped(v.Number))
	default:
		return Text(v.String())
	}
}
