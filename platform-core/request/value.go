package request

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// ValueKind is the type of a Value.
type ValueKind string

// The kinds of values that a request's scalar fields have.
const (
	NoValue     ValueKind = ""
	TextValue   ValueKind = "text"
	NumberValue ValueKind = "number"
	FlagValue   ValueKind = "flag"
)

// Value is the value of one field, in a [Request] or in the suggestion of a rule. It encodes as the JSON type of its
// field. The zero Value encodes as null.
type Value struct {
	Kind   ValueKind
	Text   string
	Number int64
	Flag   bool
}

// Text returns a text value.
func Text(s string) Value { return Value{Kind: TextValue, Text: s} }

// Texts returns text values.
func Texts(list []string) (values []Value) {
	for _, text := range list {
		values = append(values, Text(text))
	}
	return values
}

// Number returns a whole-number value.
func Number(n int64) Value { return Value{Kind: NumberValue, Number: n} }

// Flag returns a true-or-false value.
func Flag(b bool) Value { return Value{Kind: FlagValue, Flag: b} }

// IsZero reports whether there is no value.
func (v Value) IsZero() bool { return v.Kind == NoValue }

// String returns the value as a user types it; empty for none.
func (v Value) String() string {
	switch v.Kind {
	case TextValue:
		return v.Text
	case NumberValue:
		return strconv.FormatInt(v.Number, 10)
	case FlagValue:
		return strconv.FormatBool(v.Flag)
	default:
		return ""
	}
}

// MarshalJSON encodes the value as a string, an integer, a boolean or null.
func (v Value) MarshalJSON() ([]byte, error) {
	switch v.Kind {
	case TextValue:
		return json.Marshal(v.Text)
	case NumberValue:
		return strconv.AppendInt(nil, v.Number, 10), nil
	case FlagValue:
		return strconv.AppendBool(nil, v.Flag), nil
	default:
		return []byte("null"), nil
	}
}

// UnmarshalJSON decodes what [Value.MarshalJSON] wrote. It fails for objects, lists and fractions.
func (v *Value) UnmarshalJSON(data []byte) error {
	var any any
	if err := json.Unmarshal(data, &any); err != nil {
		return err
	}
	switch t := any.(type) {
	case nil:
		*v = Value{}
	case string:
		*v = Text(t)
	case bool:
		*v = Flag(t)
	default:
		n, err := strconv.ParseInt(string(data), 10, 64)
		if err != nil {
			return fmt.Errorf("a field's value must be text, a whole number, true, false or null: %w", err)
		}
		*v = Number(n)
	}
	return nil
}
