package space

import (
	"context"
	"slices"

	"platform.internal/platform-core/request"
)

// plan is the order in which fields get values, and the rules to check after each field. due[0] are the rules to
// check before the first field. due[i+1] are the rules to check after order[i].
type plan struct {
	order []int
	due   [][]int
}

// plan returns the plan for fields. The other fields of the set have no values yet. A rule is due as soon as all
// fields that it reads have values. If estimateLast is true, the rules on the estimate come last.
func (s *search) plan(fields, set Fields, rules []int, estimateLast bool) (p plan) {
	left := set
	isDue := func(i int) bool {
		return s.reads(i)&left == 0 && !(estimateLast && s.rules[i].ReadsEstimate && left&fields != 0)
	}
	add := func() {
		p.due = append(p.due, filter(rules, isDue))
		rules = filter(rules, func(i int) bool { return !isDue(i) })
	}
	add()
	for f := range fields.all {
		left &^= 1 << f
		p.order = append(p.order, f)
		add()
	}
	return p
}

// assign tries values for the fields of a plan, in the order of the fields and of their values. It calls accept
// for each complete point that no rule denies, and stops when accept returns true. It reports whether accept
// returned true. This is depth-first search with backtracking.
func (t *attempt) assign(ctx context.Context, p plan, at point, accept func(point) (bool, error)) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	t.visited++
	t.Budget.Spend(1 + len(p.due[0]))
	t.limitReached = t.limitReached || t.visited > t.MaxRequests || t.hasTooManyAnswers() ||
		t.Budget.Left() < reservedSteps
	if t.limitReached {
		return false, nil
	}
	denied, err := t.askDenied(ctx, at, p.due[0])
	if denied || err != nil || t.contradicted {
		return false, err
	}
	if len(p.order) == 0 {
		return accept(at)
	}
	field, rest := p.order[0], plan{p.order[1:], p.due[1:]}
	for _, value := range t.orderedValues(field, at, rest.due[0]) {
		if done, err := t.assign(ctx, rest, at.with(field, value), accept); done || err != nil || t.contradicted ||
			t.limitReached {
			return done, err
		}
	}
	return false, nil
}

// orderedValues returns the values of a field to try at a point. The suggestions of the rules that are due
// come first.
func (s *search) orderedValues(field int, at point, due []int) (values []uint16) {
	if s.openable.has(field) {
		return []uint16{openValue}
	}
	var all []uint16
	for _, i := range due {
		if s.rules[i].ownField == field {
			if v, ok := s.verdict(i, at); ok && v.denies {
				all = append(all, v.suggested)
			}
		}
	}
	suggested := len(all)
	for i, number := range append(all, s.valuesAt(field, at)...) {
		if number != 0 && !slices.Contains(all[:min(i, suggested)], number) {
			values = append(values, number)
		}
	}
	return values
}

// valuesAt returns the values of a field to try at a point, without suggestions.
func (s *search) valuesAt(field int, at point) []uint16 {
	s.domain.fill(field)
	if requestFields[field].Kind != request.NumberValue || s.Thresholds == nil {
		return s.domain.tried[field]
	}
	estimate, _ := s.estimate(at)
	thresholds, step := s.Thresholds(s.domain.request(at), estimate, requestFields[field].Name)
	list := []int64{s.domain.value(field, 0).Number}
	for _, number := range s.domain.tried[field] {
		list = append(list, s.domain.value(field, number).Number)
	}
	var numbers []uint16
	for _, n := range around(append(list, thresholds...), step, list[0]) {
		s.Budget.Spend(stepsPerValue)
		numbers = append(numbers, s.domain.add(field, request.Number(n)))
	}
	return numbers
}

// askDenied reports whether one of the rules denies a point. It asks the adapter if necessary, unlike isDenied. It
// checks the rules of the adapter last. Rules on the estimate do not deny a request that has no estimate. A rule
// of the adapter then reports why the estimate is missing.
func (t *attempt) askDenied(ctx context.Context, at point, rules []int) (bool, error) {
	kinds := []func(*searchRule) bool{
		func(r *searchRule) bool { return !r.ReadsEstimate && !r.FromAdapter },
		func(r *searchRule) bool { return r.ReadsEstimate && !t.hasNoEstimate(at) },
		func(r *searchRule) bool { return r.FromAdapter },
	}
	for _, isKind := range kinds {
		for _, i := range rules {
			if !isKind(&t.rules[i]) {
				continue
			}
			v, err := t.askVerdict(ctx, i, at)
			if err != nil || t.contradicted {
				return false, err
			}
			if v.denies && !(t.rules[i].ReadsEstimate && t.hasNoEstimate(at)) {
				t.rejections[i]++
				t.conflicting |= t.rules[i].canSatisfy
				return true, nil
			}
		}
	}
	return false, nil
}

// isDenied reports whether a rule is known to deny a point. It does not ask the adapter.
func (s *search) isDenied(at point, rule int) bool {
	v, _ := s.verdict(rule, at)
	return v.denies
}
