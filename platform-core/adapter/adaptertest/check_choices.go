package adaptertest

import (
	"context"
	"fmt"
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// choicesWhole checks that the description explains all values of a field, or none.
func choicesWhole(_ context.Context, s *suite) error {
	choices := s.description.Choices
	for _, c := range choices {
		if f, _ := request.FieldNamed(c.Field); !slices.Contains(f.Values, c.Value) {
			return fmt.Errorf("%q is no value of %s, which has %q", c.Value, c.Field, f.Values)
		}
	}
	for _, f := range request.Fields() {
		of := func(c profile.Choice) bool { return c.Field == f.Name }
		if !slices.ContainsFunc(choices, of) {
			continue
		}
		for _, value := range f.Values {
			if s.description.ChoiceOf(f.Name, value) == "" {
				return fmt.Errorf("the description says what some values of %s lead to, and not what %q does", f.Name, value)
			}
		}
	}
	return nil
}
