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

// Coverage is what inputs have shown of the organisation's rules of a Set: how each came
// out, and what the conditions in it came to. It may be used from many goroutines.
type Coverage struct{ rules []*coverageCounter }

// Covered is what inputs have shown of one rule.
type RuleCoverage struct {
	PolicyID string `json:"policy_id"`
	// Satisfied, Violated and NotApplicable count the inputs for which it came out so; for
	// those that are not counted it failed.
	Satisfied     int64         `json:"satisfied"`
	Violated      int64         `json:"violated"`
	NotApplicable int64         `json:"not_applicable"`
	Gaps          []CoverageGap `json:"gaps"`
}

// ruleCoverage counts the outcomes of a rule in the order of wanted.
type coverageCounter struct {
	id         string
	wanted     []request.Outcome
	outcomes   map[request.Outcome]*atomic.Int64
	conditions []*condition
	programs   []cel.Program // of when, where there is one, and of require
}

// countedOutcomes are those that an input of a rule is counted under.
var countedOutcomes = []request.Outcome{request.Satisfied, request.Violated, request.NotApplicable}

// Coverage returns the coverage of the set by no input yet, in an installation.
func (s *Set) Coverage(p profile.Profile) (*Coverage, error) {
	env, err := environment()
	if err != nil {
		return nil, err
	}
	if env, err = env.Extend(cel.EnableMacroCallTracking()); err != nil { // to write loops as they were written
		return nil, fmt.Errorf("extend the policy language: %w", err)
	}
	c := &Coverage{}
	for i := range s.rules {
		r := &s.rules[i]
		if r.Source != request.SourceOrganisation {
			continue
		}
		covered := &coverageCounter{id: r.ID, wanted: r.reachable(p), outcomes: map[request.Outcome]*atomic.Int64{}}
		for _, o := range countedOutcomes {
			covered.outcomes[o] = &atomic.Int64{}
		}
		if err := covered.compile(env, r.Rule, NewCandidate(Input{Profile: p})); err != nil {
			return nil, err
		}
		c.rules = append(c.rules, covered)
	}
	return c, nil
}

// reachable returns the outcomes that inputs of an installation may have. The profile may
// decide whether a rule applies, be it by itself.
func (r *CompiledRule) reachable(p profile.Profile) []request.Outcome {
	f := NewCandidate(Input{Profile: p})
	f.unknown, f.estimateUnknown = request.FieldNames(), true
	applies := yes
	if r.when != nil {
		if applies, _ = r.when.truth(f); r.when.reads(dateVariable) {
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

// compile makes the programs that watch the conditions of a rule; installed has the
// profile.
func (r *coverageCounter) compile(env *cel.Env, rule profile.Rule, installed *Candidate) error {
	for _, e := range []struct{ name, source string }{{"when", rule.When}, {"require", rule.Require}} {
		if e.source == "" {
			continue
		}
		checked, issues := env.Compile(e.source)
		if issues.Err() != nil {
			return fmt.Errorf("compile %s of %s: %w", e.name, rule.ID, issues.Err())
		}
		watched := map[int64]*condition{}
		source := checked.NativeRep().SourceInfo()
		for _, operand := range newExpression(checked.NativeRep, bounds()...).operands(installed) {
			text, err := cel.ExprToString(operand, source)
			if err != nil {
				return fmt.Errorf("write a condition of %s: %w", rule.ID, err)
			}
			watched[operand.ID()] = &condition{CoverageGap: CoverageGap{Expression: e.name, Text: text, Column: startOf(operand, source)}}
			r.conditions = append(r.conditions, watched[operand.ID()])
		}
		program, err := env.Program(checked, append(bounds(), watching(watched))...)
		if err != nil {
			return fmt.Errorf("prepare %s of %s: %w", e.name, rule.ID, err)
		}
		r.programs = append(r.programs, program)
	}
	return nil
}

// Add notes how the rules come out for an input.
func (c *Coverage) Add(in Input, outcomes []RuleResult) {
	f := NewCandidate(in)
	for _, r := range c.rules {
		at := slices.IndexFunc(outcomes, func(o RuleResult) bool { return o.ID == r.id })
		switch status := outcomes[at].Status; status {
		case request.Failed, request.Open:
		case request.Satisfied, request.NotApplicable:
			r.outcomes[status].Add(1)
		default: // also where something keeps it from denying
			r.outcomes[request.Violated].Add(1)
		}
		for _, program := range r.programs {
			if value, err := f.Budget.run(program, f); err != nil || value == types.False { // then require is not looked at
				break
			}
		}
	}
}

// Rules returns what was shown of each rule, sorted by ID.
func (c *Coverage) Rules() []RuleCoverage {
	list := make([]RuleCoverage, len(c.rules))
	for i, r := range c.rules {
		list[i] = RuleCoverage{
			PolicyID: r.id, Satisfied: r.outcomes[request.Satisfied].Load(), Violated: r.outcomes[request.Violated].Load(),
			NotApplicable: r.outcomes[request.NotApplicable].Load(), Gaps: r.gaps(),
		}
	}
	return list
}

func (r *coverageCounter) gaps() []CoverageGap {
	gaps := []CoverageGap{}
	for _, o := range r.wanted {
		if r.outcomes[o].Load() == 0 {
			gaps = append(gaps, CoverageGap{Outcome: o})
		}
	}
	if len(r.wanted) == 0 { // it never applies in this installation
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
