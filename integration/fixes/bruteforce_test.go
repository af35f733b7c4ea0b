package fixes_test

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/fix"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// set is a set of fields: bit n is that of fields[n].
type set uint32

func (s set) has(field int) bool { return s&(1<<field) != 0 }

func (s set) names() (names []string) {
	for i, f := range fields {
		if s.has(i) {
			names = append(names, f.Name)
		}
	}
	return names
}

func setOf(names []string) (s set) {
	for i, f := range fields {
		if slices.Contains(names, f.Name) || f.IsControl() && slices.Contains(names, request.ControlsField) {
			s |= 1 << i
		}
	}
	return s
}

// worth is how good a fix is, as docs/policies.md promises: which of region, environment
// and classification it leaves, how many fields a person has to choose, how many change in
// all, how many parts of what it leads to have no price, what the others cost, and the
// fields by their order.
type worth struct {
	left, open, changed, unpriced int
	cents                         int64
	fields                        set
}

func (w worth) compare(other worth) int {
	return cmp.Or(
		cmp.Compare(w.left, other.left), cmp.Compare(w.open, other.open), cmp.Compare(w.changed, other.changed),
		cmp.Compare(w.unpriced, other.unpriced), cmp.Compare(w.cents, other.cents),
		compareSets(w.fields, other.fields),
	)
}

// compareSets puts the set with the first field that only one has before the other.
func compareSets(a, b set) int {
	differ := a ^ b
	if first := differ & -differ; first != 0 {
		return cmp.Compare(b&first, a&first)
	}
	return 0
}

var kept = []string{request.ClassificationField, request.EnvironmentField, request.RegionField}

var regionSet = setOf([]string{request.RegionField})

// leaves weighs the kept fields that a set has: the region more than both others.
func leaves(changed set) (left int) {
	for i, name := range kept {
		if changed&setOf([]string{name}) != 0 {
			left += 1 << i
		}
	}
	return left
}

// worthOf returns the worth of a request that costs so much.
func worthOf(from, to request.Request, cost price) worth {
	w := worth{unpriced: cost.unpriced, cents: cost.cents}
	for i, f := range fields {
		if f.Get(&from) != f.Get(&to) {
			w.fields |= 1 << i
		}
	}
	w.left, w.changed = leaves(w.fields), bits.OnesCount32(uint32(w.fields))
	return w
}

// price is what matters of an estimate.
type price struct {
	sized, known bool
	unpriced     int
	cents        int64
}

func priceOf(e request.Estimate) price {
	p := price{sized: len(e.Items) > 0, known: e.KnownTotal.Known, cents: e.KnownTotal.Cents}
	for _, item := range e.Items {
		if item.Counted() && !item.MonthlyCost.Known {
			p.unpriced++
		}
	}
	return p
}

// answer is what matters of what the service says of a request.
type answer struct {
	price
	violations  []request.Violation
	suggestions []suggestion
}

// suggestion is a value of a field, as a request has it.
type suggestion struct {
	field int
	value request.Value
}

// rule is one that may deny a request, the fields that its outcome depends on, and its
// outcomes so far, by those fields.
type rule struct {
	id    string
	sized bool
	names []string
	reads set
	asks  set // the personal fields of which it wants another value
	known map[request.Request]bool
	whole *rule // the rule, where this one is what it says whatever a person chooses; else nil
}

// bruteForce tries every combination of values of one denied request. It rests on
// nothing of the search but the lists of values. A rule is evaluated once for
// each combination of the fields that it reads; each evaluation of the service shows for
// all rules whether that is right.
type bruteForce struct {
	*platform
	t      testing.TB
	from   request.Request
	base   request.Request // an accepted-looking request that can be sized
	values [][]request.Value
	listed []int // so many of the values are in the lists; the others were suggested on the way
	all    []*rule
	rules  []*rule // those of all that are looked at
	whole  []*rule // rules, as they are where nothing is left to a person
	moves  []*rule // those of all that may forbid a region
	sizing set
	open   set // left to a person
	fewer  int // what it leaves of the kept fields weighs less than that
	most   int // steps of an enumeration
	seen   map[request.Request]answer
	prices map[request.Request]price // by what estimates read
}

func newBruteForce(t testing.TB, p *platform, denied *service.Evaluated) *bruteForce {
	t.Helper()
	b := &bruteForce{
		platform: p, t: t, from: denied.Request, base: request.Template(p.profile.AllowedRegions[0]),
		sizing: setOf(p.description.EstimateReads), fewer: 1 << len(kept), most: *stepsFlag, seen: map[request.Request]answer{}, prices: map[request.Request]price{},
	}
	b.base.ExpiryDate = "2026-12-15"
	for i, f := range fields {
		b.values = append(b.values, []request.Value{f.Get(&b.from)})
		for _, v := range fix.Values(f.Name, b.from, denied.Violations, p.profile.AllowedRegions, p.policies.Literals(f.Name), today) {
			b.add(i, v)
		}
		b.listed = append(b.listed, len(b.values[i]))
	}
	b.addRules()
	return b
}

// among returns brute force with some of the rules only, where fields are left to a person.
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

// deniesAny reports whether a rule of the platform denies a request whatever a person
// chooses in the open fields.
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

// ofChecks reports whether a rule is not one of the adapter's.
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
	for _, c := range b.policies.Checks() {
		names, whole := c.Reads()
		require.False(b.t, whole, "%s may read all fields", c.ID())
		add(c.ID(), names, c.AsksFor(), c.ReadsEstimate())
	}
	for _, r := range b.description.Rules {
		if r.Level == profile.Mandatory {
			add(r.ID, r.Reads, []string{r.Field}, false)
		}
	}
	add(sizable, []string{request.RegionField, request.NetworkField, request.SizeField}, nil, false)
	b.all, b.moves = b.rules, b.rules
}

// sizable is a rule of brute force: what cannot be sized is not accepted, also where the
// adapter's rule that says why is left out.
const sizable = "sizable"

// add adds a value of a field, where the field can have it and it is new.
func (b *bruteForce) add(field int, v request.Value) {
	if v, has := b.normal(field, v); has && !b.open.has(field) && !slices.Contains(b.values[field], v) {
		b.values[field] = append(b.values[field], v)
	}
}

// normal returns a value as a request has it in a field, if it can have it.
func (b *bruteForce) normal(field int, v request.Value) (request.Value, bool) {
	f := fields[field]
	if v.IsZero() && !f.Optional {
		return v, false
	}
	r, err := b.from.With(f.Name, v)
	return f.Get(&r), err == nil
}

// evaluate returns what the service says of a request, and keeps what it says of each
// rule.
func (b *bruteForce) evaluate(r request.Request) answer {
	if a, known := b.seen[r]; known {
		return a
	}
	e := b.decide(b.t, r)
	a := answer{price: priceOf(e.Estimate), violations: e.Violations}
	if key := only(r, b.sizing); a.sized {
		if before, known := b.prices[key]; known && before != a.price {
			require.Fail(b.t, "the estimate reads more than it says", "%+v", r)
		}
		b.prices[key] = a.price
	}
	denies := map[string]bool{sizable: !a.sized}
	for _, v := range a.violations {
		denies[v.PolicyID] = true
		if at := slices.IndexFunc(fields, func(f request.Field) bool { return f.Name == v.Field }); at >= 0 {
			b.add(at, v.Suggestion)
			if normal, has := b.normal(at, v.Suggestion); has {
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
		if before, known := of.known[key]; known && before != denies[of.id] {
			require.Fail(b.t, "a rule reads more than it says", "%s reads only %v: %+v", of.id, of.names, r)
		}
		of.known[key] = denies[of.id]
	}
	return a
}

// denies reports whether a rule is known to deny all requests that have the same values
// in the fields that it reads.
func (b *bruteForce) denies(of *rule, r request.Request) bool {
	key := only(r, of.reads)
	if _, known := of.known[key]; !known && of.whole != nil {
		asked := b.base
		for i, f := range fields {
			if of.whole.reads.has(i) {
				f.Assign(&asked, f.Get(&r))
			}
		}
		of.known[key] = b.deniesAny(of.id, asked, b.open)
	} else if !known {
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

// tooLong is why an enumeration ended that took too many steps.
type tooLong struct{}

// best returns the worth of the best accepted request, and that request.
func (b *bruteForce) best() (best worth, accepted request.Request, found bool) {
	for {
		before := b.count()
		best, accepted, found = b.once()
		if b.count() == before {
			return best, accepted, found
		}
	}
}

func (b *bruteForce) count() (n int) {
	for _, list := range b.values {
		n += len(list)
	}
	return n
}

// once tries the values that are known now. Fields that no rule reads together with
// others are decided apart from these.
func (b *bruteForce) once() (best worth, accepted request.Request, found bool) {
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

// parts returns the sets of fields that rules read together; the estimate reads too.
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
	for _, r := range b.all { // of which one may ask for what is open
		if r.asks&b.open != 0 {
			join(r.reads)
		}
	}
	return parts
}

// enumeration tries the values of some fields, in an order in which rules are decided
// early.
type enumeration struct {
	*bruteForce
	part  set
	order []int
	due   [][]*rule // those that are decided by the fields up to a place in the order
	flown int       // the place from which it is decided whether a request flees; -1 for no place

	reaches map[request.Request]bool // what is known of reached
	steps   int
	at      request.Request
	best    worth
	found   bool
}

func (b *bruteForce) enumerate(part set) *enumeration {
	e := &enumeration{bruteForce: b, part: part, at: b.from, reaches: map[request.Request]bool{}}
	e.arrange()
	if !e.possible(0, b.from) {
		return e
	}
	for left := range e.fewer {
		for changed := range len(e.order) + 1 {
			e.try(0, b.from, left, changed, 0)
			if e.found {
				return e
			}
		}
	}
	return e
}

// arrange puts first the fields of the rules that deny the request as it is.
func (e *enumeration) arrange() {
	var done set
	take := func(s set) {
		for i := range fields {
			if e.part.has(i) && s.has(i) && !done.has(i) {
				done |= 1 << i
				e.order = append(e.order, i)
				var due []*rule
				for _, r := range e.rules {
					if r.reads&e.part != 0 && r.reads&^done == 0 && r.reads.has(i) {
						due = append(due, r)
					}
				}
				e.due = append(e.due, due)
			}
		}
	}
	rules := slices.Clone(e.rules)
	slices.SortStableFunc(rules, func(a, b *rule) int {
		return cmp.Compare(bits.OnesCount32(uint32(a.reads)), bits.OnesCount32(uint32(b.reads)))
	})
	for _, denied := range []bool{true, false} {
		for _, r := range rules {
			if r.reads&e.part != 0 && e.denies(r, e.from) == denied {
				take(r.reads)
			}
		}
	}
	take(e.part)
	e.flown = -1
	if e.part&e.sizing == 0 {
		return
	}
	decides := e.sizing | regionSet
	for _, r := range e.moves {
		if r.reads&regionSet != 0 && !r.sized {
			decides |= r.reads
		}
	}
	for place, field := range e.order {
		if decides.has(field) {
			e.flown = place
		}
	}
}

// step counts one, and ends an enumeration that takes too many.
func (e *enumeration) step() {
	if e.steps++; e.steps > e.most {
		panic(tooLong{})
	}
}

func (e *enumeration) deniedAt(place int, r request.Request) bool {
	e.step()
	if place == e.flown {
		if cost := e.price(r); cost.sized && e.flees(r, cost) {
			return true
		}
	}
	return slices.ContainsFunc(e.due[place], func(of *rule) bool { return e.denies(of, r) })
}

// possible reports whether any values are accepted.
func (e *enumeration) possible(place int, r request.Request) bool {
	if place == len(e.order) {
		_, accepted := e.accepted(r)
		return accepted
	}
	field := e.order[place]
	for _, v := range e.values[field] {
		fields[field].Assign(&r, v)
		if !e.deniedAt(place, r) && e.possible(place+1, r) {
			return true
		}
	}
	return false
}

// try looks for the best of the requests that leave so much, and change so many fields.
func (e *enumeration) try(place int, r request.Request, left, changed int, so set) {
	if place == len(e.order) {
		if left == 0 && changed == 0 {
			e.consider(r)
		}
		return
	}
	field := e.order[place]
	for n, v := range e.values[field] {
		l, c, s := left, changed, so
		if n > 0 {
			s, c = s|1<<field, c-1
			l -= leaves(1 << field)
		}
		if l < 0 || c < 0 || c > len(e.order)-place-1 {
			continue
		}
		fields[field].Assign(&r, v)
		if !e.deniedAt(place, r) {
			e.try(place+1, r, l, c, s)
		}
	}
}

func (e *enumeration) consider(r request.Request) {
	if w, accepted := e.accepted(r); accepted && (!e.found || w.compare(e.best) < 0) {
		e.best, e.at, e.found = w, r, true
	}
}

// accepted reports whether the rules that read these fields accept a request, that is
// come to by the lists and by what rules suggest on the way, and that is better than the
// best so far.
func (e *enumeration) accepted(r request.Request) (w worth, accepted bool) {
	var cost price
	if e.part&e.sizing != 0 {
		if cost = e.price(r); !cost.sized {
			return w, false
		}
	}
	if w = worthOf(e.from, r, cost); e.found && w.compare(e.best) >= 0 {
		return w, false
	}
	if !e.asked(r) || slices.ContainsFunc(e.rules, func(of *rule) bool { return of.reads&e.part != 0 && e.denies(of, e.apart(r)) }) {
		return w, false
	}
	return w, e.reached(r) && (e.open&e.part == 0 || e.needed(r))
}

// asked reports whether for each of the open fields a rule asks.
func (e *enumeration) asked(r request.Request) bool {
	left := e.open & e.part
	for _, of := range e.all {
		if of.asks&left != 0 && e.denies(of, r) {
			left &^= of.asks
		}
	}
	return left == 0
}

// needed reports whether a rule denies each request of which fewer of the fields change, or
// are left to a person: nothing changes only for a rule to ask for something.
func (e *enumeration) needed(r request.Request) bool {
	whole := e.changed(r) | e.open&e.part
	for some := (whole - 1) & whole; ; some = (some - 1) & whole {
		fewer := e.from
		for i, f := range fields {
			if some.has(i) {
				f.Assign(&fewer, f.Get(&r))
			}
		}
		if !slices.ContainsFunc(e.whole, func(of *rule) bool { return e.deniesWith(of, fewer, some&e.open) }) {
			return false
		}
		if some == 0 {
			return true
		}
	}
}

// deniesWith reports whether a rule on the part denies a request of which some of the open
// fields are left to a person.
func (e *enumeration) deniesWith(of *rule, r request.Request, open set) bool {
	e.step()
	switch {
	case of.reads&e.part == 0:
		return false
	case of.reads&open == 0:
		return e.denies(of, r)
	}
	return e.ofChecks(of) && e.deniesAny(of.id, e.apart(r), open)
}

// changed returns the fields of the part that a request changes.
func (e *enumeration) changed(r request.Request) set {
	return worthOf(e.from, r, price{}).fields & e.part
}

// price returns what a request costs.
func (e *enumeration) price(r request.Request) price {
	if known, is := e.prices[only(r, e.sizing)]; is {
		return known
	}
	return e.evaluate(e.apart(r)).price
}

// apart returns a request that has the fields of the part, and of the others what can be
// sized.
func (e *enumeration) apart(r request.Request) request.Request {
	out := e.base
	for i, f := range fields {
		if e.part.has(i) {
			f.Assign(&out, f.Get(&r))
		}
	}
	return out
}

// flees reports whether a request has another region than the denied one, and more has a
// price in a third one, which only rules that look at the price deny.
func (e *enumeration) flees(r request.Request, cost price) bool {
	if r.Region == e.from.Region {
		return false
	}
	return !cost.known || slices.ContainsFunc(e.values[bits.TrailingZeros32(uint32(regionSet))], func(v request.Value) bool {
		there := r
		there.Region = v.Text
		other := e.price(there)
		return other.sized && other.unpriced < cost.unpriced &&
			!slices.ContainsFunc(e.moves, func(of *rule) bool {
				return of.reads&regionSet != 0 && !of.sized && of.id != sizable && e.denies(of, there)
			})
	})
}

// reached reports whether the changed fields of a request can be changed one after the
// other, each to a value of its list, or to one that a rule suggests for the request so
// far, which may have another value of the list in that field.
func (e *enumeration) reached(r request.Request) bool {
	seen := map[request.Request]bool{r: true}
	for queue := []request.Request{r}; len(queue) > 0; {
		next := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		reached, known := e.reaches[next]
		if known && !reached {
			continue
		}
		if reached || e.unlisted(next) == 0 {
			e.reaches[r] = true
			return true
		}
		for before := range e.before(next) {
			if !seen[before] {
				e.step()
				seen[before], queue = true, append(queue, before)
			}
		}
	}
	for r := range seen {
		e.reaches[r] = false
	}
	return false
}

// unlisted returns the changed fields of a request whose values are not in the lists.
func (e *enumeration) unlisted(r request.Request) (unlisted set) {
	for i, f := range fields {
		if v := f.Get(&r); v != e.values[i][0] && slices.Index(e.values[i], v) >= e.listed[i] {
			unlisted |= 1 << i
		}
	}
	return unlisted
}

// before yields the requests from which the change of one field leads to a request.
func (e *enumeration) before(r request.Request) iter.Seq[request.Request] {
	return func(yield func(request.Request) bool) {
		unlisted := e.unlisted(r)
		for i, f := range fields {
			before, v := r, f.Get(&r)
			if v == e.values[i][0] {
				continue
			}
			f.Assign(&before, e.values[i][0])
			if !unlisted.has(i) && !yield(before) {
				return
			}
			for n := 0; unlisted.has(i) && n < len(e.values[i]); n++ {
				f.Assign(&before, e.values[i][n])
				if before != r && slices.Contains(e.evaluate(before).suggestions, suggestion{i, v}) && !yield(before) {
					return
				}
			}
		}
	}
}
