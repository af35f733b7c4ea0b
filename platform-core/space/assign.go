package space

import (
	"context"
	"slices"

	"platform.internal/platform-core/request"
)

// plan is the order in which fields get values, and the rules that are decided: due[0] before
// the first field, due[i+1] with order[i].
type plan struct {
	order []int
	due   [][]int
}

// plan returns that of fields, while the rest of a set is not decided yet. sizedLast has the rules
// on the estimate come last.
func (s *search) plan(fields, set Fields, rules []int, sizedLast bool) plan {
	var p plan
	left := set
	due := func() {
		now := func(i int) bool {
			return s.reads(i)&left == 0 && !(sizedLast && s.rules[i].ReadsEstimate && left&fields != 0)
		}
		p.due = append(p.due, slices.DeleteFunc(slices.Clone(rules), func(i int) bool { return !now(i) }))
		rules = slices.DeleteFunc(slices.Clone(rules), now)
	}
	due()
	for f := range fields.all {
		left &^= 1 << f
		p.order = append(p.order, f)
		due()
	}
	return p
}

// attempt tries values for the fields of a set.
type attempt struct {
	*search
	set Fields
	// denying are the fields of the rules that denied some.
	conflicting Fields
}

// assign gives values to the fields of a plan, in the order of the fields and of their values,
// until each accepts a point. It reports whether it did.
func (t *attempt) assign(ctx context.Context, p plan, at point, each func(point) (bool, error)) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	t.visited++
	t.Budget.Spend(1 + len(p.due[0]))
	if t.limitReached = t.limitReached || t.visited > t.MaxRequests || t.tooManyAnswers() || t.Budget.Left() < reserve; t.limitReached {
		return false, nil
	}
	denied, err := t.denied(ctx, at, p.due[0])
	if denied || err != nil || t.contradicted {
		return false, err
	}
	if len(p.order) == 0 {
		return each(at)
	}
	field, rest := p.order[0], plan{p.order[1:], p.due[1:]}
	for _, value := range t.orderedValues(field, at, rest.due[0]) {
		if done, err := t.assign(ctx, rest, at.with(field, value), each); done || err != nil || t.contradicted || t.limitReached {
			return done, err
		}
	}
	return false, nil
}

// options returns the values of a field to try at a point, the better ones first: what a rule
// suggests that is decided by it, and then all others.
func (s *search) orderedValues(field int, at point, due []int) (values []uint16) {
	if s.openable.has(field) {
		return []uint16{openValue}
	}
	for _, i := range due {
		if s.rules[i].ownField == field {
			if v, ok := s.verdict(i, at); ok && v.denies && v.suggested != 0 && !slices.Contains(values, v.suggested) {
				values = append(values, v.suggested)
			}
		}
	}
	for _, number := range s.valuesAt(field, at) {
		if number != 0 && !slices.Contains(values, number) {
			values = append(values, number)
		}
	}
	return values
}

// values returns the values of a field to try at a point, the better ones first.
func (s *search) valuesAt(field int, at point) []uint16 {
	s.domain.fill(field)
	if requestFields[field].Kind != request.NumberValue || s.Thresholds == nil {
		return s.domain.tried[field]
	}
	size, _ := s.estimate(at)
	turns, step := s.Thresholds(s.domain.request(at), size, requestFields[field].Name)
	list := []int64{s.domain.value(field, 0).Number}
	for _, number := range s.domain.tried[field] {
		list = append(list, s.domain.value(field, number).Number)
	}
	var numbers []uint16
	for _, n := range around(append(list, turns...), step, list[0]) {
		s.Budget.Spend(stepsOfValue)
		numbers = append(numbers, s.domain.add(field, request.Number(n)))
	}
	return numbers
}

// brokenAt reports whether one of the rules denies a point. Those that need the adapter come last.
// Rules on the estimate do not deny a request without one: a rule of the adapter explains that.
func (t *attempt) denied(ctx context.Context, at point, rules []int) (bool, error) {
	kinds := []func(*searchRule) bool{
		func(r *searchRule) bool { return !r.ReadsEstimate && !r.FromAdapter },
		func(r *searchRule) bool { return r.ReadsEstimate && !t.hasNoEstimate(at) },
		func(r *searchRule) bool { return r.FromAdapter },
	}
	for _, among := range kinds {
		for _, i := range rules {
			if !among(&t.rules[i]) {
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

// breaks reports whether a rule is known to deny a point.
func (s *search) isDenied(at point, rule int) bool {
	v, _ := s.verdict(rule, at)
	return v.denies
}
