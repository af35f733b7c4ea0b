package fixes_test

import (
	"math"
	"slices"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/wire"
)

// facts checks that an alternative changes no fact, that every combination of the values to confirm is accepted, and that no
// value is missing in the list. It checks nothing if another field is open.
func (c *comparison) facts(a wire.Alternative) {
	facts := []string{"application", "environment", "owner", "cost_centre", "data_classification", "business_justification"}
	for _, change := range a.Changes {
		if slices.Contains(facts, change.Field) {
			c.fault(&c.factChanged, "the fact %s is changed", change.Field)
		}
	}
	if len(a.Open) > 0 || len(a.Confirm) == 0 {
		return
	}
	if !c.allAccepted(a.Request, a.Confirm) {
		c.fault(&c.factUntold, "these facts are not accepted together: %+v", a.Confirm)
	}
	values := map[string][]string{
		"environment": {"development", "test", "production"}, "data_classification": {"public", "internal", "confidential", "restricted"},
	}
	for i, fact := range a.Confirm {
		for _, text := range values[fact.Field] {
			with := slices.Clone(a.Confirm)
			with[i].Values = []request.Value{request.Text(text)}
			if !slices.Contains(fact.Values, request.Text(text)) && c.allAccepted(a.Request, with) {
				c.fault(&c.factUntold, "%s %s is accepted and not listed", fact.Field, text)
			}
		}
	}
}

// allAccepted reports whether every combination of the values of facts is accepted.
func (c *comparison) allAccepted(r request.Request, facts []wire.ConfirmedField) bool {
	if len(facts) == 0 {
		return c.decide(c, r).Decision == request.Accepted
	}
	for _, value := range facts[0].Values {
		require.NoError(c, r.Set(facts[0].Field, value))
		if !c.allAccepted(r, facts[1:]) {
			return false
		}
	}
	return true
}

// plainly tries each value of a field, and each pair of values of two fields, and evaluates the whole request. Brute force has
// to find these requests too.
func (c *comparison) plainly() {
	first := worth{left: math.MaxInt}
	if len(c.fixes.Alternatives) > 0 && len(c.fixes.Alternatives[0].Open) == 0 {
		first, _ = c.worthOf(c.fixes.Alternatives[0])
	}
	for i, f := range fields {
		for j := range i + 1 { // with i itself, for one field
			for _, v := range some(c.brute.values[i]) {
				for _, w := range some(c.brute.values[j]) {
					r := c.denied.Request
					fields[j].Assign(&r, w)
					f.Assign(&r, v)
					e, err := c.searched.Evaluate(c.Context(), r, service.EvaluateOptions{Brief: true})
					require.NoError(c, err)
					got := worthOf(c.denied.Request, r, priceOf(e.Estimate))
					if e.Decision == request.Accepted && (r.Region == c.denied.Request.Region || got.unpriced == 0) && got.compare(first) < 0 {
						c.fault(&c.notLeast, "this is better: %+v", r)
					}
				}
			}
		}
	}
	c.plain++
}

// some returns at most twelve of the values.
func some(values []request.Value) (few []request.Value) {
	for i := 0; i < len(values); i += 1 + len(values)/12 {
		few = append(few, values[i])
	}
	return few
}

// afresh checks that a new service offers the same.
func (c *comparison) afresh() {
	fresh := newPlatform(c, c.provider, c.platform.text).searched
	denied, err := fresh.Evaluate(c.Context(), c.denied.Request, service.EvaluateOptions{Brief: true, Alternatives: service.MaxAlternatives})
	require.NoError(c, err)
	assert.Equal(c, c.fixes, denied.Fixes)
}

// searches checks the counts of the tried values, and that they include the values of the fixes.
func (c *comparison) searches() {
	for _, tried := range c.fixes.Searched {
		if tried.Count < len(tried.Values) || len(tried.Values) > 12 {
			c.fault(&c.untold, "%s: %d values are named, and %d were tried", tried.Field, len(tried.Values), tried.Count)
		}
	}
	for _, a := range c.fixes.Alternatives {
		for _, change := range a.Changes {
			if !slices.ContainsFunc(c.fixes.Searched, func(s wire.Searched) bool { return s.Field == change.Field && slices.Contains(s.Values, change.To) }) {
				c.fault(&c.untold, "%s %s is not among what was tried", change.Field, change.To)
			}
		}
	}
}

// nearness checks that no drawn value of a changed field is accepted at the same cost and nearer to the request's own value. A
// suggestion may be farther, and so may the values nearest to a suggestion.
func (c *comparison) nearness(a wire.Alternative) {
	if len(a.Open)+len(a.Confirm) > 0 {
		return
	}
	for _, change := range a.Changes {
		at := slices.IndexFunc(fields, func(f request.Field) bool { return f.Name == change.Field })
		far, ok := distance(change.Field, change.From, change.To)
		if !ok || slices.ContainsFunc(c.denied.Violations, func(v request.Violation) bool { return v.Field == change.Field && !v.Suggestion.IsZero() }) {
			continue
		}
		for _, v := range c.brute.values[at] {
			if near, ok := distance(change.Field, change.From, v); !ok || near >= far || near == 0 {
				continue
			}
			nearer := a.Request
			fields[at].Assign(&nearer, v)
			if e := c.decide(c, nearer); e.Decision == request.Accepted && e.Estimate.KnownTotal.Cents <= a.Estimate.KnownTotal.Cents {
				c.fault(&c.notNearest, "%s %s is nearer than %s", change.Field, v, change.To)
				return
			}
		}
	}
}

// nearest checks the nearest request: it changes no fact, breaks the rules that it names, and no drawn request breaks fewer
// rules. As for a fix, it ignores another region if a third one has more prices and breaks no further rule.
func (c *comparison) nearest() {
	n := c.fixes.Nearest
	if n == nil {
		c.fault(&c.notNearest, "nothing is nearest")
		return
	}
	all := *c.brute
	all.moves = slices.DeleteFunc(slices.Clone(all.moves), func(of *rule) bool {
		return slices.ContainsFunc(n.Violations, func(v wire.Expected) bool { return v.PolicyID == of.id })
	})
	offered := enumeration{bruteForce: &all, part: ^set(0)}
	broken := func(r request.Request) int { return len(c.decide(c, r).Violations) }
	if broken(n.Request) != len(n.Violations) {
		c.fault(&c.wrong, "the nearest request breaks other rules than it says: %+v", n)
	}
	for i, f := range fields {
		if f.Fact && f.Get(&n.Request) != f.Get(&c.denied.Request) {
			c.fault(&c.factChanged, "the nearest request has another %s", f.Name)
		}
		for _, from := range []request.Request{c.denied.Request, n.Request} {
			for at, v := range c.brute.values[i] {
				if at%(1+len(c.brute.values[i])/40) != 0 {
					continue
				}
				other := from
				if f.Assign(&other, v); f.Fact || broken(other) >= len(n.Violations) {
					continue
				}
				if !offered.flees(other, priceOf(c.decide(c, other).Estimate)) {
					c.fault(&c.notNearest, "this breaks fewer rules than %+v: %+v", n.Violations, other)
					return
				}
			}
		}
	}
}

// contradicting checks that no request satisfies all contradicting rules, and that without any one of them a request satisfies the
// others. Here a request may also have a region without prices.
func (c *comparison) contradicting() {
	ids := c.fixes.Contradicting
	satisfied := func(but string) bool {
		_, _, ok := c.best(func(of *rule) bool { return of.id == sizable || of.id != but && slices.Contains(ids, of.id) })
		return ok
	}
	if c.nearest(); len(ids) == 0 {
		return // nothing is claimed
	}
	c.proven++
	c.brute.anyRegion = true
	for _, one := range c.description.Regions {
		c.brute.add(slices.IndexFunc(fields, func(f request.Field) bool { return f.Name == request.RegionField }), request.Text(one.Name))
	}
	if satisfied("") {
		c.fault(&c.unproven, "these do not contradict: %v", ids)
	}
	for _, id := range slices.DeleteFunc(slices.Clone(ids), satisfied) {
		if !satisfied(id) { // also with what the others brought up
			c.fault(&c.unproven, "these contradict without %s: %v", id, ids)
		}
	}
}
