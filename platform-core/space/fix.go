package space

import (
	"context"
	"slices"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
)

// Fix returns the best fixes of a record that denies a request, at most maxFixes. The policy date is that of
// the decider. If maxFixes is more than 1, the result also has the values that were tried.
func (d Decider) Fix(ctx context.Context, denied request.Record, maxFixes int, budget *policy.Budget) (Result, error) {
	f := fixer{d, denied, budget}
	return Search(ctx, Problem{
		Request: denied.Request, Conditions: d.conditions(), Evaluate: f.evaluate, Values: f.values, Thresholds: f.thresholds,
		IsExhaustive: f.isExhaustive, ChangedLast: []string{request.RegionField}, Facts: AllFields.Facts(),
		EstimateReads: d.estimates.reads, Answer: NewAnswer(denied.Violations, denied.Estimate),
		KnownEstimate: d.estimates.get, Ask: d.askAndRemember, MaxFixes: maxFixes, Listed: maxFixes > 1, Budget: budget,
	})
}

// fixer has the functions of the [Problem] of a denied request.
type fixer struct {
	Decider
	denied request.Record
	budget *policy.Budget
}

func (f fixer) evaluate(r request.Request, e request.Estimate) func(int, Fields) (request.Value, bool) {
	candidate := f.candidate(r, e, f.budget)
	return func(rule int, open Fields) (request.Value, bool) {
		return f.Compiled[rule].EvaluateOpen(candidate, open.Names())
	}
}

func (f fixer) values(field string) []request.Value {
	return candidateValues(field, f.sources(field))
}

func (f fixer) sources(field string) valueSources {
	m := valueSources{
		Request: f.denied.Request, Regions: f.regions(), Named: f.ranges(), Date: f.Date,
		Literals: deduplicated(slices.Concat(f.literals()[field], comparedWith(f.comparisonsOn(f.Date).list, field))),
	}
	for _, v := range f.denied.Violations {
		if v.Field == field && !v.Suggestion.IsZero() {
			m.Suggested = append(m.Suggested, v.Suggestion)
		}
	}
	return m
}

func (f fixer) thresholds(r request.Request, e request.Estimate, field string) (thresholds []int64, step int64) {
	candidate := f.candidate(r, e, f.budget)
	step = 1
	for _, finder := range f.finders()[field] {
		thresholds, step = append(thresholds, finder.Thresholds(candidate)...), max(step, finder.Step)
	}
	return thresholds, step
}

// isExhaustive reports whether a value is tried for each outcome of a rule: the rule consists of comparisons
// with constants. It is false for a rule that also reads a field for which only the user knows a value.
func (f fixer) isExhaustive(rule int) bool {
	if rule >= len(f.Compiled) {
		fromAdapter, _ := f.fromAdapter(f.conditions()[rule].ID)
		return areEnumerable(fromAdapter.Reads)
	}
	c, condition := f.Compiled[rule], f.conditions()[rule]
	if names, all := c.Reads(); all || FieldsNamed(names...).UserOnly()&^condition.UserFields != 0 {
		return false
	}
	if condition.Reads.has(request.FieldIndex(request.NetworkField)) {
		sources := f.sources(request.NetworkField)
		if _, complete := sources.ranges(); !complete {
			return false
		}
	}
	return f.comparisonsOn(f.Date).complete[c.ID]
}
