package service

import (
	"context"
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
)

// Grid is the name under which Choices have each size in each allowed region.
const Grid = "grid"

// Choices are what the values of the fields that decide the cost lead to, with all else as it is
// written, by the name of the field or Grid: each size and environment, and the allowed regions.
type Choices map[string][]*Choice

// Choice is a value of a field, or in the Grid a size in a region, and what policy decides then.
type Choice struct {
	Value       string  `json:"value,omitempty"`
	ClusterSize string  `json:"cluster_size,omitempty"`
	Region      string  `json:"region,omitempty"`
	Decision    Verdict `json:"decision"`
	// KnownTotal is that of the estimate; AtLeast is set where a part of it has no price.
	KnownTotal request.Money `json:"known_total"`
	AtLeast    bool          `json:"at_least"`
	// Assuming are fields that are not written yet, with the values that KnownTotal is for.
	Assuming map[string]string `json:"assuming,omitempty"`
}

// Proven is a value of a field with which the request breaks no rule that it keeps now, and none
// on that field.
type Proven struct {
	Field string        `json:"field"`
	Value request.Value `json:"value"`
}

// variant is a request with another value of some fields, and what its evaluation is for.
type variant struct {
	request.Partial
	choice *Choice
	proven Proven
}

// with adds a variant with the values of some fields; none where a field cannot have its value.
func with(list []variant, p request.Partial, v variant, values map[string]request.Value) []variant {
	v.Partial = p
	for name, value := range values {
		var err error
		if v.Partial, err = v.With(name, value); err != nil {
			return list
		}
	}
	return append(list, v)
}

// choose fills in the choices of an evaluation, and which of its suggestions are proven.
func (s *Service) choose(ctx context.Context, in *installed, p request.Partial, date request.Date, e *PartialEvaluation) error {
	var variants []variant
	add := func(name string, c Choice, values map[string]request.Value) {
		e.Choices[name] = append(e.Choices[name], &c)
		variants = with(variants, p, variant{choice: &c}, values)
	}
	e.Choices, e.Proven = Choices{}, []Proven{}
	each := func(field string, values []string) {
		for _, v := range values {
			add(field, Choice{Value: v}, map[string]request.Value{field: request.Text(v)})
		}
	}
	each(request.SizeField, request.Sizes())
	each(request.EnvironmentField, request.Environments())
	each(request.RegionField, in.Profile.AllowedRegions)
	for _, size := range request.Sizes() {
		for _, region := range in.Profile.AllowedRegions {
			add(Grid, Choice{ClusterSize: size, Region: region},
				map[string]request.Value{request.SizeField: request.Text(size), request.RegionField: request.Text(region)})
		}
	}
	prove := func(field string, value request.Value) {
		if !value.IsZero() {
			variants = with(variants, p, variant{proven: Proven{field, value}}, map[string]request.Value{field: value})
		}
	}
	for _, v := range slices.Concat(e.Violations, e.Advisories) {
		prove(v.Field, v.Suggestion)
	}
	if len(e.Alternatives) > 0 {
		for _, change := range e.Alternatives[0].Changes {
			prove(change.Field, change.To)
		}
	}
	return s.judge(ctx, in, variants, date, e)
}

// judge evaluates variants of a request.
func (s *Service) judge(ctx context.Context, in *installed, variants []variant, date request.Date, e *PartialEvaluation) error {
	natives := make([]partialNative, len(variants))
	err := inParallel(len(variants), func(i int) (err error) {
		natives[i], err = s.evaluateNative(ctx, in, variants[i].Partial, date, true)
		return err
	})
	if err != nil {
		return err
	}
	budget := policy.NewBudget(ctx, policy.RequestSteps)
	for i, v := range variants {
		violations := append(partialCommon(in, v.Partial, natives[i], date, budget).Violations, natives[i].Violations...)
		spent := budget.Left() == 0 // then rules fail that may accept
		switch {
		case v.choice != nil:
			v.choice.fill(v.Partial, natives[i], len(violations) > 0, spent)
		case !spent && !slices.ContainsFunc(violations, func(now request.Violation) bool {
			broken := slices.ContainsFunc(e.Violations, func(before request.Violation) bool { return before.PolicyID == now.PolicyID })
			return !broken || now.Field == v.proven.Field
		}) && !slices.Contains(e.Proven, v.proven):
			e.Proven = append(e.Proven, v.proven)
		}
	}
	return ctx.Err()
}

// fill says what policy decides of a choice, and what it costs.
func (c *Choice) fill(p request.Partial, native partialNative, denied, spent bool) {
	switch {
	case spent:
		c.Decision = VerdictOpen
	case denied:
		c.Decision = VerdictDenied
	case p.Complete():
		c.Decision = VerdictAccepted
	default:
		c.Decision = VerdictOpen
	}
	if native.priced {
		c.KnownTotal, c.AtLeast, c.Assuming = native.answered.KnownTotal, native.answered.AtLeast(), native.assuming
	}
}

// assumed fills in a partial request so that the adapter can be asked about it: the first value of
// each field with few values that the estimate reads, and examples of others. priced is set where
// nothing else is missing that the estimate reads.
func assumed(p request.Partial, d adapter.Description) (filled request.Request, assuming map[string]string, priced bool) {
	priced = len(d.EstimateReads) > 0
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
