package space

import (
	"context"
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Shown are two requests that show what a rule asks.
type Shown struct {
	// Broken is the nearest request to a plain one that breaks the rule. Where that is
	// possible no other rule denies it; otherwise With do.
	Broken Found
	With   []string
	// Never is set where it is sure that no request breaks the rule, and Shared where it is
	// sure that none breaks it which no other rule denies.
	Never, Shared bool
	// Kept is the nearest request to Broken that the rule does not deny: rather one with
	// another value of the rule's own field, and where that is possible one that no rule
	// denies and that the rule Applies to.
	Kept    Found
	Applies bool
	// KeptWith are other rules that deny Kept.
	KeptWith []string
	// Gaps are where the search may have missed a request; none for a complete one.
	Gaps []Gap
}

// applies is the ID of a rule that denies the requests to which the shown rule does not apply.
const applies = "applies"

// Show shows a rule of an installation, also one that only advises.
func Show(ctx context.Context, in Installation, id string) (shown Shown, err error) {
	checks := slices.Clone(in.Checks)
	for i, c := range in.Checks {
		if c.ID != id {
			continue
		}
		checks[i] = c.Denying()
		if applying, ok := c.Applying(applies); ok {
			checks = append(checks, applying)
		}
	}
	in.Rules = NewRules(in.Profile, checks, in.Adapter, in.Digest)
	rule, _ := in.Rule(id)
	if rule.Source == request.SourceProvider && rule.Level == profile.Advisory {
		return Shown{Gaps: []Gap{{PolicyID: id, Why: "A search does not see the advisories of an adapter."}}}, nil
	}
	s := shower{Of(ctx, in), rule, &shown}
	if err = s.breaking(ctx); err == nil && shown.Broken.Is {
		err = s.keep(ctx)
	}
	s.gaps()
	return shown, err
}

// shower fills in what is shown of a rule.
type shower struct {
	*Space
	rule profile.SourcedRule
	out  *Shown
}

// breaking looks for a request that breaks the rule, rather one that no other rule denies.
func (s shower) breaking(ctx context.Context) (err error) {
	only := append(s.Accepted(0, s.rule.ID), Denied(0, s.rule.ID))
	if s.out.Broken, err = s.Nearest(ctx, only...); err != nil || s.out.Broken.Is {
		return err
	}
	if s.out.Broken, err = s.Nearest(ctx, Denied(0, s.rule.ID)); err != nil {
		return err
	}
	if !s.out.Broken.Is {
		s.out.Gaps = s.dated(Rule{0, s.rule.ID})
		s.out.Never = !s.out.Broken.Bounded && len(s.Gaps(Rule{0, s.rule.ID})) == 0 && len(s.out.Gaps) == 0
		return nil
	}
	if s.out.With, err = s.deniedBy(ctx, 0, s.out.Broken.Request, s.rule.ID); err != nil {
		return err
	}
	plain, err := s.Plain(ctx)
	if err != nil {
		return err
	}
	s.out.Shared, err = s.sure(ctx, plain, only)
	return err
}

// keep looks for the nearest request to the broken one that the rule does not deny.
func (s shower) keep(ctx context.Context) (err error) {
	broken := s.out.Broken.Request
	if s.out.Kept, s.out.Applies, err = s.keeping(ctx, broken); err != nil || !s.out.Kept.Is {
		return err
	}
	if s.out.KeptWith, err = s.deniedBy(ctx, 0, s.out.Kept.Request, applies); err != nil || len(s.out.KeptWith) == 0 {
		return err
	}
	_, err = s.sure(ctx, broken, s.Accepted(0, applies))
	return err
}

// sure reports whether it is sure that no request comes out as wanted; else it notes the
// gaps.
func (s shower) sure(ctx context.Context, from request.Request, wanted []Wanted) (bool, error) {
	why, err := s.prove(ctx, query{from: from, wanted: wanted})
	s.out.Gaps = append(s.out.Gaps, why.Gaps...)
	return why.sure(), err
}

// gaps adds those of the rule to those that were noted.
func (s shower) gaps() {
	all := append(s.Gaps(Rule{0, s.rule.ID}), s.out.Gaps...)
	if s.out.Broken.Bounded || s.out.Kept.Bounded {
		all = append(all, ended(s.rule.ID))
	}
	for i := range all {
		if all[i].PolicyID == applies {
			all[i].PolicyID = s.rule.ID
		}
	}
	s.out.Gaps = joined(nil, all...)
}

// keeping returns the nearest request to a broken one that the rule does not deny, rather
// one that no rule denies, and whether the rule applies to it.
func (s shower) keeping(ctx context.Context, broken request.Request) (found Found, applying bool, err error) {
	type try struct {
		wanted  []Wanted
		applies bool
	}
	accepts := Wanted{Rule{0, s.rule.ID}, false}
	tries := []try{{s.Accepted(0), true}, {[]Wanted{accepts}, true}}
	if _, ok := s.in[0].check(applies); ok {
		tries = []try{
			{s.Accepted(0), true}, {s.Accepted(0, applies), false},
			{[]Wanted{accepts, {Rule{0, applies}, false}}, true}, {[]Wanted{accepts}, false},
		}
	}
	for _, t := range tries {
		if found, err = s.nearestTo(ctx, broken, t.wanted); err != nil || found.Is {
			return found, t.applies, err
		}
	}
	return found, false, nil
}

// nearestTo returns the nearest request to a broken one that comes out as wanted: one with the
// value that the rule suggests, or with another value of the rule's field, or any.
func (s shower) nearestTo(ctx context.Context, broken request.Request, wanted []Wanted) (Found, error) {
	suggested, ok, err := s.suggested(ctx, broken)
	if err != nil {
		return Found{}, err
	}
	if ok {
		found, err := s.search(ctx, query{from: suggested, wanted: wanted, fixed: AllFields})
		if err != nil || found.Is {
			found.Changed = []string{s.rule.Field}
			return found, err
		}
	}
	own := FieldsNamed(s.rule.Field)
	if found, err := s.search(ctx, query{from: broken, wanted: wanted, fixed: AllFields &^ own}); err != nil || found.Is {
		return found, err
	}
	return s.search(ctx, query{from: broken, wanted: wanted})
}

// suggested returns a broken request with what the rule suggests.
func (s shower) suggested(ctx context.Context, broken request.Request) (r request.Request, ok bool, err error) {
	if err := s.askAll(ctx, []request.Request{broken}); err != nil {
		return r, false, err
	}
	in, answer := s.in[0], s.answers[broken][0]
	value := answer.Denies[s.rule.ID]
	if c, ok := in.check(s.rule.ID); ok {
		value, _ = c.Denies(in.candidate(broken, answer.Estimate, s.budget))
	}
	if value.IsZero() {
		return r, false, nil
	}
	r, err = broken.With(s.rule.Field, value)
	return r, err == nil, nil
}
