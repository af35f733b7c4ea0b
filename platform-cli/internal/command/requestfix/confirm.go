package requestfix

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// declared returns the changes of a request for facts of the form FACT=VALUE. It fails if a fact is
// malformed or not a field.
func declared(r request.Request, facts []string) (changes []request.Change, err error) {
	for _, fact := range facts {
		name, text, ok := strings.Cut(fact, "=")
		f, known := request.FieldNamed(name)
		switch {
		case !ok || !known || !f.Fact:
			return nil, problem.New(problem.UsageError,
				"The flag --confirm does not take %q; write FACT=VALUE, such as environment=production.", fact)
		case slices.ContainsFunc(changes, func(c request.Change) bool { return c.Field == name }):
			return nil, problem.New(problem.UsageError, "The flag --confirm has %s twice; write each fact once.", name)
		}
		changed := r
		if err := f.Set(&changed, request.Text(text)); err != nil {
			return nil, problem.New(problem.UsageError,
				"The flag --confirm does not take %q: %s %s.", fact, name, problem.From(err).Faults[0].Message)
		}
		changes = append(changes, request.Change{Field: name, From: f.Get(&r), To: f.Get(&changed)})
	}
	return changes, nil
}

// ConfirmFlags returns the flags that confirm the first value of each fact.
func (f *fixed) ConfirmFlags() string {
	var flags []string
	for _, c := range f.Chosen().Confirm {
		flags = append(flags, fmt.Sprintf("--confirm %s=%s", c.Field, c.Values[0]))
	}
	return strings.Join(flags, " ")
}
