package fixes_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// answer is the part of the service's answer to a request that the tests use.
type answer struct {
	price
	violations  []request.Violation
	suggestions []suggestion
}

// suggestion is a suggested value of a field.
type suggestion struct {
	field int
	value request.Value
}

// rule is a rule that may deny a request, with the fields that its outcome depends on and its known outcomes.
type rule struct {
	id    string
	sized bool
	names []string
	reads set
	asks  set // the user-only fields that it constrains
	known map[request.Request]bool
	whole *rule // the whole rule, if this one is its verdict for all values of the open fields; else nil
}

// bruteForce tries every combination of values for one denied request. It draws the values itself, and also tries the
// suggestions of rules. It evaluates a rule once for each combination of the fields that the rule reads. Each evaluation
// by the service checks this shortcut for all rules.
type bruteForce struct {
	*platform
	t      testing.TB
	from   request.Request
	base   request.Request // an accepted-looking request that can be sized
	values [][]request.Value
	has    []map[request.Value]bool // which values there are
	all    []*rule
	rules  []*rule // those of all that are looked at
	whole  []*rule // rules, as they are where nothing is left to a person
	moves  []*rule // those of all that may forbid a region
	sizing set
	open   set // left to a person
	fewer  int // what it leaves of the kept fields weighs less than that
	most   int // steps of an enumeration
	// anyRegion is true if another region may have fewer prices.
	anyRegion bool
	seen      map[request.Request]answer
	prices    map[request.Request]price // by what estimates read
}

// It changes those facts with few values that are named.
func newBruteForce(t testing.TB, p *platform, denied *service.Evaluated, facts ...string) *bruteForce {
	t.Helper()
	b := &bruteForce{
		platform: p, t: t, from: denied.Request, base: request.Template(p.profile.AllowedRegions[0]),
		sizing: setOf(p.description.EstimateReads), fewer: 1 << len(kept), most: *stepsFlag, seen: map[request.Request]answer{}, prices: map[request.Request]price{},
	}
	b.base.ExpiryDate = "2026-12-15"
	for i, f := range fields {
		b.values = append(b.values, []request.Value{f.Get(&b.from)})
		b.has = append(b.has, map[request.Value]bool{f.Get(&b.from): true})
		if slices.Contains([]string{request.EnvironmentField, request.ClassificationField}, f.Name) && !slices.Contains(facts, f.Name) {
			continue
		}
		for _, v := range b.drawn(f) {
			b.add(i, v)
		}
		for _, v := range denied.Violations {
			if v.Field == f.Name {
				b.add(i, v.Suggestion)
			}
		}
	}
	b.addRules()
	return b
}

// among returns brute force with some of the rules, and with open fields.
func (b *bruteForce) among(keep func(*rule) bool, open set) *bruteForce {
	some := *b
	some.values, some.rules, some.whole, some.open = slices.Clone(b.values), nil, nil, open
	for i := range fields {
		if open.has(i) {
			some.values[i] = some.values[i][:1]
		}
	}
	for _, r := range b.rules {
		if !keep(r) {
			continue
		}
		some.whole = append(some.whole, r)
		switch {
		case r.reads&open == 0:
			some.rules = append(some.rules, r)
		case b.ofChecks(r): // what a person chooses decides what an adapter's own rule says
			some.rules = append(some.rules, &rule{id: r.id, sized: r.sized, names: r.names, reads: r.reads &^ open, known: map[request.Request]bool{}, whole: r})
		}
	}
	some.moves = some.rules
	return &some
}

// deniesAny reports whether a rule of the platform denies a request for all values of the open fields.
func (b *bruteForce) deniesAny(id string, r request.Request, open set) bool {
	in := policy.Input{Request: r, Profile: b.profile, Estimate: b.decide(b.t, r).Estimate, Date: today}
	return slices.ContainsFunc(b.policies.EvaluatePartial(in, open.names(), true).Violations, func(v request.Violation) bool { return v.PolicyID == id })
}

func (b *bruteForce) ruleOf(id string) *rule {
	if at := slices.IndexFunc(b.rules, func(r *rule) bool { return r.id == id }); at >= 0 {
		return b.rules[at]
	}
	return nil
}

// ofChecks reports whether a rule is not a rule of the adapter.
func (b *bruteForce) ofChecks(of *rule) bool {
	return of.id != sizable && !slices.ContainsFunc(b.description.Rules, func(r adapter.Rule) bool { return r.ID == of.id })
}

func (b *bruteForce) addRules() {
	add := func(id string, names, asks []string, sized bool) {
		if sized {
			names = slices.Concat(names, b.description.EstimateReads)
		}
		b.rules = append(b.rules, &rule{id: id, sized: sized, names: names, reads: setOf(names), asks: setOf(asks) & setOf(personal), known: map[request.Request]bool{}})
	}
	for _, c := range b.policies.Compiled() {
		names, whole := c.Reads()
		require.False(b.t, whole, "%s may read all fields", c.ID)
		add(c.ID, names, c.ConstrainedFields(), c.ReadsEstimate())
	}
	for _, r := range b.description.Rules {
		if r.Level == profile.Mandatory {
			add(r.ID, r.Reads, []string{r.Field}, false)
		}
	}
	add(sizable, []string{request.RegionField, request.NetworkField, request.SizeField}, nil, false)
	b.all, b.moves = b.rules, b.rules
}

// sizable is a rule of brute force: a request without an estimate is not accepted. It stands in for the adapter's rule, which
// may be left out.
const sizable = "sizable"

// add adds a value of a field, if the field accepts it and it is new.
func (b *bruteForce) add(field int, v request.Value) {
	if v, ok := b.normal(field, v); ok && !b.open.has(field) && !b.has[field][v] {
		b.values[field] = append(slices.Clip(b.values[field]), v)
		b.has[field][v] = true
	}
}

// normal returns the normal form of a value of a field, if the field accepts the value.
func (b *bruteForce) normal(field int, v request.Value) (request.Value, bool) {
	f := fields[field]
	if v.IsZero() && !f.Optional {
		return v, false
	}
	r, err := b.from.With(f.Name, v)
	return f.Get(&r), err == nil
}

// evaluate returns the service's answer to a request, and keeps the outcome of each rule.
func (b *bruteForce) evaluate(r request.Request) answer {
	if a, ok := b.seen[r]; ok {
		return a
	}
	e := b.decide(b.t, r)
	a := answer{price: priceOf(e.Estimate), violations: e.Violations}
	if key := only(r, b.sizing); a.sized {
		if before, ok := b.prices[key]; ok && before != a.price {
			require.Fail(b.t, "the estimate reads more than it says", "%+v", r)
		}
		b.prices[key] = a.price
	}
	denies := map[string]bool{sizable: !a.sized}
	for _, v := range a.violations {
		denies[v.PolicyID] = true
		if at := slices.IndexFunc(fields, func(f request.Field) bool { return f.Name == v.Field }); at >= 0 {
			b.add(at, v.Suggestion)
			if normal, ok := b.normal(at, v.Suggestion); ok {
				a.suggestions = append(a.suggestions, suggestion{at, normal})
			}
		}
	}
	b.seen[r] = a
	for _, of := range b.all {
		if of.sized && !a.sized {
			continue // the outcome is that of a request that cannot be sized
		}
		key := only(r, of.reads)
		if before, ok := of.known[key]; ok && before != denies[of.id] {
			require.Fail(b.t, "a rule reads more than it says", "%s reads only %v: %+v", of.id, of.names, r)
		}
		of.known[key] = denies[of.id]
	}
	return a
}

// denies reports whether a rule is known to deny all requests with the same values of the fields that it reads.
func (b *bruteForce) denies(of *rule, r request.Request) bool {
	key := only(r, of.reads)
	if _, ok := of.known[key]; !ok && of.whole != nil {
		asked := b.base
		for i, f := range fields {
			if of.whole.reads.has(i) {
				f.Assign(&asked, f.Get(&r))
			}
		}
		of.known[key] = b.deniesAny(of.id, asked, b.open)
	} else if !ok {
		asked := b.base
		for i, f := range fields {
			if of.reads.has(i) {
				f.Assign(&asked, f.Get(&r))
			}
		}
		b.evaluate(asked)
	}
	return of.known[key]
}

// tooLong is the error of an enumeration that took too many steps.
type tooLong struct{}

// best returns the worth of the best accepted request, and that request.
func (b *bruteForce) best() (best worth, accepted request.Request, ok bool) {
	for {
		before := b.count()
		best, accepted, ok = b.once()
		if b.count() == before {
			return best, accepted, ok
		}
	}
}

func (b *bruteForce) count() (n int) {
	for _, list := range b.values {
		n += len(list)
	}
	return n
}

// once tries the values that are known so far. It decides fields apart if no rule reads them together.
func (b *bruteForce) once() (best worth, accepted request.Request, ok bool) {
	accepted = b.from
	best = worth{fields: 0}
	var sized *enumeration
	for _, part := range b.parts() {
		e := b.enumerate(part)
		if !e.found {
			return worth{}, b.from, false
		}
		best.left, best.changed, best.fields = best.left+e.best.left, best.changed+e.best.changed, best.fields|e.best.fields
		for i, f := range fields {
			if part.has(i) {
				f.Assign(&accepted, f.Get(&e.at))
			}
		}
		if part&b.sizing != 0 {
			sized = e
		}
	}
	require.NotNil(b.t, sized)
	whole := b.evaluate(accepted)
	for _, v := range whole.violations {
		of := b.ruleOf(v.PolicyID)
		require.True(b.t, of == nil || of.whole != nil && !b.deniesAny(of.id, accepted, b.open), "%s denies %+v", v.PolicyID, accepted)
	}
	best.unpriced, best.cents = sized.best.unpriced, sized.best.cents
	require.Equal(b.t, worthOf(b.from, accepted, whole.price), best)
	return best, accepted, true
}

// parts returns the sets of fields that rules or the estimate read together.
func (b *bruteForce) parts() (parts []set) {
	join := func(s set) {
		for i := 0; i < len(parts); i++ {
			if parts[i]&s != 0 {
				s |= parts[i]
				parts = slices.Delete(parts, i, i+1)
				i = -1
			}
		}
		parts = append(parts, s)
	}
	join(b.sizing | setOf([]string{request.RegionField}))
	for _, r := range b.moves {
		if r.reads&regionSet != 0 && !r.sized {
			join(r.reads)
		}
	}
	for _, r := range b.rules {
		if r.whole != nil {
			r = r.whole
		}
		if r.reads != 0 {
			join(r.reads)
		}
	}
	for _, r := range b.all { // a rule may ask for an open field
		if r.asks&b.open != 0 {
			join(r.reads)
		}
	}
	return parts
}
