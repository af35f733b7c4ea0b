package form

import (
	"cmp"
	"slices"

	"platform.internal/platform-core/request"
)

// Kind is the type of input of a field.
type Kind string

// The kinds of fields.
const (
	Line   Kind = "line"
	Lines  Kind = "lines"
	Choice Kind = "choice"
	Cards  Kind = "cards"
	Date   Kind = "date"
	Switch Kind = "switch"
)

// Field is one field of the form.
type Field struct {
	// Name is the field's name in a request document, with dots.
	Name  string
	Label string
	// Hint says what to write, with one example.
	Hint string
	Kind Kind
	// Choices are the values of a [Choice] and of [Cards].
	Choices []string
	// Unit is shown next to the input.
	Unit string
	// Size is the width of a [Line] in characters, close to the width of its content.
	Size int
	// Mode and Complete are the HTML attributes inputmode and autocomplete.
	Mode, Complete string
}

// Chosen reports whether the user selects a value instead of typing it.
func (f Field) Chosen() bool { return f.Kind == Choice || f.Kind == Cards }

// lineLength is the maximum number of characters of a single-line field.
const lineLength = 300

// maxCards is the maximum number of values shown as cards; more values are shown as a list.
const maxCards = 4

// browsers adds widths, units and browser attributes to the table of fields.
var browsers = map[string]Field{
	request.ApplicationField: {Size: 28},
	request.OwnerField:       {Size: 28, Mode: "email", Complete: "email"},
	request.CostCentreField:  {Size: 12},
	request.BudgetField:      {Size: 9, Mode: "decimal", Unit: "USD"},
	request.NetworkField:     {Size: 18},
	request.RegionField:      {Kind: Choice}, // its choices are the allowed regions of the installation
	request.ExpiryField:      {Kind: Date},
}

// fieldOf returns the form field for a field of a request.
func fieldOf(f request.Field) Field {
	field := browsers[f.Name]
	field.Name, field.Label, field.Hint, field.Choices = f.Name, f.Text.Label, f.Text.Hint, f.Values
	switch {
	case field.Kind != "":
	case f.Kind == request.FlagValue:
		field.Kind = Switch
	case f.Values != nil && len(f.Values) <= maxCards:
		field.Kind = Cards
	case f.Values != nil:
		field.Kind = Choice
	case f.Limits.MaxLength > lineLength:
		field.Kind = Lines
	default:
		field.Kind = Line
	}
	return field
}

// deciding are the fields that most rules and the cost depend on. They are first in their groups.
var deciding = []string{
	request.ClassificationField, request.BudgetField,
	request.EnvironmentField, request.SizeField, request.RegionField, request.ExpiryField,
}

// all are the fields by group, in the order of the form.
var all = func() map[request.Group][]Field {
	groups := map[request.Group][]Field{}
	keep := func(f request.Field) { groups[f.Text.Group] = append(groups[f.Text.Group], fieldOf(f)) }
	for _, name := range deciding {
		f, _ := request.FieldNamed(name)
		keep(f)
	}
	for _, f := range request.Fields() {
		if !slices.Contains(deciding, f.Name) {
			keep(f)
		}
	}
	return groups
}()

// Group returns each [Field] of a group.
func Group(of request.Group) []Field { return slices.Clone(all[of]) }

// All returns every [Field] in the order of the form.
func All() []Field {
	return slices.Concat(all[request.Business], all[request.Platform], all[request.ControlsGroup])
}

// find returns the field with the name, or a field without a kind if the form has no such field.
func find(name string) (field Field) {
	if f, ok := request.FieldNamed(name); ok {
		return fieldOf(f)
	}
	return field
}

// Contains reports whether the form has a field with the name.
func Contains(name string) bool { return find(name).Kind != "" }

// Label returns the label of a field, or its name if the form does not have it.
func Label(name string) string { return cmp.Or(find(name).Label, name) }
