package form

import (
	"cmp"
	"slices"

	"platform.internal/platform-core/request"
)

// Item is a line of a summary: a message, and the field it is about.
type Item struct {
	// Field is empty where the form has no such field.
	Field string
	Text  string
}

// NewItem returns the line about a field, without the field where the form does
// not have it: a link needs a place to lead to.
func NewItem(field, text string) Item {
	if !Has(field) {
		field = ""
	}
	return Item{field, text}
}

// position is where the form has a field; those that it does not have come last.
func position(field string) int {
	at := slices.IndexFunc(All(), func(f Field) bool { return f.Name == field })
	if at < 0 {
		return len(All())
	}
	return at
}

// SortItems puts lines into the order of the form: a reader goes down it.
func SortItems(items []Item) {
	slices.SortStableFunc(items, func(a, b Item) int { return cmp.Compare(position(a.Field), position(b.Field)) })
}

// Denials are the rules that deny, in the order of the form.
func Denials(violations []request.Violation) []Item {
	list := make([]Item, len(violations))
	for i, v := range violations {
		list[i] = NewItem(v.Field, NewRule(v, false).Message)
	}
	SortItems(list)
	return list
}

// Fields returns the line of each field, once, in the order of the form.
func Fields(names []string) []Item {
	var list []Item
	for _, name := range names {
		if item := NewItem(name, Label(name)); !slices.Contains(list, item) {
			list = append(list, item)
		}
	}
	SortItems(list)
	return list
}
