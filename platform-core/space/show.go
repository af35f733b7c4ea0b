package space

import (
	"context"
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Shown are two requests that show what a rule asks.
type Explanation struct {
	// Broken is the nearest request to a plain one that breaks the rule. Where that is
	// possible no other rule denies it; otherwise With do.
	Denied       Example
	AlsoDeniedBy []string
	// Never is set where it is sure that no request breaks the rule, and Shared where it is
	// sure that none breaks it which no other rule denies.
	NeverDenies, NeverAlone bool
	// Kept is the nearest request to Broken that the rule does not deny: rather one with
	// another value of the rule's own field, and where that is possible one that no rule
	// denies and that the rule Applies to.
	Passing        Example
	PassingApplies bool
	// KeptWith are other rules that deny Kept.
	PassingDeniedBy []string
	// Gaps are where the search may have missed a request; none for a complete one.
	Gaps []Gap
}

// applies is the ID of a rule that denies the requests to which the shown rule does not apply.
const applies = "applies"

// Show shows a rule of an installation, also one that only advises.
func Explain(ctx context.Context, in Decider, id string) (shown Explanation, err error) {
	checks := slices.Clone(in.Checks)
	for i, c := range in.Checks {
		if c.ID != id {
			continue
		}
		checks[i] = c.AsMandatory()
		if applying, ok := c.WhenRule(applies); ok {
			checks = append(checks, applying)
		}
	}
	in.Rules = NewRules(in.Profile, checks, in.Adapter, in.Digest)
	rule, _ := in.Rule(id)
	if rule.Source == request.SourceProvider && rule.Level == profile.Advisory {
		return Explanation{Gaps: []Gap{{PolicyID: id, Why: "A search does not see the advisories of an adapter."}}}, nil
	}
	s := explainer{NewSpace(ctx, in), rule, &shown}
	if err = s.findDenied(ctx); err == nil && shown.Denied.Found {
		err = s.findPassing(ctx)
	}
	s.gaps()
	return shown, err
}

// shower fills in what is shown of a rule.
type explainer struct {
	*Space
	rule profile.SourcedRule
	out  *Explanation
}

// breaking looks for a request that breaks the rule, rather one that no other rule denies.
func (s explainer) findDenied(ctx context.Context) (err error) {
	only := append(s.AcceptedBy(0, s.rule.ID), DeniedBy(0, s.rule.ID))
	if s.out.Denied, err = s.Nearest(ctx, only...); err != nil || s.out.Denied.Found {
		return err
	}
	if s.out.Denied, err = s.Nearest(ctx, DeniedBy(0, s.rule.ID)); err != nil {
		return err
	}
	if !s.out.Denied.Found {
		s.out.Gaps = s.dated(RuleRef{0, s.rule.ID})
		s.out.NeverDenies = !s.out.Denied.LimitReached && len(s.Gaps(RuleRef{0, s.rule.ID})) == 0 && len(s.out.Gaps) == 0
		return nil
	}
	if s.out.AlsoDeniedBy, err = s.deniedBy(ctx, 0, s.out.Denied.Request, s.rule.ID); err != nil {
		return err
	}
	plain, err := s.Plain(ctx)
	if err != nil {
		return err
	}
	s.out.NeverAlone, err = s.proveNone(ctx, plain, only)
	return err
}

// keep looks for the nearest request to the broken one that the rule does not deny.
func (s explainer) findPassing(ctx context.Context) (err error) {
	broken := s.out.Denied.Request
	if s.out.Passing, s.out.PassingApplies, err = s.nearestPassing(ctx, broken); err != nil || !s.out.Passing.Found {
		return err
	}
	if s.out.PassingDeniedBy, err = s.deniedBy(ctx, 0, s.out.Passing.Request, applies); err != nil || len(s.out.PassingDeniedBy) == 0 {
		return err
	}
	_, err = s.proveNone(ctx, broken, s.AcceptedBy(0, applies))
	return err
}

// sure reports whether it is sure that no request comes out as wanted; else it notes the
// gaps.
func (s explainer) proveNone(ctx context.Context, from request.Request, wanted []Goal) (bool, error) {
	why, err := s.prove(ctx, query{from: from, goals: wanted})
	s.out.Gaps = append(s.out.Gaps, why.gaps...)
	return why.isCertain(), err
}

// gaps adds those of the rule to those that were noted.
func (s explainer) gaps() {
	all := append(s.Gaps(RuleRef{0, s.rule.ID}), s.out.Gaps...)
	if s.out.Denied.LimitReached || s.out.Passing.LimitReached {
		all = append(all, limitGap(s.rule.ID))
	}
	for i := range all {
		if all[i].PolicyID == applies {
			all[i].PolicyID = s.rule.ID
		}
	}
	s.out.Gaps = appendGaps(nil, all...)
}

// keeping returns the nearest request to a broken one that the rule does not deny, rather
// one that no rule denies, and whether the rule applies to it.
func (s explainer) nearestPassing(ctx context.Context, broken request.Request) (found Example, applying bool, err error) {
	type try struct {
		wanted  []Goal
		applies bool
	}
	accepts := Goal{RuleRef{0, s.rule.ID}, false}
	tries := []try{{s.AcceptedBy(0), true}, {[]Goal{accepts}, true}}
	if _, ok := s.deciders[0].check(applies); ok {
		tries = []try{
			{s.AcceptedBy(0), true}, {s.AcceptedBy(0, applies), false},
			{[]Goal{accepts, {RuleRef{0, applies}, false}}, true}, {[]Goal{accepts}, false},
		}
	}
	for _, t := range tries {
		if found, err = s.nearestTo(ctx, broken, t.wanted); err != nil || found.Found {
			return found, t.applies, err
		}
	}
	return found, false, nil
}

// nearestTo returns the nearest request to a broken one that comes out as wanted: one with the
// value that the rule suggests, or with another value of the rule's field, or any.
func (s explainer) nearestTo(ctx context.Context, broken request.Request, wanted []Goal) (Example, error) {
	suggested, ok, err := s.suggested(ctx, broken)
	if err != nil {
		return Example{}, err
	}
	if ok {
		found, err := s.search(ctx, query{from: suggested, goals: wanted, fixed: AllFields})
		if err != nil || found.Found {
			found.Changed = []string{s.rule.Field}
			return found, err
		}
	}
	own := FieldsNamed(s.rule.Field)
	if found, err := s.search(ctx, query{from: broken, goals: wanted, fixed: AllFields &^ own}); err != nil || found.Found {
		return found, err
	}
	return s.search(ctx, query{from: broken, goals: wanted})
}

// suggested returns a broken request with what the rule suggests.
func (s explainer) suggested(ctx context.Context, broken request.Request) (r request.Request, ok bool, err error) {
	if err := s.askAll(ctx, []request.Request{broken}); err != nil {
		return r, false, err
	}
	in, answer := s.deciders[0], s.answers[broken][0]
	value := answer.Denies[s.rule.ID]
	if c, ok := in.check(s.rule.ID); ok {
		value, _ = c.Evaluate(in.candidate(broken, answer.Estimate, s.budget))
	}
	if value.IsZero() {
		return r, false, nil
	}
	r, err = broken.With(s.rule.Field, value)
	return r, err == nil, nil
}
