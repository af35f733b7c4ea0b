package requestfix

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// confirm takes facts, each as FIELD=VALUE: all that an alternative asks for, or none. It
// chooses the alternative that asks for them, unless another one was asked for, and makes them
// changes of it.
func (f *fixed) confirm(facts []string, chosen bool) error {
	if len(facts) == 0 {
		return nil
	}
	changes, err := parsed(f.Record.Request, facts)
	if err != nil {
		return err
	}
	if at := slices.IndexFunc(f.Alternatives, func(a service.Alternative) bool { return asksFor(a, changes) }); at >= 0 && !chosen {
		f.chosen = at
	}
	if len(f.Alternatives) == 0 || len(f.Alternatives[f.chosen].Confirm) == 0 {
		return problem.New(problem.UsageError, "No fact has to be confirmed here: leave --confirm out.")
	}
	a := &f.Alternatives[f.chosen]
	if !asksFor(*a, changes) {
		return problem.New(problem.UsageError, "No fix here takes %s; write %s.", strings.Join(facts, " with "), f.choices())
	}
	for _, change := range changes {
		if a.Request, err = a.Request.With(change.Field, change.To); err != nil {
			return err
		}
	}
	a.Changes, a.Confirm = slices.Concat(a.Changes, changes), nil
	f.edits[f.chosen] = editsOf(f.Source, a.Changes, a.Request)
	return nil
}

// parsed returns facts as changes of a request, in normal form.
func parsed(r request.Request, facts []string) (changes []request.Change, err error) {
	for _, fact := range facts {
		name, text, ok := strings.Cut(fact, "=")
		f, known := request.FieldNamed(name)
		if !ok || !known || !f.Fact {
			return nil, problem.New(problem.UsageError, "The flag --confirm does not take %q; write FACT=VALUE, such as environment=production.", fact)
		}
		declared := r
		if err := f.Set(&declared, request.Text(text)); err != nil {
			return nil, problem.New(problem.UsageError, "The flag --confirm does not take %q: %s %s.", fact, name, problem.From(err).Faults[0].Message)
		}
		changes = append(changes, request.Change{Field: name, From: f.Get(&r), To: f.Get(&declared)})
	}
	return changes, nil
}

// asksFor reports whether an alternative asks for exactly these facts, and policy accepts
// their values.
func asksFor(a service.Alternative, changes []request.Change) bool {
	return len(a.Confirm) == len(changes) && !slices.ContainsFunc(a.Confirm, func(c service.ConfirmedField) bool {
		return !slices.ContainsFunc(changes, func(change request.Change) bool {
			return change.Field == c.Field && slices.Contains(c.Values, change.To)
		})
	})
}

// choices lists what may be confirmed, for each alternative.
func (f *fixed) choices() string {
	var list []string
	for _, a := range f.Alternatives {
		var facts []string
		for _, c := range a.Confirm {
			facts = append(facts, listed(c))
		}
		if len(facts) > 0 {
			list = append(list, strings.Join(facts, " with "))
		}
	}
	return strings.Join(list, ", or ")
}

// listed lists what may be written for a fact.
func listed(c service.ConfirmedField) string {
	var list []string
	for _, v := range c.Values {
		list = append(list, c.Field+"="+v.String())
	}
	return strings.Join(list, " or ")
}

// confirmFlags returns the flags that confirm the first value of each fact.
func (f *fixed) confirmFlags() string {
	var flags []string
	for _, c := range f.Alternatives[f.chosen].Confirm {
		flags = append(flags, fmt.Sprintf("--confirm %s=%s", c.Field, c.Values[0]))
	}
	return strings.Join(flags, " ")
}
