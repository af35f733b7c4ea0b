package space

import (
	"context"
	"fmt"
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// unused finds the organisation's rules that decide nothing in the new decider.
func (c *comparer) unused(ctx context.Context) error {
	for _, compiled := range c.deciders[New].Compiled {
		if compiled.Source == request.SourceOrganisation && compiled.Level == profile.Mandatory {
			if err := c.checkUnused(ctx, RuleRef{New, compiled.ID}); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkUnused adds a rule to the unused rules if it is proven that the rule never denies alone.
func (c *comparer) checkUnused(ctx context.Context, rule RuleRef) error {
	denied := DeniedBy(New, rule.ID)
	why, err := c.prove(ctx, c.nearPlain(append(c.AcceptedBy(New, rule.ID), denied)...))
	if err != nil {
		return err
	}
	if len(why.gaps) > 0 {
		c.addGaps(Gap{PolicyID: rule.ID, Why: "No request was found that this rule only denies, and not all was searched."})
		c.addGaps(why.gaps...)
	}
	if !why.isCertain() {
		return nil
	}
	if gaps := c.dateGaps(rule); len(gaps) > 0 {
		c.addGaps(gaps...)
		return nil
	}
	one := Unused{ID: rule.ID}
	broken, err := c.Nearest(ctx, denied)
	if err != nil {
		return err
	}
	if gaps := append(c.Gaps(rule), c.regionGaps(rule)...); !broken.Found && (broken.LimitReached || len(gaps) > 0) {
		c.noteLimit(rule.ID, broken)
		c.addGaps(gaps...)
		return nil
	}
	if broken.Found {
		one.Request = &broken.Request
		if one.AlsoDeniedBy, err = c.deniedBy(ctx, New, broken.Request, rule.ID); err != nil {
			return err
		}
	}
	c.out.Unused = append(c.out.Unused, one)
	return nil
}

// deniedBy returns the IDs of the other rules of a decider that deny a request, sorted.
func (s *Space) deniedBy(ctx context.Context, decider int, r request.Request, except string) (ids []string, err error) {
	answer, err := s.answer(ctx, decider, r)
	if err != nil {
		return nil, err
	}
	d := s.deciders[decider]
	candidate := d.candidate(r, answer.Estimate, s.budget)
	for _, c := range d.Compiled {
		if c.ID != except && c.Denies(candidate) {
			ids = append(ids, c.ID)
		}
	}
	for _, rule := range d.Adapter.Rules {
		if _, denies := answer.Denies[rule.ID]; denies && rule.ID != except {
			ids = append(ids, rule.ID)
		}
	}
	slices.Sort(ids)
	return ids, nil
}

// contradictions finds rules of the new decider that no request satisfies together, or no request with one
// value of a field with few values.
func (c *comparer) contradictions(ctx context.Context) error {
	all, err := c.prove(ctx, c.nearPlain(c.AcceptedBy(New)...))
	if err != nil {
		return err
	}
	if !all.isSatisfiable() {
		c.addContradiction(all, "", request.Value{})
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
			// A single rule is meant to forbid the value, and so are the rules of the platform.
			if len(why.goals) > 1 && slices.ContainsFunc(why.goals, c.isOrganisation) {
				c.addContradiction(why, f.Name, value)
			}
		}
	}
	return nil
}

// addContradiction adds the rules of a proof as a contradiction. Without a certain proof it adds gaps only.
func (c *comparer) addContradiction(why proof, field string, value request.Value) {
	if why.isCertain() {
		one := Contradiction{Field: field, Value: value}
		for _, g := range why.goals {
			one.Rules = append(one.Rules, g.ID)
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

// isOrganisation reports whether a goal is about a rule of the organisation.
func (c *comparer) isOrganisation(g Goal) bool {
	rule, ok := c.deciders[New].compiled(g.ID)
	return ok && rule.Source == request.SourceOrganisation
}
