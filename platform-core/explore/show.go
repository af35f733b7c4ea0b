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
	// Kept is the nearest request to Broken that the rule applies to and that it does not
	// deny, nor any other: rather one with another value of the rule's own field.
	Kept Found
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
	shown.Kept, err = s.kept(ctx, rule, shown.Broken.Request)
	return shown, err
}

// kept returns the nearest request to a broken one that is accepted.
func (s *Space) kept(ctx context.Context, rule policy.SourcedRule, broken request.Request) (Found, error) {
	accepted := s.Accepted(0)
	suggested, is, err := s.suggested(ctx, rule, broken)
	if err != nil {
		return Found{}, err
	}
	if is {
		found, err := s.searchBy(ctx, suggested, func(string) bool { return false }, accepted)
		if err != nil || found.Is {
			found.Changed = []string{rule.Field}
			return found, err
		}
	}
	own := func(field string) bool { return field == rule.Field }
	found, err := s.searchBy(ctx, broken, own, accepted)
	if err != nil || found.Is {
		return found, err
	}
	for _, wanted := range [][]Wanted{accepted, {{Rule{0, rule.ID}, false}}} {
		if found, err = s.search(ctx, broken, "", wanted); err != nil || found.Is {
			return found, err
		}
	}
	return found, nil
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
