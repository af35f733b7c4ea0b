package policy

import (
	"fmt"
	"slices"
	"sync/atomic"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Coverage counts which outcomes of the organisation's rules inputs have shown, and which values of the conditions
// in the rules. It may be used from many goroutines.
type Coverage struct{ rules []*coverageCounter }

// RuleCoverage is the coverage of one rule.
type RuleCoverage struct {
	PolicyID string `json:"policy_id"`
	// Satisfied, Violated and NotApplicable count the inputs with the outcome. An input for which the rule
	// fails is not counted.
	Satisfied     int64         `json:"satisfied"`
	Violated      int64         `json:"violated"`
	NotApplicable int64         `json:"not_applicable"`
	Gaps          []CoverageGap `json:"gaps"`
}

// coverageCounter counts the outcomes of a rule, in the order of countedOutcomes.
type coverageCounter struct {
	id         string
	reachable  []request.Outcome
	counts     [3]atomic.Int64
	conditions []*condition
	programs   []cel.Program // of when, if there is one, and of require
}

// countedOutcomes are the outcomes that are counted.
var countedOutcomes = []request.Outcome{request.Satisfied, request.Violated, request.NotApplicable}

// Coverage returns the coverage of the set in an installation, without any input yet.
func (s *Set) Coverage(p profile.Profile) (*Coverage, error) {
	env, err := environment()
	if err != nil {
		return nil, err
	}
	if env, err = env.Extend(cel.EnableMacroCallTracking()); err != nil { // to print loops as in the source
		return nil, fmt.Errorf("extend the policy language: %w", err)
	}
	c := &Coverage{}
	for i := range s.rules {
		r := &s.rules[i]
		if r.Source != request.SourceOrganisation {
			continue
		}
		counter := &coverageCounter{id: r.ID, reachable: r.reachableOutcomes(p)}
		if err := counter.compile(env, r.Rule, NewCandidate(Input{Profile: p})); err != nil {
			return nil, err
		}
		c.rules = append(c.rules, counter)
	}
	return c, nil
}

// reachableOutcomes returns the outcomes that are possible in an installation: the profile alone may decide
// whether the rule applies.
func (r *CompiledRule) reachableOutcomes(p profile.Profile) []request.Outcome {
	c := NewCandidate(Input{Profile: p})
	c.unknown, c.estimateUnknown = request.FieldNames(), true
	applies := yes
	if r.when != nil {
		if applies, _ = r.when.truth(c); r.when.reads(dateVariable) {
			applies = unknown
		}
	}
	switch applies {
	case no:
		return nil
	case yes:
		return countedOutcomes[:2]
	default:
		return countedOutcomes
	}
}

// compile makes programs that record the conditions of a rule. installed has the profile.
func (r *coverageCounter) compile(env *cel.Env, rule profile.Rule, installed *Candidate) error {
	for _, e := range []struct{ name, source string }{{When, rule.When}, {Require, rule.Require}} {
		if e.source == "" {
			continue
		}
		checked, issues := env.Compile(e.source)
		if issues.Err() != nil {
			return fmt.Errorf("compile %s of %s: %w", e.name, rule.ID, issues.Err())
		}
		recorded := map[int64]*condition{}
		source := checked.NativeRep().SourceInfo()
		for _, operand := range newExpression(checked.NativeRep, bounds()...).conditions(installed) {
			text, err := cel.ExprToString(operand, source)
			if err != nil {
				return fmt.Errorf("write a condition of %s: %w", rule.ID, err)
			}
			one := &condition{CoverageGap: CoverageGap{Expression: e.name, Text: text, Column: startOf(operand, source)}}
			recorded[operand.ID()] = one
			r.conditions = append(r.conditions, one)
		}
		program, err := env.Program(checked, append(bounds(), recording(recorded))...)
		if err != nil {
			return fmt.Errorf("prepare %s of %s: %w", e.name, rule.ID, err)
		}
		r.programs = append(r.programs, program)
	}
	return nil
}

// Add adds the outcomes of the rules for an input.
func (c *Coverage) Add(in Input, outcomes []RuleResult) {
	candidate := NewCandidate(in)
	for _, r := range c.rules {
		at := slices.IndexFunc(outcomes, func(o RuleResult) bool { return o.ID == r.id })
		outcome := outcomes[at].Outcome
		counted := slices.Index(countedOutcomes, outcome)
		if counted < 0 { // violated, but an exception or the date keeps the rule from denying
			counted = slices.Index(countedOutcomes, request.Violated)
		}
		if outcome != request.Failed && outcome != request.Open {
			r.counts[counted].Add(1)
		}
		for _, program := range r.programs {
			if value, err := candidate.Budget.run(program, candidate); err != nil ||
				value == types.False { // require is not evaluated then
				break
			}
		}
	}
}

// Rules returns the coverage of each rule, sorted by ID.
func (c *Coverage) Rules() []RuleCoverage {
	list := make([]RuleCoverage, len(c.rules))
	for i, r := range c.rules {
		list[i] = RuleCoverage{r.id, r.counts[0].Load(), r.counts[1].Load(), r.counts[2].Load(), r.gaps()}
	}
	return list
}

func (r *coverageCounter) gaps() []CoverageGap {
	gaps := []CoverageGap{}
	for i, o := range r.reachable {
		if r.counts[i].Load() == 0 {
			gaps = append(gaps, CoverageGap{Outcome: o})
		}
	}
	if len(r.reachable) == 0 { // the rule never applies in this installation
		return gaps
	}
	for _, one := range r.conditions {
		gap := one.CoverageGap
		switch yes, no := one.yes.Load(), one.no.Load(); {
		case yes && no:
			continue
		case yes:
			gap.Never = "false"
		case no:
			gap.Never = "true"
		default:
			gap.Never = "evaluated"
		}
		gaps = append(gaps, gap)
	}
	return gaps
}
