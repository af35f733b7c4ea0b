package request

import (
	"fmt"
	"strings"
)

// Form says what to write in the field: its values or limits, and its description. It is one line of short sentences,
// without a full stop at the end.
func (f *Field) Form() string {
	var parts []string
	for _, text := range []string{f.limited(), f.Text.Description} {
		if text != "" {
			parts = append(parts, strings.TrimSuffix(text, "."))
		}
	}
	if f.Optional && f.Kind != FlagValue {
		parts = append(parts, "Optional")
	}
	return strings.Join(parts, ". ")
}

// limited returns the values or the limits of the field in words.
func (f *Field) limited() string {
	switch limits := f.Limits; {
	case f.Values != nil:
		return strings.Join(f.Values, ", ")
	case f.Kind == FlagValue:
		return "true or false; true where it is left out"
	case limits.Pattern != "":
		text, _, _ := strings.Cut(f.Text.MustBe, ", such as")
		return text
	case limits.Max != 0:
		return fmt.Sprintf("%d to %d", limits.Min, limits.Max)
	case limits.MinLength != 0:
		return fmt.Sprintf("%d to %d characters", limits.MinLength, limits.MaxLength)
	case limits.MaxLength != 0:
		return fmt.Sprintf("at most %d characters", limits.MaxLength)
	default:
		return ""
	}
}
