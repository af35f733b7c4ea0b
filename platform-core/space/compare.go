package space

import (
	"context"
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// The numbers of the deciders of a comparison.
const (
	Old = 0
	New = 1
)

// Comparison is what two deciders decide differently.
type Comparison struct {
	// Plain is the request that the others are near to.
	Plain request.Request
	// Stricter are the rules of the new decider that deny a request which the old one accepts.
	Stricter []Difference
	// Looser are the rules of the old decider that deny a request which the new one accepts.
	Looser []Difference
	// Unused are the organisation's rules of the new decider that decide nothing.
	Unused []Unused
	// Contradicting are sets of rules of the new decider that no request satisfies together.
	Contradicting []Contradiction
	// Gaps are reasons why a difference may be missing; none for a complete comparison.
	Gaps []Gap
	// Requests is how many requests were looked at. Asked is how many the adapters were asked about.
	Requests, Asked int
}

// Difference is a rule that denies a request which the other decider accepts.
type Difference struct {
	Rule RuleRef
	// Request is such a request. Changed are the fields in which it differs from the plain request.
	Request request.Request
	Changed []string
	// Alone is true if no other rule denies the request.
	Alone bool
}

// Unused is a rule that makes no difference: without it every request has the same decision.
type Unused struct {
	ID string
	// Request is a request that the rule denies; nil if no request was found. AlsoDeniedBy are the other
	// rules that deny it.
	Request      *request.Request
	AlsoDeniedBy []string
}

// Contradiction is a minimal set of rules that no request satisfies together. If Field is set, only no
// request with the Value satisfies them.
type Contradiction struct {
	Field string
	Value request.Value
	Rules []string
}

// Compare compares two deciders with the same provider. The error is that of Ask or of the context.
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

// nearPlain returns a query for the request nearest to the plain one.
func (c *comparer) nearPlain(goals ...Goal) query { return query{from: c.out.Plain, goals: goals} }

func (c *comparer) addGaps(gaps ...Gap) { c.out.Gaps = appendGaps(c.out.Gaps, gaps...) }

// noteLimit adds a gap if a search about a rule ended at its limit.
func (c *comparer) noteLimit(id string, found Example) {
	if found.LimitReached {
		c.addGaps(limitGap(id))
	}
}

// differences returns the rules of one decider that deny a request which the other accepts.
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

// difference returns the nearest request that a rule denies and the other decider accepts. It prefers a
// request that no other rule denies.
func (c *comparer) difference(ctx context.Context, rule, counterpart RuleRef) (Difference, bool, error) {
	defer func() { c.addGaps(c.Gaps(rule, counterpart)...) }() // a search finds out which values it does not try
	denied := Goal{rule, true}
	c.addGaps(c.dateGaps(rule)...)
	if slices.Contains(c.deciders[counterpart.Decider].IDs(), counterpart.ID) {
		c.addGaps(c.dateGaps(counterpart)...)
		found, err := c.anyExample(ctx, c.nearPlain(denied, Goal{counterpart, false}))
		if err != nil {
			return Difference{}, false, err
		}
		if !found.Found {
			c.noteLimit(rule.ID, found)
			return Difference{}, false, nil
		}
	}
	there := append(c.AcceptedBy(counterpart.Decider), denied)
	for _, goals := range [][]Goal{append(c.AcceptedBy(rule.Decider, rule.ID), there...), there} {
		found, err := c.Nearest(ctx, goals...)
		if c.noteLimit(rule.ID, found); err == nil && found.LimitReached && !found.Found {
			found, err = c.searchNarrowly(ctx, c.nearPlain(goals...))
		}
		if err != nil {
			return Difference{}, false, err
		}
		if found.Found {
			return Difference{rule, found.Request, found.Changed, len(goals) > len(there)}, true, nil
		}
	}
	why, err := c.prove(ctx, c.nearPlain(there...))
	c.addGaps(why.gaps...)
	return Difference{}, false, err
}

// decidesAlike reports whether both deciders have a rule, and its outcomes are the same for all requests.
func (c *comparer) decidesAlike(id string) bool {
	from, to := c.deciders[Old], c.deciders[New]
	if !from.SameRule(to.Rules, id) {
		return false
	}
	rule, ok := from.compiled(id)
	return !ok || (!rule.ReadsProfile() || c.hasSameProfile()) &&
		(!rule.ReadsDate() || from.Date == to.Date && from.Profile.PolicyDate == to.Profile.PolicyDate) &&
		(!rule.ReadsEstimate() || from.HasSameAdapter(to.Rules))
}

// hasSameProfile reports whether rules see the same in both profiles.
func (c *comparer) hasSameProfile() bool {
	a, b := c.deciders[Old].Profile, c.deciders[New].Profile
	for _, p := range []*profile.Profile{&a, &b} {
		p.Policies, p.Exceptions, p.Settings, p.PolicyDate = nil, nil, nil, ""
	}
	return string(a.Canonical()) == string(b.Canonical())
}
