package form

import (
	"cmp"
	"slices"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/amount"
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

// DeniedFields are the fields that rules deny, in the order of the form.
func DeniedFields(violations []request.Violation) []Item {
	var list []Item
	for _, v := range violations {
		if item := NewItem(v.Field, Label(v.Field)); !slices.Contains(list, item) {
			list = append(list, item)
		}
	}
	SortItems(list)
	return list
}

// ToChange counts the fields that a denied request has to change: two rules about
// one field ask for one change.
func ToChange(violations []request.Violation) string {
	return amount.Things(len(DeniedFields(violations)))
}
