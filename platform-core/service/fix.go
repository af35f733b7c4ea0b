package service

import (
	"cmp"
	"context"
	"platform.internal/platform-core/adapter"
	"slices"

	"platform.internal/platform-core/request"
)

// maxFixSteps bounds the search for a fix. A request has sixteen fields, and
// the rules of one may ask for another value than the rules of the next.
const maxFixSteps = 32

// fix returns the changes that lead from a denied record to acceptance, or nil
// where suggestions lead nowhere. It takes the suggestion for the field
// that influences most others, evaluates again, and so on until the request is accepted; then it leaves
// out each change without which the request is accepted all the same.
func (s *Service) fix(ctx context.Context, in *installed, denied *Evaluated) ([]request.Change, error) {
	steps, err := s.steps(ctx, in, denied)
	if err != nil || steps == nil {
		return nil, err
	}
	return s.needed(ctx, in, denied.Request, merged(denied.Request, steps))
}

// steps returns the changes in the order of taking them.
func (s *Service) steps(ctx context.Context, in *installed, denied *Evaluated) ([]request.Change, error) {
	seen := map[request.Request]bool{denied.Request: true}
	var steps []request.Change
	for r := denied; r.Decision == request.Denied; {
		change, next, ok := firstChange(r.Record, seen)
		if !ok || len(steps) == maxFixSteps {
			return nil, nil
		}
		seen[next] = true
		steps = append(steps, change)
		var err error
		if r, err = s.evaluate(ctx, in, adapter.NewInput(next, in.Profile), s.date(in.Profile)); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

// firstChange returns the first suggestion that leads to a request not yet seen.
func firstChange(r request.Record, seen map[request.Request]bool) (request.Change, request.Request, bool) {
	ordered := slices.SortedStableFunc(slices.Values(r.Violations), func(a, b request.Violation) int {
		return cmp.Compare(influence(a.Field), influence(b.Field))
	})
	for _, v := range ordered {
		if v.Suggestion.IsZero() {
			continue
		}
		next, err := r.Request.With(v.Field, v.Suggestion)
		if err == nil && !seen[next] {
			return request.Change{Field: v.Field, From: v.Actual, To: v.Suggestion, PolicyID: v.PolicyID}, next, true
		}
	}
	return request.Change{}, request.Request{}, false
}

// influence returns the place of a field in the order of changes.
func influence(field string) int {
	f, _ := request.FieldNamed(field)
	return f.Influence
}

// merged returns one change for each field, from its first value to its last,
// in the order of first change; none for a field that came back to where it was.
func merged(original request.Request, steps []request.Change) []request.Change {
	var changes []request.Change
	at := map[string]int{}
	for _, step := range steps {
		i, known := at[step.Field]
		if !known {
			i, at[step.Field] = len(changes), len(changes)
			changes = append(changes, request.Change{Field: step.Field, From: original.Value(step.Field)})
		}
		changes[i].To, changes[i].PolicyID = step.To, step.PolicyID
	}
	return slices.DeleteFunc(changes, func(c request.Change) bool { return c.From == c.To })
}

// needed returns the changes without those that acceptance does not need, the
// first tried first: a later change may have made an earlier one unnecessary.
func (s *Service) needed(ctx context.Context, in *installed, original request.Request, changes []request.Change) ([]request.Change, error) {
	for i := 0; i < len(changes); {
		fewer := slices.Delete(slices.Clone(changes), i, i+1)
		accepted, err := s.accepts(ctx, in, original, fewer)
		if err != nil {
			return nil, err
		}
		if accepted {
			changes = fewer
			continue
		}
		i++
	}
	return changes, nil
}

// accepts reports whether the request is accepted with the changes.
func (s *Service) accepts(ctx context.Context, in *installed, r request.Request, changes []request.Change) (bool, error) {
	for _, c := range changes {
		changed, err := r.With(c.Field, c.To)
		if err != nil {
			return false, nil //nolint:nilerr // a change that no longer fits is one that is needed
		}
		r = changed
	}
	record, err := s.evaluate(ctx, in, adapter.NewInput(r, in.Profile), s.date(in.Profile))
	if err != nil {
		return false, err
	}
	return record.Decision == request.Accepted, nil
}
