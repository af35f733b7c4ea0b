package service

import (
	"context"

	"platform.internal/platform-core/environment"
)

// maxFixSteps bounds the search for a fix. A request has sixteen fields, and
// the rules of one may ask for another value than the rules of the next.
const maxFixSteps = 32

// fix returns the changes that lead from a denied record to acceptance: it
// applies the first suggestion of the sorted violations, evaluates again, and
// goes on until the request is accepted. It returns nil where that ends nowhere.
func (s *Service) fix(ctx context.Context, in *installed, denied *Record) ([]environment.Change, error) {
	seen := map[environment.Request]bool{denied.Request: true}
	var steps []environment.Change
	for r := denied; r.Decision == environment.Denied; {
		change, next, ok := firstChange(r.Record, seen)
		if !ok || len(steps) == maxFixSteps {
			return nil, nil
		}
		seen[next] = true
		steps = append(steps, change)
		var err error
		if r, err = s.evaluate(ctx, in, next); err != nil {
			return nil, err
		}
	}
	return merged(denied.Request, steps), nil
}

// firstChange returns the first suggestion that leads to a request not yet seen.
func firstChange(r environment.Record, seen map[environment.Request]bool) (environment.Change, environment.Request, bool) {
	for _, v := range r.Violations {
		if v.Suggestion.IsZero() {
			continue
		}
		next, err := r.Request.With(v.Field, v.Suggestion)
		if err == nil && !seen[next] {
			return environment.Change{Field: v.Field, From: v.Actual, To: v.Suggestion, PolicyID: v.PolicyID}, next, true
		}
	}
	return environment.Change{}, environment.Request{}, false
}

// merged returns one change for each field, from its first value to its last,
// in the order of first change.
func merged(original environment.Request, steps []environment.Change) []environment.Change {
	var changes []environment.Change
	at := map[string]int{}
	for _, step := range steps {
		i, known := at[step.Field]
		if !known {
			at[step.Field] = len(changes)
			changes = append(changes, environment.Change{Field: step.Field, From: original.Value(step.Field), To: step.To, PolicyID: step.PolicyID})
			continue
		}
		changes[i].To, changes[i].PolicyID = step.To, step.PolicyID
	}
	return changes
}
