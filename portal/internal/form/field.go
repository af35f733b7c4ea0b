package form

import (
	"slices"

	"platform.internal/platform-core/request"
)

// Kind is how a field is written.
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
	// Hint says with one example what to write.
	Hint string
	Kind Kind
	// Choices are the values of a Choice and of Cards.
	Choices []string
	// Unit is shown beside the input.
	Unit string
	// Size is how many characters a Line shows: its width is near its content's.
	Size int
	// Mode and Complete are what browsers help with.
	Mode, Complete string
}

// Chosen reports whether the values of the field are chosen, not written.
func (f Field) Chosen() bool { return f.Kind == Choice || f.Kind == Cards }

// lineLength is how many characters fit into one line of the form.
const lineLength = 300

// maxCards is how many values are shown beside each other; more are a list.
const maxCards = 4

// browsers are what the form adds to the table of fields: widths, units and how
// browsers help.
var browsers = map[string]Field{
	request.ApplicationField: {Size: 28},
	request.OwnerField:       {Size: 28, Mode: "email", Complete: "email"},
	request.CostCentreField:  {Size: 12},
	request.BudgetField:      {Size: 9, Mode: "decimal", Unit: "USD"},
	request.NetworkField:     {Size: 18},
	request.RegionField:      {Kind: Choice}, // of the regions that the installation allows
	request.ExpiryField:      {Kind: Date},
}

// fieldOf returns the field of the form for a field of a request.
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

// all are the fields by group, in the order of the form.
var all = func() map[request.Group][]Field {
	groups := map[request.Group][]Field{}
	for _, f := range request.Fields() {
		groups[f.Text.Group] = append(groups[f.Text.Group], fieldOf(f))
	}
	return groups
}()

// Business are the fields that say what the environment is for.
func Business() []Field { return slices.Clone(all[request.Business]) }

// Platform are the fields that say what the environment is. The environment is
// first, since the others depend on it.
func Platform() []Field { return slices.Clone(all[request.Platform]) }

// Controls are the mandated controls.
func Controls() []Field { return slices.Clone(all[request.ControlsGroup]) }

// All returns every field in the order of the form.
func All() []Field { return slices.Concat(Business(), Platform(), Controls()) }

// find returns the field with the name, and whether the form has it.
func find(name string) (Field, bool) {
	f, known := request.FieldNamed(name)
	if !known {
		return Field{}, false
	}
	return fieldOf(f), true
}

// Has reports whether the form has a field with the name.
func Has(name string) bool {
	_, has := find(name)
	return has
}

// Label returns what the form calls a field; the field's own name where the form
// does not have it.
func Label(name string) string {
	if f, has := find(name); has {
		return f.Label
	}
	return name
}
