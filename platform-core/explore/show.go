package explore

import (
	"context"
	"slices"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Shown are two requests that show what a rule asks.
type Shown struct {
	// Broken is the nearest request to a plain one that breaks the rule. Where that is
	// possible no other rule denies it; otherwise With do.
	Broken Found
	With   []string
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

// applies is the ID of the rule by which a rule that is shown has to apply.
const applies = "applies"

// Show shows a rule of an installation, also one that only advises.
func Show(ctx context.Context, in Installation, id string) (shown Shown, err error) {
	in.Checks = slices.Clone(in.Checks)
	for i, c := range in.Checks {
		if c.ID() != id {
			continue
		}
		in.Checks[i] = c.Denying()
		if applying, may := c.Applying(applies); may {
			in.Checks = append(in.Checks, applying)
		}
	}
	rule, _ := in.Rule(id)
	if rule.Source == request.SourceProvider && rule.Level == profile.Advisory {
		return Shown{Gaps: []Gap{{PolicyID: id, Why: "A search does not see the advisories of an adapter."}}}, nil
	}
	s := Of(in)
	defer func() {
		shown.Gaps = s.Gaps(Rule{0, id})
		if shown.Broken.Bounded || shown.Kept.Bounded {
			shown.Gaps = append(shown.Gaps, Gap{PolicyID: id, Why: "The search ended at its limit."})
		}
	}()
	if shown.Broken, err = s.Nearest(ctx, append(s.Accepted(0, id), Denied(0, id))...); err != nil {
		return shown, err
	}
	if !shown.Broken.Is {
		if shown.Broken, err = s.Nearest(ctx, Denied(0, id)); err != nil || !shown.Broken.Is {
			return shown, err
		}
		if shown.With, err = s.deniedBy(ctx, 0, shown.Broken.Request, id); err != nil {
			return shown, err
		}
	}
	if shown.Kept, shown.Applies, err = s.keeping(ctx, rule, shown.Broken.Request); err == nil && shown.Kept.Is {
		shown.KeptWith, err = s.deniedBy(ctx, 0, shown.Kept.Request, applies)
	}
	return shown, err
}

// keeping returns the nearest request to a broken one that the rule does not deny, rather
// one that no rule denies, and whether the rule applies to it.
func (s *Space) keeping(ctx context.Context, rule policy.SourcedRule, broken request.Request) (found Found, applying bool, err error) {
	type try struct {
		wanted  []Wanted
		applies bool
	}
	keeps := Wanted{Rule{0, rule.ID}, false}
	tries := []try{{s.Accepted(0), true}, {[]Wanted{keeps}, true}}
	if _, may := s.in[0].check(applies); may {
		tries = []try{
			{s.Accepted(0), true}, {s.Accepted(0, applies), false},
			{[]Wanted{keeps, {Rule{0, applies}, false}}, true}, {[]Wanted{keeps}, false},
		}
	}
	for _, t := range tries {
		if found, err = s.kept(ctx, rule, broken, t.wanted); err != nil || found.Is {
			return found, t.applies, err
		}
	}
	return found, false, nil
}

// kept returns the nearest request to a broken one that comes out as wanted: one with the
// value that the rule suggests, or with another value of the rule's field, or any.
func (s *Space) kept(ctx context.Context, rule policy.SourcedRule, broken request.Request, wanted []Wanted) (Found, error) {
	suggested, is, err := s.suggested(ctx, rule, broken)
	if err != nil {
		return Found{}, err
	}
	if is {
		found, err := s.searchBy(ctx, suggested, func(string) bool { return false }, wanted)
		if err != nil || found.Is {
			found.Changed = []string{rule.Field}
			return found, err
		}
	}
	own := func(field string) bool { return field == rule.Field }
	if found, err := s.searchBy(ctx, broken, own, wanted); err != nil || found.Is {
		return found, err
	}
	return s.search(ctx, broken, "", wanted)
}

// suggested returns a broken request with what the rule suggests.
func (s *Space) suggested(ctx context.Context, rule policy.SourcedRule, broken request.Request) (r request.Request, is bool, err error) {
	if err := s.askAll(ctx, []request.Request{broken}); err != nil {
		return r, false, err
	}
	in, answer := s.in[0], s.answers[broken][0]
	value := answer.Denies[rule.ID]
	if c, is := in.check(rule.ID); is {
		value, _ = c.Denies(policy.NewCandidate(policy.Input{Request: broken, Profile: in.Profile, Estimate: answer.Estimate, Date: in.Date}))
	}
	if value.IsZero() {
		return r, false, nil
	}
	r, err = broken.With(rule.Field, value)
	return r, err == nil, nil
}
