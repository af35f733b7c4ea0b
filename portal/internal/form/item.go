package form

import (
	"cmp"
	"slices"
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
	if !Contains(field) {
		field = ""
	}
	return Item{field, text}
}

// position returns the position of a field in the form. Unknown fields are last.
func position(field string) int {
	fields := All()
	if at := slices.IndexFunc(fields, func(f Field) bool { return f.Name == field }); at >= 0 {
		return at
	}
	return len(fields)
}

// SortItems sorts items in the order of the form.
func SortItems(items []Item) {
	slices.SortStableFunc(items, func(a, b Item) int { return cmp.Compare(position(a.Field), position(b.Field)) })
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

// Notice is a message above a form, for the template "form-messages".
type Notice struct {
	// Kind is the kind of a badge: good, warn or bad.
	Kind    string
	Heading string
	Text    string
	// More is a link after the text; its address is empty for none.
	More  Link
	Items []Item
	Code  string
	// Passing means that the notice is valid only until the form changes.
	Passing bool
}

// Link leads to an address. It opens a new tab if the form would be lost.
type Link struct {
	Address, Text string
	NewTab        bool
}

// Warning returns a [Notice] about an action that failed or had another result.
func Warning(heading, text, code string) *Notice {
	return &Notice{Kind: "warn", Heading: heading, Text: text, Code: code}
}
