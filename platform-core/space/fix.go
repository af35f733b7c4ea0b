package space

import (
	"context"
	"slices"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
)

// Fix returns the fixes of a record that denies a request on the day of the installation: the best
// ones, up to a number. It lists what was searched if more than one is wanted.
func (i Decider) Fix(ctx context.Context, denied request.Record, most int, budget *policy.Budget) (Result, error) {
	f := fixer{i, denied, budget}
	return Search(ctx, Problem{
		Request: denied.Request, Conditions: i.conditions(), Evaluate: f.evaluate, Values: f.values, Thresholds: f.thresholds, IsExhaustive: f.isExhaustive,
		ChangedLast: []string{request.RegionField}, Facts: AllFields.Facts(),
		EstimateReads: FieldsNamed(i.Adapter.EstimateReads...), Answer: NewAnswer(denied.Violations, denied.Estimate),
		KnownEstimate: i.estimates.of, Ask: i.ask, MaxFixes: most, Listed: most > 1, Budget: budget,
	})
}

// fixer answers what a search for a fix asks about the rules of an installation.
type fixer struct {
	Decider
	denied request.Record
	budget *policy.Budget
}

func (f fixer) evaluate(r request.Request, e request.Estimate) func(int, Fields) (request.Value, bool) {
	candidate := f.candidate(r, e, f.budget)
	return func(rule int, open Fields) (request.Value, bool) {
		return f.Checks[rule].EvaluateOpen(candidate, open.Names())
	}
}

func (f fixer) values(field string) []request.Value {
	return candidateValues(field, f.sources(field))
}

func (f fixer) sources(field string) valueSources {
	m := valueSources{
		Request: f.denied.Request, Regions: f.regions(), Named: f.ranges(), On: f.Date,
		Literals: deduplicated(slices.Concat(f.literals()[field], comparedWith(f.comparisonsOn(f.Date).list, field))),
	}
	for _, v := range f.denied.Violations {
		if v.Field == field && !v.Suggestion.IsZero() {
			m.Suggested = append(m.Suggested, v.Suggestion)
		}
	}
	return m
}

func (f fixer) thresholds(r request.Request, e request.Estimate, field string) (turns []int64, step int64) {
	candidate := f.candidate(r, e, f.budget)
	step = 1
	for _, scale := range f.scales()[field] {
		turns, step = append(turns, scale.Thresholds(candidate)...), max(step, scale.Step)
	}
	return turns, step
}

// covered reports whether each way in which a rule may come out has a value that is tried: it
// compares fields with constants only. A field that is left to a person may have any value.
func (f fixer) isExhaustive(rule int) bool {
	if rule >= len(f.Checks) {
		native, _ := f.native(f.conditions()[rule].ID)
		return areEnumerable(native.Reads)
	}
	c := f.Checks[rule]
	names, all := c.Reads()
	if all || FieldsNamed(names...).UserOnly()&^FieldsNamed(c.ConstrainedFields()...) != 0 {
		return false
	}
	if slices.Contains(names, request.NetworkField) {
		m := f.sources(request.NetworkField)
		if _, ok := m.written(); !ok {
			return false
		}
	}
	return f.comparisonsOn(f.Date).complete[c.ID]
}
