package fixes_test

import (
	"cmp"
	"math/bits"
	"slices"

	"platform.internal/platform-core/request"
)

// enumeration tries the values of some fields, in an order in which rules are decided early.
type enumeration struct {
	*bruteForce
	part  set
	order []int
	due   [][]*rule // those that are decided by the fields up to a place in the order
	flown int       // the place from which it is decided whether a request flees; -1 for no place
	// tried are the values of each field in the order: its own, and those that no rule denies by itself.
	tried [][]request.Value

	steps int
	at    request.Request
	best  worth
	found bool
}

func (b *bruteForce) enumerate(part set) *enumeration {
	e := &enumeration{bruteForce: b, part: part, at: b.from}
	e.arrange()
	for place, field := range e.order {
		e.tried = append(e.tried, slices.Clone(e.values[field][:1]))
		for _, v := range e.values[field][1:] {
			if !e.deniedByItself(place, field, v) {
				e.tried[place] = append(e.tried[place], v)
			}
		}
	}
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

// arrange puts the fields of the rules that deny the original request first.
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
	if e.part&e.sizing == 0 || e.anyRegion {
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

// step counts a step, and ends an enumeration that takes too many.
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

// deniedByItself reports whether a rule that reads only one field denies one of its values.
func (e *enumeration) deniedByItself(place, field int, v request.Value) bool {
	e.step()
	r := e.from
	fields[field].Assign(&r, v)
	return slices.ContainsFunc(e.due[place], func(of *rule) bool { return of.reads == 1<<field && !of.sized && e.denies(of, r) })
}

// possible reports whether some values are accepted.
func (e *enumeration) possible(place int, r request.Request) bool {
	if place == len(e.order) {
		_, accepted := e.accepted(r)
		return accepted
	}
	field := e.order[place]
	for _, v := range e.tried[place] {
		fields[field].Assign(&r, v)
		if !e.deniedAt(place, r) && e.possible(place+1, r) {
			return true
		}
	}
	return false
}

// try looks for the best request that leaves and changes a number of fields.
func (e *enumeration) try(place int, r request.Request, left, changed int, so set) {
	if place == len(e.order) {
		if left == 0 && changed == 0 {
			e.consider(r)
		}
		return
	}
	field := e.order[place]
	for n, v := range e.tried[place] {
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

// accepted reports whether the rules that read these fields accept a request that is better than the best so far.
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
	return w, e.open&e.part == 0 || e.needed(r)
}

// asked reports whether a rule asks for each of the open fields.
func (e *enumeration) asked(r request.Request) bool {
	left := e.open & e.part
	for _, of := range e.all {
		if of.asks&left != 0 && e.denies(of, r) {
			left &^= of.asks
		}
	}
	return left == 0
}

// needed reports whether a rule denies each request with fewer changed or open fields: no field changes only so that a rule asks
// for another one.
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

// deniesWith reports whether a rule on the part denies a request with some of the open fields.
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
	if known, ok := e.prices[only(r, e.sizing)]; ok {
		return known
	}
	return e.evaluate(e.apart(r)).price
}

// apart returns a request with the fields of the part, and with other fields that have an estimate.
func (e *enumeration) apart(r request.Request) request.Request {
	out := e.base
	for i, f := range fields {
		if e.part.has(i) {
			f.Assign(&out, f.Get(&r))
		}
	}
	return out
}

// flees reports whether a request has another region than the denied one, while a third region has more prices and only rules on
// the price deny it.
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
