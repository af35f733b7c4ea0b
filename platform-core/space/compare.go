package space

import (
	"context"
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// The installations of a comparison, by their numbers in its space.
const (
	Old = 0
	New = 1
)

// Comparison says in what two installations decide differently.
type Comparison struct {
	// Plain is the request that the others are near to.
	Plain request.Request
	// Stricter are the rules of the new installation that deny what the old one accepts,
	// Looser those of the old one that deny what the new one accepts.
	Stricter, Looser []Difference
	// Unused are the organisation's rules of the new installation that decide nothing.
	Unused []Unused
	// Contradicting are the rules of the new installation that leave no request.
	Contradicting []Contradiction
	// Gaps are where a difference may have been missed; none for a complete comparison.
	Gaps []Gap
	// Requests is how many were looked at, Asked how many the adapters were asked about.
	Requests, Asked int
}

// Difference is a rule that denies what the other installation accepts.
type Difference struct {
	Rule RuleRef
	// Request shows it; Changed are the fields in which it differs from the plain one.
	Request request.Request
	Changed []string
	// Only is set where no other rule denies it.
	Alone bool
}

// Unused is a rule without which every request would be decided in the same way.
type Unused struct {
	ID string
	// Request is one that the rule denies, and With are the rules that deny it too; none
	// where no request that was tried breaks the rule.
	Request      *request.Request
	AlsoDeniedBy []string
}

// Contradiction is rules of which every request breaks one, or every request with a
// value of a field: none of them can be left out.
type Contradiction struct {
	Field string
	Value request.Value
	Rules []string
}

// Compare compares two installations of one provider.
func Compare(ctx context.Context, from, to Decider) (Comparison, error) {
	c := comparer{Space: NewSpace(ctx, from, to)}
	var err error
	if c.out.Plain, err = c.Plain(ctx); err != nil {
		return Comparison{}, err
	}
	if c.out.Stricter, err = c.differences(ctx, New); err != nil {
		return Comparison{}, err
	}
	if c.out.Looser, err = c.differences(ctx, Old); err != nil {
		return Comparison{}, err
	}
	if err = c.unused(ctx); err != nil {
		return Comparison{}, err
	}
	if err = c.contradictions(ctx); err != nil {
		return Comparison{}, err
	}
	c.out.Requests, c.out.Asked = c.Requests, c.Asked
	return c.out, nil
}

type comparer struct {
	*Space
	out Comparison
}

// near asks for the request nearest to the plain one.
func (c *comparer) nearPlain(wanted ...Goal) query { return query{from: c.out.Plain, goals: wanted} }

func (c *comparer) addGaps(gaps ...Gap) {
	c.out.Gaps = appendGaps(c.out.Gaps, gaps...)
}

// limit notes that a search about a rule ended at its limit.
func (c *comparer) noteLimit(id string, found Example) {
	if found.LimitReached {
		c.addGaps(limitGap(id))
	}
}

// differences returns the rules of one installation that deny what the other accepts.
func (c *comparer) differences(ctx context.Context, by int) (list []Difference, err error) {
	for _, id := range c.deciders[by].IDs() {
		if c.decidesAlike(id) {
			continue
		}
		d, found, err := c.difference(ctx, RuleRef{by, id}, RuleRef{1 - by, id})
		if err != nil {
			return nil, err
		}
		if found {
			list = append(list, d)
		}
	}
	return list, nil
}

// difference returns the nearest request that a rule denies and the other installation
// accepts: one that no other rule denies, or else any.
func (c *comparer) difference(ctx context.Context, rule, counterpart RuleRef) (Difference, bool, error) {
	defer func() { c.addGaps(c.Gaps(rule, counterpart)...) }() // a search finds out which values are not tried
	pair := []Goal{{rule, true}}
	c.addGaps(c.dated(rule)...)
	if c.hasRule(counterpart) {
		c.addGaps(c.dated(counterpart)...)
		pair = append(pair, Goal{counterpart, false})
		found, err := c.anyExample(ctx, c.nearPlain(pair...))
		if err != nil {
			return Difference{}, false, err
		}
		if !found.Found {
			c.noteLimit(rule.ID, found)
			return Difference{}, false, nil
		}
	}
	there := append(c.AcceptedBy(counterpart.Decider), pair[0])
	for _, wanted := range [][]Goal{append(c.AcceptedBy(rule.Decider, rule.ID), there...), there} {
		found, err := c.Nearest(ctx, wanted...)
		if c.noteLimit(rule.ID, found); err == nil && found.LimitReached && !found.Found {
			found, err = c.searchNarrowly(ctx, c.nearPlain(wanted...))
		}
		if err != nil {
			return Difference{}, false, err
		}
		if found.Found {
			return Difference{rule, found.Request, found.Changed, len(wanted) > len(there)}, true, nil
		}
	}
	why, err := c.prove(ctx, c.nearPlain(there...))
	c.addGaps(why.gaps...)
	return Difference{}, false, err
}

func (c *comparer) hasRule(r RuleRef) bool { return slices.Contains(c.deciders[r.Decider].IDs(), r.ID) }

// equal reports whether a rule is in both installations and says the same there.
func (c *comparer) decidesAlike(id string) bool {
	from, to := c.deciders[Old], c.deciders[New]
	if !from.SameRule(to.Rules, id) {
		return false
	}
	a, ok := from.check(id)
	return !ok || (!a.ReadsProfile() || c.sameProfile()) && (!a.ReadsDate() || from.Date == to.Date && from.Profile.PolicyDate == to.Profile.PolicyDate) &&
		(!a.ReadsEstimate() || from.sameAdapter(to.Rules))
}

// sameProfile reports whether rules see the same of both profiles.
func (c *comparer) sameProfile() bool {
	a, b := c.deciders[Old].Profile.Clone(), c.deciders[New].Profile.Clone()
	for _, p := range []*profile.Profile{&a, &b} {
		p.Policies, p.Exceptions, p.Settings, p.PolicyDate = nil, nil, nil, ""
	}
	return string(a.Canonical()) == string(b.Canonical())
}
