package form

import (
	"cmp"
	"slices"

	"platform.internal/platform-core/request"
)

// Item is one line of a summary: a message and its field.
type Item struct {
	// Field is empty if the form has no such field.
	Field string
	Text  string
}

// NewItem returns the [Item] for a field. It omits the field if the form does not have it, because
// a link needs a target.
func NewItem(field, text string) Item {
	if !Has(field) {
		field = ""
	}
	return Item{field, text}
}

// position returns the position of a field in the form. Unknown fields are last.
func position(field string) int {
	at := slices.IndexFunc(All(), func(f Field) bool { return f.Name == field })
	if at < 0 {
		return len(All())
	}
	return at
}

// SortItems sorts items in the order of the form.
func SortItems(items []Item) {
	slices.SortStableFunc(items, func(a, b Item) int { return cmp.Compare(position(a.Field), position(b.Field)) })
}

// Denials returns an [Item] for each rule that denies, in the order of the form.
func Denials(violations []request.Violation) []Item {
	list := make([]Item, len(violations))
	for i, v := range violations {
		list[i] = NewItem(v.Field, NewRule(v, false).Message)
	}
	SortItems(list)
	return list
}

// Fields returns an [Item] for each field, without duplicates, in the order of the form.
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
