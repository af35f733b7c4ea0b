package requestfix

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// changes are those of the chosen alternative, with the facts that were confirmed.
func (f *fixed) changes() []request.Change {
	return slices.Concat(f.Alternatives[f.chosen].Changes, f.confirmed)
}

// left is the chosen alternative without the facts that were confirmed.
func (f *fixed) left() service.Alternative {
	a := f.Alternatives[f.chosen]
	if len(f.confirmed) > 0 {
		a.Confirm = nil
	}
	return a
}

// confirm takes facts, each as FIELD=VALUE, for the chosen alternative: all that it asks
// for, or none. With them the request must be accepted.
func (f *fixed) confirm(ctx context.Context, s *host.Session, facts []string) error {
	if len(facts) == 0 {
		return nil
	}
	if len(f.Alternatives) == 0 || len(f.Alternatives[f.chosen].Confirm) == 0 {
		return problem.New(problem.UsageError, "No fact has to be confirmed here: leave --confirm out.")
	}
	a := f.Alternatives[f.chosen]
	confirmed, whole, err := confirmedChanges(a, facts)
	if err != nil {
		return err
	}
	record, err := s.Decide(ctx, whole)
	if err != nil {
		return err
	}
	if len(a.Open) == 0 && record.Decision != request.Accepted {
		return problem.New(problem.UsageError, "Policy does not accept these facts together. Confirm the first value of each: %s.", f.confirmFlags())
	}
	f.confirmed = confirmed
	f.edits[f.chosen] = editsOf(f.Source, f.changes(), whole)
	return nil
}

// confirmedChanges returns the facts as changes of the request, and the request with them.
func confirmedChanges(a service.Alternative, facts []string) (changes []request.Change, whole request.Request, err error) {
	whole = a.Request
	for _, fact := range facts {
		field, text, ok := strings.Cut(fact, "=")
		at := slices.IndexFunc(a.Confirm, func(c service.ConfirmedField) bool { return c.Field == field })
		switch {
		case !ok:
			return nil, whole, problem.New(problem.UsageError, "The flag --confirm does not take %q; write FIELD=VALUE, such as %s=%s.", fact, a.Confirm[0].Field, a.Confirm[0].Values[0])
		case at < 0:
			return nil, whole, problem.New(problem.UsageError, "The fact %s does not have to be confirmed; write %s.", field, listed(a.Confirm))
		case !slices.Contains(a.Confirm[at].Values, request.Text(text)):
			return nil, whole, problem.New(problem.UsageError, "Policy does not accept %q for %s; write %s.", text, field, listed(a.Confirm[at:at+1]))
		}
		change := request.Change{Field: field, From: whole.Value(field), To: request.Text(text)}
		if whole, err = whole.With(field, change.To); err != nil {
			return nil, whole, err
		}
		changes = append(changes, change)
	}
	for _, c := range a.Confirm {
		if !slices.ContainsFunc(changes, func(change request.Change) bool { return change.Field == c.Field }) {
			return nil, whole, problem.New(problem.UsageError, "The fact %s has to be confirmed too; add --confirm with %s.", c.Field, listed([]service.ConfirmedField{c}))
		}
	}
	return changes, whole, nil
}

// listed lists what may be written for facts.
func listed(facts []service.ConfirmedField) string {
	var list []string
	for _, c := range facts {
		for _, v := range c.Values {
			list = append(list, c.Field+"="+v.String())
		}
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
