package convert

import "fmt"

// Error names a field of a message that has no meaning in the domain.
type Error struct {
	// Field is the dotted path of the field, as in the domain's JSON.
	Field string
	// Reason says what is wrong, after "the field".
	Reason string
}

// Error returns the field and the reason.
func (e *Error) Error() string { return e.Field + " " + e.Reason }

func wrong(field, format string, args ...any) error {
	return &Error{Field: field, Reason: fmt.Sprintf(format, args...)}
}

// each converts a list; the result is never nil.
func each[From, To any](items []From, convert func(From) To) []To {
	converted := make([]To, len(items))
	for i, item := range items {
		converted[i] = convert(item)
	}
	return converted
}

// tryEach converts a list of which entries may be wrong; the result is never
// nil. field names the list in an error.
func tryEach[From, To any](field string, items []From, convert func(field string, from From) (To, error)) ([]To, error) {
	converted := make([]To, len(items))
	for i, item := range items {
		to, err := convert(fmt.Sprintf("%s[%d]", field, i), item)
		if err != nil {
			return nil, err
		}
		converted[i] = to
	}
	return converted, nil
}

// same returns a copy of a list of texts, which is never nil.
func same(items []string) []string { return append([]string{}, items...) }

// text turns one kind of text into another.
func text[To, From ~string](from From) To { return To(from) }
