package explore

import (
	"context"
	"fmt"
	"slices"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// unused finds the organisation's rules that decide nothing in the new installation.
func (c *comparer) unused(ctx context.Context) error {
	for _, check := range c.in[New].Checks {
		rule := check.Rule()
		if rule.Source != request.SourceOrganisation || rule.Level != profile.Mandatory {
			continue
		}
		why, err := c.prove(ctx, c.out.Plain, "", append(c.Accepted(New, rule.ID), Denied(New, rule.ID)))
		if err != nil {
			return err
		}
		if len(why.Gaps) > 0 {
			c.gap(Gap{PolicyID: rule.ID, Why: "No request was found that this rule only denies, and not all was searched."})
			c.gap(why.Gaps...)
		}
		if len(why.Set) == 0 {
			continue
		}
		one := Unused{ID: rule.ID}
		broken, err := c.Nearest(ctx, Denied(New, rule.ID))
		if err != nil {
			return err
		}
		if !broken.Is && (broken.Bounded || len(c.Gaps(Rule{New, rule.ID})) > 0) {
			c.limit(rule.ID, broken)
			c.gap(c.Gaps(Rule{New, rule.ID})...)
			continue
		}
		if broken.Is {
			one.Request = &broken.Request
			if one.With, err = c.deniedBy(ctx, New, broken.Request, rule.ID); err != nil {
				return err
			}
		}
		c.out.Unused = append(c.out.Unused, one)
	}
	return nil
}

// deniedBy returns the other rules of an installation that deny a request.
func (s *Space) deniedBy(ctx context.Context, installation int, r request.Request, except string) (ids []string, err error) {
	if err := s.askAll(ctx, []request.Request{r}); err != nil {
		return nil, err
	}
	in, answer := s.in[installation], s.answers[r][installation]
	over := policy.NewCandidate(policy.Input{Request: r, Profile: in.Profile, Estimate: answer.Estimate, Date: in.Date})
	for _, c := range in.Checks {
		if c.ID() != except && c.Broken(over) {
			ids = append(ids, c.ID())
		}
	}
	for _, rule := range in.Adapter.Rules {
		if _, denies := answer.Denies[rule.ID]; denies && rule.ID != except {
			ids = append(ids, rule.ID)
		}
	}
	slices.Sort(ids)
	return ids, nil
}

// contradictions finds rules of the new installation that leave no request: none at all,
// or none with a value of a field that has few.
func (c *comparer) contradictions(ctx context.Context) error {
	all, err := c.contradiction(ctx, c.out.Plain, "")
	if err != nil || len(all) > 0 {
		if len(all) > 0 {
			c.out.Contradicting = []Contradiction{{Rules: all}}
		}
		return err
	}
	for _, f := range request.Fields() {
		for _, value := range texts(f.Values) {
			from, err := c.out.Plain.With(f.Name, value)
			if err != nil {
				return err
			}
			rules, err := c.contradiction(ctx, from, f.Name)
			if err != nil {
				return err
			}
			// One rule forbids the value, and those of the platform are as they are meant.
			if len(rules) > 1 && slices.ContainsFunc(rules, c.ours) {
				c.out.Contradicting = append(c.out.Contradicting, Contradiction{f.Name, value, rules})
			}
		}
	}
	return nil
}

// ours reports whether a rule is the organisation's.
func (c *comparer) ours(id string) bool {
	check, is := c.in[New].check(id)
	return is && check.Rule().Source == request.SourceOrganisation
}

// contradiction returns rules that no request satisfies which has the same value of a
// field: a smallest set, in the sense that without any of them there is one.
func (c *comparer) contradiction(ctx context.Context, from request.Request, kept string) (ids []string, err error) {
	why, err := c.prove(ctx, from, kept, c.Accepted(New))
	if err != nil {
		return nil, err
	}
	if len(why.Gaps) > 0 {
		which := ""
		if kept != "" {
			which = fmt.Sprintf(" with %s %s", kept, from.Value(kept))
		}
		c.gap(Gap{Why: "No accepted request was found" + which + ", and not all was searched."})
		c.gap(why.Gaps...)
	}
	for _, w := range why.Set {
		ids = append(ids, w.ID)
	}
	slices.Sort(ids)
	return ids, nil
}
