package space

import (
	"context"
	"fmt"
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// unused finds the organisation's rules that decide nothing in the new installation.
func (c *comparer) unused(ctx context.Context) error {
	for _, check := range c.deciders[New].Checks {
		rule := check.SourcedRule
		if rule.Source != request.SourceOrganisation || rule.Level != profile.Mandatory {
			continue
		}
		why, err := c.prove(ctx, c.nearPlain(append(c.AcceptedBy(New, rule.ID), DeniedBy(New, rule.ID))...))
		if err != nil {
			return err
		}
		if len(why.gaps) > 0 {
			c.addGaps(Gap{PolicyID: rule.ID, Why: "No request was found that this rule only denies, and not all was searched."})
			c.addGaps(why.gaps...)
		}
		if !why.isCertain() {
			continue
		}
		if later := c.dated(RuleRef{New, rule.ID}); len(later) > 0 {
			c.addGaps(later...)
			continue
		}
		one := Unused{ID: rule.ID}
		broken, err := c.Nearest(ctx, DeniedBy(New, rule.ID))
		if err != nil {
			return err
		}
		if !broken.Found && (broken.LimitReached || len(c.Gaps(RuleRef{New, rule.ID})) > 0) {
			c.noteLimit(rule.ID, broken)
			c.addGaps(c.Gaps(RuleRef{New, rule.ID})...)
			continue
		}
		if broken.Found {
			one.Request = &broken.Request
			if one.AlsoDeniedBy, err = c.deniedBy(ctx, New, broken.Request, rule.ID); err != nil {
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
	in, answer := s.deciders[installation], s.answers[r][installation]
	over := in.candidate(r, answer.Estimate, s.budget)
	for _, c := range in.Checks {
		if c.ID != except && c.Denies(over) {
			ids = append(ids, c.ID)
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
	all, err := c.prove(ctx, c.nearPlain(c.AcceptedBy(New)...))
	if err != nil {
		return err
	}
	if !all.isSatisfiable() {
		c.contradiction(all, "", request.Value{})
		return nil
	}
	for _, f := range request.Fields() {
		for _, value := range request.Texts(f.Values) {
			from, err := c.out.Plain.With(f.Name, value)
			if err != nil {
				return err
			}
			why, err := c.prove(ctx, query{from: from, goals: c.AcceptedBy(New), fixed: FieldsNamed(f.Name)})
			if err != nil {
				return err
			}
			// One rule forbids the value, and those of the platform are as they are meant.
			if len(why.goals) > 1 && slices.ContainsFunc(why.goals, c.isOrganisation) {
				c.contradiction(why, f.Name, value)
			}
		}
	}
	return nil
}

// contradiction notes rules that no request satisfies which has a value of a field; where
// that is not sure, only that none was found.
func (c *comparer) contradiction(why proof, field string, value request.Value) {
	if why.isCertain() {
		one := Contradiction{Field: field, Value: value}
		for _, w := range why.goals {
			one.Rules = append(one.Rules, w.ID)
		}
		slices.Sort(one.Rules)
		c.out.Contradicting = append(c.out.Contradicting, one)
		return
	}
	which := ""
	if field != "" {
		which = fmt.Sprintf(" with %s %s", field, value)
	}
	c.addGaps(Gap{Why: "No accepted request was found" + which + ", and not all was searched."})
	c.addGaps(why.gaps...)
}

// ours reports whether what is wanted is about a rule of the organisation.
func (c *comparer) isOrganisation(w Goal) bool {
	check, ok := c.deciders[New].check(w.ID)
	return ok && check.Source == request.SourceOrganisation
}
