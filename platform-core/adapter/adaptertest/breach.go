package adaptertest

import "strings"

// quoted returns the rule that a contract violation quotes in its detail.
func quoted(detail string) string {
	_, rest, _ := strings.Cut(detail, `"`)
	rule, _, _ := strings.Cut(rest, `"`)
	return rule
}

// ownProperty are the rules of package provider that are a property of their
// own; the others are the property "contract".
var ownProperty = map[string]string{
	"sorted-and-unique": sortedAndUnique,
	"controls":          controlsUpheld,
	"controls-upheld":   controlsUpheld,
	"answers":           answersAll,
	ruleSuggestion:      suggestionsWork,
}

// ruleSuggestion is the rule that a suggestion is a legal value of its field.
const ruleSuggestion = "suggestion"

// propertyOf returns the property that a broken rule belongs to.
func propertyOf(rule, otherwise string) string {
	if own, has := ownProperty[rule]; has {
		return own
	}
	return otherwise
}
