package service

import (
	"context"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

// variant is a request with other values of some fields. done is called with its judgement.
type variant struct {
	request.Partial
	changed []string
	done    func(variant, judgement)
}

// judgement is the evaluation of a variant.
type judgement struct {
	violations []request.Violation
	native     partialNative
	// failed means that the adapter did not answer, or that the rules took too many steps.
	failed bool
}

// chooser adds the choices and the proven suggestions to an evaluation.
type chooser struct {
	*wire.PartialEvaluation
	partial  request.Partial
	variants []variant
}

// choose adds the choices and the proven suggestions to the evaluation of a request.
func (s *Service) choose(
	ctx context.Context, in *installed, p request.Partial, date request.Date, e *wire.PartialEvaluation,
) error {
	c := chooser{PartialEvaluation: e, partial: p}
	e.Choices = wire.Choices{}
	c.each(request.SizeField, request.Sizes())
	c.each(request.EnvironmentField, request.Environments())
	c.each(request.RegionField, in.Profile.AllowedRegions)
	for _, size := range request.Sizes() {
		for _, region := range in.Profile.AllowedRegions {
			c.choice(wire.Grid, wire.Choice{ClusterSize: size, Region: region},
				request.Change{Field: request.SizeField, To: request.Text(size)},
				request.Change{Field: request.RegionField, To: request.Text(region)})
		}
	}
	var suggested []wire.Proven
	for _, v := range slices.Concat(e.Violations, e.Advisories) {
		suggested = append(suggested, wire.Proven{Field: v.Field, Value: v.Suggestion})
	}
	if len(e.Alternatives) > 0 {
		for _, change := range e.Alternatives[0].Changes {
			suggested = append(suggested, wire.Proven{Field: change.Field, Value: change.To})
		}
	}
	for i, one := range suggested {
		if !one.Value.IsZero() && !slices.Contains(suggested[:i], one) {
			c.prove(one)
		}
	}
	return s.decideVariants(ctx, in, date, &c)
}

// add adds the variant with some changes. It returns false if a field cannot have its value.
func (c *chooser) add(done func(variant, judgement), changes ...request.Change) bool {
	v := variant{Partial: c.partial, done: done}
	for _, change := range changes {
		var err error
		if v.Partial, err = v.With(change.Field, change.To); err != nil {
			return false
		}
		v.changed = append(v.changed, change.Field)
	}
	c.variants = append(c.variants, v)
	return true
}

func (c *chooser) each(field string, values []string) {
	for _, v := range values {
		c.choice(field, wire.Choice{Value: v}, request.Change{Field: field, To: request.Text(v)})
	}
}

// choice adds a choice to the choices with a name.
func (c *chooser) choice(name string, choice wire.Choice, changes ...request.Change) {
	if c.add(func(v variant, d judgement) { fill(&choice, v, d) }, changes...) {
		c.Choices[name] = append(c.Choices[name], &choice)
	}
}

// prove adds a suggested value to the proven values if policy accepts it.
func (c *chooser) prove(one wire.Proven) {
	kept := func(v request.Violation) bool {
		return v.Field == one.Field || !slices.ContainsFunc(c.Violations, func(before request.Violation) bool {
			return before.PolicyID == v.PolicyID
		})
	}
	c.add(func(_ variant, d judgement) {
		if !d.failed && !slices.ContainsFunc(d.violations, kept) {
			c.Proven = append(c.Proven, one)
		}
	}, request.Change{Field: one.Field, To: one.Value})
}

// fill sets the decision and the cost of a choice.
func fill(c *wire.Choice, v variant, d judgement) {
	denies := func(found request.Violation) bool { return !isLacking(v.Request, found) }
	switch {
	case d.failed:
		c.Decision = wire.VerdictOpen
	case slices.ContainsFunc(d.violations, denies):
		c.Decision = wire.VerdictDenied
	case v.Complete() && len(d.violations) == 0:
		c.Decision = wire.VerdictAccepted
	default:
		c.Decision = wire.VerdictOpen
	}
	if d.native.priced {
		c.KnownTotal, c.AtLeast = d.native.answered.KnownTotal, d.native.answered.AtLeast()
		c.Assuming = d.native.assuming
	}
}

// decideVariants evaluates the variants, each with an equal share of the steps. A rule keeps its outcome if it
// does not read a changed field, except if the variant completes the request.
func (s *Service) decideVariants(ctx context.Context, in *installed, date request.Date, c *chooser) error {
	all := make([]judgement, len(c.variants))
	_ = inParallel(len(all), func(i int) error {
		var err error
		all[i].native, err = s.evaluateNative(ctx, in, c.variants[i].Partial, date, true)
		all[i].failed = err != nil // then only this choice is open
		return nil
	})
	budget, reading := policy.NewBudget(ctx, policy.RequestSteps), map[string]*policy.Set{}
	for i, v := range c.variants {
		d := &all[i]
		key := strings.Join(v.changed, " ")
		if reading[key] == nil {
			reading[key] = in.policies.AffectedBy(v.changed...)
		}
		rules := reading[key]
		if v.Complete() && !c.partial.Complete() {
			rules = in.policies
		}
		part := budget.Part(budget.Left() / (len(all) - i))
		d.violations = append(partialCommon(in, rules, v.Partial, d.native, date, part).Violations, d.native.Violations...)
		for _, before := range c.Violations {
			if before.Source != request.SourceProvider && !rules.Contains(before.PolicyID) {
				d.violations = append(d.violations, before)
			}
		}
		d.failed = d.failed || part.Left() == 0 // then rules may have failed
		v.done(v, *d)
	}
	return ctx.Err()
}

// assumed fills in a partial request for the adapter. A missing field that the estimate reads gets the first
// of its values, other fields get examples. priced means that the estimate reads no field without values.
func assumed(p request.Partial, d adapter.Description) (filled request.Request, assuming map[string]string,
	priced bool) {
	priced = p.Complete() || len(d.EstimateReads) > 0
	for _, name := range d.EstimateReads {
		f, _ := request.FieldNamed(name)
		switch {
		case p.Given[name] || p.Complete():
		case f.Values == nil:
			priced = false
		default:
			if assuming == nil {
				assuming = map[string]string{}
			}
			assuming[name] = f.Values[0]
		}
	}
	filled = p.Filled()
	for name, value := range assuming {
		f, _ := request.FieldNamed(name)
		f.Assign(&filled, request.Text(value))
	}
	return filled, assuming, priced
}
